import { useCallback, useReducer } from 'react';
import type { Question } from './question.ts';

/** What is asked, and what was asked before and after: everything but runs can be undone. */
interface History {
  readonly present: Question;
  readonly past: readonly Question[];
  readonly future: readonly Question[];
  /** Names the change in progress: changes of the same name become one moment. */
  readonly moment: string;
}

type Change =
  | { readonly kind: 'change'; readonly moment: string; readonly to: (question: Question) => Question }
  | { readonly kind: 'undo' }
  | { readonly kind: 'redo' };

const PAST_MAX = 100;

function next(history: History, change: Change): History {
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

/** `change(moment, to)`: changes of one moment, such as the drag of a pin, are undone together; an empty name stands alone. */
export function useQuestion(initial: Question) {
  const [history, dispatch] = useReducer(next, { present: initial, past: [], future: [], moment: '' });
  const change = useCallback(
    (moment: string, to: (question: Question) => Question) => dispatch({ kind: 'change', moment, to }),
    [],
  );
  return {
    question: history.present,
    change,
    undo: useCallback(() => dispatch({ kind: 'undo' }), []),
    redo: useCallback(() => dispatch({ kind: 'redo' }), []),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
  };
}

export type ChangeQuestion = ReturnType<typeof useQuestion>['change'];
