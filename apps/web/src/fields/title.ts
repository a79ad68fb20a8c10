import { measureOf } from '@hinterland/answers/words';
import { useMemo } from 'react';
import { type TextKey, useText, useWords } from '../text/index.ts';

/** Names of members, values and actions: from the texts where they have one, else what the service calls them. */
export function useNames() {
  const { say } = useText();
  const words = useWords();
  return useMemo(() => {
    const named = (key: string, otherwise: string) => say(key as TextKey, { defaultValue: otherwise });
    const field = (name: string) => words.title({ field: name });
    return {
      field,
      /** Title of a figure of an answer where it stands alone, on a card or above a column: "Reach only this store". */
      figure: (name: string) => named(`desk.${name}`, '') || field(name),
      /** Label of a number that is typed, in the unit of the interface: "Farthest road, m". */
      typed: (name: string) => {
        const { unit, factor } = measureOf(name);
        return unit === '' || factor !== 1 ? field(name) : `${field(name)}, ${unit}`;
      },
      value: (value: string | number) => words.title({ code: String(value) }),
      /** The word for a value where the texts have one, else the value. */
      known: (value: string) => named(`value.${value}`, value),
      /** What a member changes; undefined where the texts do not say. */
      help: (name: string): string | undefined => named(`help.${name}`, '') || undefined,
      /** What an action is asked, or its title where that stands for it. */
      question: (actionId: string, title: string) => named(`ask.${actionId}`, named(`action.${actionId}`, title)),
    };
  }, [say, words]);
}
