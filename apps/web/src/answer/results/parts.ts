import { partNames } from '@hinterland/answers/words';
import { useMemo } from 'react';
import { useWords } from '../../text/index.ts';

/** Names of the parts that a result has figures for, by their ids: bands, areas, the areas around. */
export function useParts(result: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  const words = useWords();
  return useMemo(() => {
    // Sections of a result of several have the same parts.
    const holders = [result, ...Object.values(result)].filter(
      (one): one is Readonly<Record<string, unknown>> => typeof one === 'object' && one !== null,
    );
    const names = holders.map(partNames).find(({ size }) => size > 0) ?? new Map();
    return new Map([...names].map(([id, said]) => [id, words.title(said)]));
  }, [result, words]);
}
