import { useEffect, useRef } from 'react';
import type { ChangeQuestion } from './useQuestion.ts';

/**
 * Questions chosen one after the other are steps of the browser's history: Back leads to the one before, or to the list,
 * which `actionId` null stands for.
 */
export function useStepsBack(actionId: string | null, change: ChangeQuestion): void {
  const last = useRef(actionId);
  useEffect(() => {
    const pop = ({ state }: PopStateEvent) => {
      const asked = askedIn(state);
      if (asked !== undefined)
        change('', (before) => (before.actionId === asked ? before : { ...before, actionId: asked }));
    };
    window.addEventListener('popstate', pop);
    return () => window.removeEventListener('popstate', pop);
  }, [change]);
  useEffect(() => {
    // An entry that was made for another reason, such as an analysis of its own, is that of the question before.
    if (askedIn(history.state) === undefined) history.replaceState({ ...history.state, asked: last.current }, '');
    if (askedIn(history.state) !== actionId) history.pushState({ ...history.state, asked: actionId }, '');
    last.current = actionId;
  }, [actionId]);
}

/** Whether an entry of the browser's history is a step within a question. */
export const isStep = (state: unknown): boolean => askedIn(state) !== undefined;

function askedIn(state: unknown): string | null | undefined {
  const { asked } = (state ?? {}) as { readonly asked?: unknown };
  return asked === null || typeof asked === 'string' ? asked : undefined;
}
