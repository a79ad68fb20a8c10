import { useCallback, useReducer } from 'react';
import { next } from './history.ts';
import type { Question } from './question.ts';

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
