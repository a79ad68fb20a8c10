import type { Question } from './question.ts';

/** What is asked, and what was asked before and after: everything but runs can be undone. */
export interface History {
  readonly present: Question;
  readonly past: readonly Question[];
  readonly future: readonly Question[];
  /** Names the change in progress: changes of the same name become one moment. */
  readonly moment: string;
}

export type Change =
  | { readonly kind: 'change'; readonly moment: string; readonly to: (question: Question) => Question }
  | { readonly kind: 'undo' }
  | { readonly kind: 'redo' };

const PAST_MAX = 100;

/** The history after a change, an undo or a redo; the same object where nothing changes. */
export function next(history: History, change: Change): History {
  const { present, past, future } = history;
  if (change.kind === 'change') {
    const changed = change.to(present);
    if (changed === present) return history;
    const isSame = change.moment !== '' && change.moment === history.moment;
    return {
      present: changed,
      past: isSame ? past : [...past, present].slice(-PAST_MAX),
      future: [],
      moment: change.moment,
    };
  }
  if (change.kind === 'undo') {
    const before = past.at(-1);
    if (before === undefined) return history;
    return { present: before, past: past.slice(0, -1), future: [present, ...future], moment: '' };
  }
  const [after, ...rest] = future;
  if (after === undefined) return history;
  return { present: after, past: [...past, present], future: rest, moment: '' };
}
