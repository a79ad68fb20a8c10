import { bars, byOf, type Part, placeName, type Section, type Telling } from '@hinterland/answers/words';
import type { Output } from './schema.ts';

const ORIGINS_SHOWN = 50;
const DESTINATIONS_SHOWN = 8;

/** How many pairs are reached, and the minutes of each: bars from one origin, else a table with a row per origin. */
export function tell({ origins, destinationCount, reachedCount, pairCount, method }: Output): Telling {
  const [only] = origins;
  return {
    sentence: {
      figure: { figure: reachedCount, unit: '' },
      at: { pointer: '/reachedCount', value: reachedCount },
      rest: {
        text: 'sentence.matrix',
        count: pairCount,
        with: {
          pairs: { figure: pairCount, unit: '' },
          minutes: { figure: method.maxMinutes, unit: 'minutes' },
          by: byOf(method.mode),
        },
      },
    },
    sections: only === undefined ? [] : origins.length === 1 ? [fromOne(only)] : [table(origins, destinationCount)],
  };
}

function fromOne(origin: Output['origins'][number]): Section {
  const listed = origin.destinations
    .map((to) => ({ id: String(to.id), name: placeName(to), value: to.minutes }))
    .toSorted((a, b) => (a.value ?? Infinity) - (b.value ?? Infinity));
  return {
    id: String(origin.id),
    title: { text: 'chart.matrix' },
    parts: [bars('bars', { unit: 'minutes' }, listed.slice(0, ORIGINS_SHOWN))],
  };
}

function table(origins: Output['origins'], destinationCount: number): Section {
  const shown = origins[0]!.destinations.slice(0, DESTINATIONS_SHOWN);
  const title = { text: 'chart.matrix' } as const;
  const isPart = destinationCount > shown.length;
  const part: Part = {
    kind: 'table',
    columns: [...shown.map(placeName), { field: 'reachedCount' }],
    rows: origins.slice(0, ORIGINS_SHOWN).map((origin, i) => ({
      id: String(origin.id),
      title: placeName(origin),
      cells: [
        ...origin.destinations.slice(0, DESTINATIONS_SHOWN).map(({ minutes }, j) => ({
          value: minutes,
          pointer: `/origins/${i}/destinations/${j}/minutes`,
          unit: 'minutes',
        })),
        { value: origin.reachedCount, pointer: `/origins/${i}/reachedCount`, unit: '' },
      ],
    })),
  };
  const first = { title, count: String(shown.length), all: String(destinationCount) };
  return { title: isPart ? { text: 'chart.first', with: first } : title, parts: [part] };
}
