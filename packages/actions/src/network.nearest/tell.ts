import { bars, byOf, placeName, type Section, type Sentence, type Telling } from '@hinterland/answers/words';
import type { Output } from './schema.ts';

const OPEN_MAX = 3;
const SECTIONS_MAX = 50;

type Origin = Output['origins'][number];

/** The nearest place of the first origin that has one, and the places near each origin with minutes and meters. */
export function tell({ origins, method }: Output): Telling {
  const at = origins.findIndex(({ nearest }) => nearest.length > 0);
  const by = byOf(method.mode);
  const none: Sentence = {
    figure: { figure: 0, unit: '' },
    rest: { text: 'sentence.nearestNone', with: { minutes: { figure: method.maxMinutes, unit: 'minutes' }, by } },
  };
  return {
    sentence: at === -1 ? none : sentenceOf(origins[at]!, `/origins/${at}/nearest/0/minutes`, by),
    sections: origins.slice(0, SECTIONS_MAX).flatMap((origin, i) => sectionOf(origin, i)),
  };
}

function sentenceOf(origin: Origin, pointer: string, by: ReturnType<typeof byOf>): Sentence {
  const [first] = origin.nearest;
  const value = first!.minutes!;
  return {
    figure: { figure: value, unit: 'minutes' },
    at: { pointer, value },
    rest: { text: 'sentence.nearest', with: { by, from: placeName(origin), name: placeName(first!) } },
  };
}

function sectionOf(origin: Origin, i: number): Section[] {
  const { nearest } = origin;
  if (nearest.length === 0) return [];
  const titled = nearest.map((one) => ({ ...one, title: { words: [`${one.rank}.`, placeName(one)] } }));
  const hasMeters = nearest.some(({ meters }) => meters !== null);
  return [
    {
      id: String(origin.id),
      title: placeName(origin),
      isFolded: i >= OPEN_MAX,
      parts: [
        bars(
          'bars',
          { unit: 'minutes' },
          titled.map(({ rank, title, minutes }) => ({ id: String(rank), name: title, value: minutes })),
        ),
        {
          kind: 'table',
          isFolded: true,
          columns: [{ field: 'minutes' }, ...(hasMeters ? [{ field: 'meters' } as const] : [])],
          rows: titled.map(({ rank, title, minutes, meters }, j) => ({
            id: String(rank),
            title,
            cells: [
              { value: minutes, pointer: `/origins/${i}/nearest/${j}/minutes`, unit: 'minutes' },
              ...(hasMeters ? [{ value: meters, pointer: `/origins/${i}/nearest/${j}/meters`, unit: 'meters' }] : []),
            ],
          })),
        },
      ],
    },
  ];
}
