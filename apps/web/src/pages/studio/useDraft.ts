import { useCallback, useMemo } from 'react';
import { type AskedAction, inputOf, missingIn, type Question } from './question.ts';
import { DRAWING } from './useArea.ts';
import { useLooked } from './useLooked.ts';
import { type TerritoryMap, territoryOf } from './useMaps.ts';
import { useQuestion } from './useQuestion.ts';

/** The draft: the question with its history, the action that answers it, its map, and the body of the call. */
export function useDraft(actions: readonly AskedAction[], maps: readonly TerritoryMap[], initial: Question) {
  const history = useQuestion(initial);
  const { question, change } = history;
  const territory = useLooked().get('territory');
  const action = actions.find(({ descriptor }) => descriptor.id === question.actionId) ?? null;
  const drawing = actions.find(({ descriptor }) => descriptor.id === DRAWING);
  const map = territoryOf(maps, question.places, territory) as TerritoryMap;
  const bodyOf = useCallback(
    (asked: Question) => {
      if (action === null) return null;
      const body = inputOf(action, asked);
      return maps.length > 1 ? { ...body, territory: map.id } : body;
    },
    [action, maps, map],
  );
  const input = useMemo(() => bodyOf(question), [bodyOf, question]);
  const missing = action === null ? [] : missingIn(action, question);
  return { initial, history, question, change, action, drawing, map, bodyOf, input, missing };
}

export type Draft = ReturnType<typeof useDraft>;
