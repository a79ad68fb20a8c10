import { useMemo } from 'react';
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
  const input = useMemo(() => {
    if (action === null) return null;
    const body = inputOf(action, question);
    return maps.length > 1 ? { ...body, territory: map.id } : body;
  }, [action, question, maps, map]);
  const missing = action === null ? [] : missingIn(action, question);
  return { initial, history, question, change, action, drawing, map, input, missing };
}

export type Draft = ReturnType<typeof useDraft>;
