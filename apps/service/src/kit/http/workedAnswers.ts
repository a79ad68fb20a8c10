import { readFileSync } from 'node:fs';
import type { QuoteAnswer } from '@hinterland/contract';

/** Answer of the demo to the example of an action. Lists are shortened. */
interface WorkedAnswer {
  readonly quote: QuoteAnswer;
  readonly execute: { readonly result: unknown };
}

const FILE = new URL('../../../examples/worked-answers.json', import.meta.url);

let answers: Readonly<Record<string, WorkedAnswer>> | undefined;

/** The worked answer of an action; absent for actions of tests. */
export function workedAnswer(actionId: string): WorkedAnswer | undefined {
  answers ??= JSON.parse(readFileSync(FILE, 'utf8')) as Readonly<Record<string, WorkedAnswer>>;
  return Object.hasOwn(answers, actionId) ? answers[actionId] : undefined;
}
