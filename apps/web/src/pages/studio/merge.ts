import type { Question } from './question.ts';

/** Parts of a question that two windows may have changed apart from each other. */
export const PARTS = ['places', 'question', 'settings'] as const;
export type Part = (typeof PARTS)[number];

/** Of each part that differs, the window whose part is taken. */
export type Choice = Readonly<Partial<Record<Part, 'mine' | 'theirs'>>>;

const partOf = ({ places, actionId, values, chosen }: Question, part: Part): unknown =>
  ({ places, question: actionId, settings: [values, chosen] })[part];

const isSame = (one: Question, other: Question, part: Part): boolean =>
  JSON.stringify(partOf(one, part)) === JSON.stringify(partOf(other, part));

export const differingParts = (mine: Question, theirs: Question): Part[] =>
  PARTS.filter((part) => !isSame(mine, theirs, part));

/** The choice that keeps the changes of both: a part that was changed here is mine, another one theirs. */
export function choiceOf(base: Question, mine: Question, theirs: Question): Choice {
  const parts = differingParts(mine, theirs);
  return Object.fromEntries(parts.map((part) => [part, isSame(base, mine, part) ? 'theirs' : 'mine']));
}

/** The choice of all parts of one window. */
export const allOf = (choice: Choice, whose: 'mine' | 'theirs'): Choice =>
  Object.fromEntries(Object.keys(choice).map((part) => [part, whose]));

export function merged(mine: Question, theirs: Question, choice: Choice): Question {
  const from = (part: Part): Question => (choice[part] === 'theirs' ? theirs : mine);
  const { values, chosen } = from('settings');
  return { places: from('places').places, actionId: from('question').actionId, values, chosen };
}
