import { type Bar, bars, type Said, type Section } from '@hinterland/answers/words';

interface Covered {
  readonly coveredByOne: number;
  readonly coveredByTwoOrMore: number;
  readonly unreached: number;
}

/** People whom one store reaches, several, or none in the areas touched. */
export const tellCovered = ({ coveredByOne, coveredByTwoOrMore, unreached }: Covered): Section => ({
  title: { text: 'covered.title' },
  parts: [
    bars('split', { unit: 'persons' }, [
      { id: 'one', name: { text: 'covered.one' }, value: coveredByOne },
      { id: 'more', name: { text: 'covered.more' }, value: coveredByTwoOrMore },
      { id: 'none', name: { text: 'covered.none' }, value: unreached },
    ]),
  ],
});

interface Gap {
  readonly code: string;
  readonly name: string;
  readonly kind: string;
  readonly unreached: number;
}

const GAPS_SHOWN = 6;

/** Areas with the most people whom no store reaches. */
export function tellGaps(areas: readonly Gap[]): readonly Section[] {
  const gaps = areas
    // A postcode is named by itself.
    .map(({ code, name, kind, unreached }): Bar & { value: number } => ({
      id: code,
      name: name === code ? { words: [{ code: kind }, code] } : name,
      value: unreached,
      isQuiet: true,
    }))
    .filter(({ value }) => value >= 1)
    .toSorted((a, b) => b.value - a.value);
  if (gaps.length === 0) return [];
  const others: Said = { text: 'covered.others', count: gaps.length - GAPS_SHOWN };
  return [
    {
      title: { text: 'covered.gaps' },
      parts: [
        bars('bars', { unit: 'persons' }, gaps.slice(0, GAPS_SHOWN)),
        ...(gaps.length > GAPS_SHOWN ? [{ kind: 'text', text: others } as const] : []),
      ],
    },
  ];
}
