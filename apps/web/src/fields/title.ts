import { useMemo } from 'react';
import { type TextKey, useText } from '../text/index.ts';

/** Units at the end of a name, which stand beside the figure instead. */
const UNIT = /(?<=[a-z])(Seconds|Meters|Minutes|SquareKm|SquareMeters|Percent)$/;

/**
 * Units that a number is typed in, by the end of its member's name: those of the interface. Figures are shown in others, seconds as minutes
 * for instance (`features/results/figure.ts`).
 */
const TYPED_UNITS: readonly (readonly [RegExp, TextKey])[] = [
  [/(^s|S)quareMeters$/, 'studio.unit.squareMeters'],
  [/[a-z]Meters$/, 'studio.unit.meters'],
  [/[a-z]Minutes$/, 'studio.unit.minutes'],
];

/** "snapLimitMeters" reads "Snap limit", "male_0_4" reads "Male 0 4". */
export function readable(name: string): string {
  const words = name
    .replace(UNIT, '')
    .replace(/[._]+/g, ' ')
    .replace(/([a-z0-9])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`)
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Names of members, values and actions: from the texts where they have one, else what the service calls them. */
export function useNames() {
  const { say } = useText();
  return useMemo(() => {
    const named = (key: string, otherwise: string) => say(key as TextKey, { defaultValue: otherwise });
    const field = (name: string) => named(`studio.field.${name}`, readable(name));
    return {
      field,
      /** Label of a number that is typed: "Farthest road, m". */
      typed: (name: string) => {
        const unit = TYPED_UNITS.find(([end]) => end.test(name))?.[1];
        return unit === undefined ? field(name) : `${field(name)}, ${say(unit)}`;
      },
      value: (value: string | number) => named(`studio.value.${value}`, readable(String(value))),
      /** The word for a value where the texts have one, else the value. */
      known: (value: string) => named(`studio.value.${value}`, value),
      question: (actionId: string, title: string) => named(`studio.ask.${actionId}`, title),
    };
  }, [say]);
}
