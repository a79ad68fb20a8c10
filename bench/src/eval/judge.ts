import { inUnit, measureOf } from '@hinterland/answers';
import type { Card, Part, Turn } from './member.ts';
import { placeAt } from './pointer.ts';
import type { Input, Question, Run } from './question.ts';
import { differences } from './sameInput.ts';

/** What can be wrong with an answer. */
export type FaultCode =
  | 'turn_failed'
  | 'wrong_action'
  | 'wrong_input'
  | 'missing_figure'
  | 'unverified_number'
  | 'unasked_card'
  | 'charged_without_click'
  | 'did_not_ask_back'
  | 'did_not_say_unknown'
  | 'said_forbidden';

export interface Fault {
  readonly code: FaultCode;
  readonly detail: string;
}

/** An answer, and what belongs to it. */
export interface Answered {
  readonly turn: Turn;
  /** What the API answers to the call that was made; null if the expected one was not made. */
  readonly result: unknown;
  /** Credits that left the account, and the most that clicked cards allow. */
  readonly charged: number;
  readonly allowed: number;
}

const DOES_NOT_KNOW =
  /don['’]t know|do not know|wei(?:ß|ss)\s(?:\S+\s)?nicht|ne (?:le )?sais pas|non (?:lo )?so\b|no (?:lo )?s[eé](?![\p{L}])/iu;

/** Returns what is wrong with an answer; nothing if it is right. */
export function judge({ expected }: Question, answered: Answered): Fault[] {
  const { turn, charged, allowed } = answered;
  const { parts } = turn;
  const faults: Fault[] = [];
  const add = (code: FaultCode, detail: string) => faults.push({ code, detail });

  if (turn.state === 'failed' || turn.state === 'canceled') add('turn_failed', turn.error?.code ?? turn.state);
  if (charged > allowed) add('charged_without_click', `${charged} credits, ${allowed} by clicks`);
  const unverified = unverifiedIn(parts);
  if (unverified.length > 0) add('unverified_number', unverified.join(', '));

  const wanted = expected.does === 'run' ? expected : expected.does === 'refuse' ? expected.card : undefined;
  const cards = parts.flatMap((part) => (part.type === 'card' ? [part.card] : []));
  for (const { action, input } of cards) {
    if (action !== wanted?.action) add('unasked_card', action);
    else {
      const wrong = differences(wanted, input);
      if (wrong.length > 0) add('wrong_input', wrong.join(', '));
    }
  }
  const words = wordsOf(parts);
  switch (expected.does) {
    case 'run':
      faults.push(...faultsOfRun(expected, answered));
      break;
    case 'ask back':
      if (!words.includes('?')) add('did_not_ask_back', words.slice(0, 80));
      break;
    case 'not know':
      if (!DOES_NOT_KNOW.test(words)) add('did_not_say_unknown', words.slice(0, 80));
      break;
    case 'refuse':
      for (const word of expected.never) if (words.includes(word)) add('said_forbidden', word);
  }
  return faults;
}

function faultsOfRun(expected: Run, { turn: { parts }, result }: Answered): Fault[] {
  const inputs = inputsOf(parts, expected.action);
  if (inputs.length === 0) return [{ code: 'wrong_action', detail: `${expected.action} was not called` }];
  if (!inputs.some((input) => differences(expected, input).length === 0)) {
    const isFree = !parts.some((part) => part.type === 'card' && part.card.action === expected.action);
    const wrong = differences(expected, inputs.at(-1) as Input).join(', ');
    return isFree ? [{ code: 'wrong_input', detail: wrong }] : []; // cards are judged one by one
  }
  return expected.shows
    .filter((path) => !isShown(parts, expected.action, result, path))
    .map((path) => ({ code: 'missing_figure', detail: path }));
}

/** Inputs that an action was called with, or that cards of it hold. */
export const inputsOf = (parts: readonly Part[], action: string): Input[] =>
  parts.flatMap((part) => {
    if (part.type === 'card' && part.card.action === action) return [part.card.input];
    return part.type === 'tool' && part.tool === action && part.state === 'done' ? [part.input] : [];
  });

/** The first open card that is the expected one, to the members that count. */
export function cardToClick({ expected }: Question, { parts }: Turn): Card | undefined {
  if (expected.does !== 'run') return undefined;
  const card = openCards(parts).find(({ action }) => action === expected.action);
  return card !== undefined && differences(expected, card.input).length === 0 ? card : undefined;
}

export const openCards = (parts: readonly Part[]): Card[] =>
  parts.flatMap((part) => (part.type === 'card' && part.card.state === 'open' ? [part.card] : []));

export const unverifiedIn = (parts: readonly Part[]): string[] =>
  parts.flatMap((part) => (part.type === 'unverified' ? [part.text] : []));

const wordsOf = (parts: readonly Part[]): string =>
  parts.flatMap((part) => (part.type === 'text' || part.type === 'figure' ? [part.text] : [])).join('');

/** Whether a text of the result stands in the answer, or a number of it as a figure from the same place or one equal to it. */
function isShown(parts: readonly Part[], action: string, result: unknown, path: string): boolean {
  const place = placeAt(result, path);
  if (place === null) return false;
  const { value } = place;
  if (typeof value === 'string') return wordsOf(parts).includes(value);
  if (typeof value !== 'number') return false;
  return parts.some((part) => {
    if (part.type !== 'figure' || part.run.action !== action) return false;
    const there = placeAt(result, part.path);
    return there?.value === value && part.value === inUnit(value, measureOf(there.name).factor);
  });
}
