import { readFileSync } from 'node:fs';
import { type Plan, planOf } from '../plan/index.ts';

const read = (path: string) => JSON.parse(readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8'));

/** Answers of the demo by the ids of their actions. */
export const worked: Readonly<Record<string, any>> = read('apps/service/examples/worked-answers.json');
export const resultOf = (id: string): any => worked[id].execute.result;

/** The plan of an action, from the descriptor that customers see. */
export function planOfAction(id: string): Plan {
  plans[id] ??= planOf(read(`packages/actions/golden/${id}.json`).outputSchema);
  return plans[id];
}
const plans: Record<string, Plan> = {};
