import { bars, type Part, type Said, type Section, type Telling } from '@hinterland/answers/words';
import { nameOf } from './nameOf.ts';
import type { Output } from './schema.ts';
import { verdictOf } from './verdict.ts';

type Place = Output['places'][number];

const OPEN_MAX = 3;
const AMOUNTS = ['captured', 'takenFromCompetitors', 'takenFromOwn', 'newToMarket'] as const;

/** The best places by what a store there would add, the set that opens together with its bound, and where each place's sales come from. */
export function tell(result: Output): Telling {
  const { places, set, search, gainUnit, currency } = result;
  const [best] = places;
  const unit = { unit: gainUnit, currency };
  const listed = places.map((one) => ({
    id: String(one.rank),
    name: { words: [`${one.rank}.`, nameOf(one)] },
    value: one.gain,
    isQuiet: one.rank !== 1,
  }));
  return {
    verdict: verdictOf(result),
    sentence:
      best === undefined
        ? null
        : {
            figure: nameOf(best),
            rest: {
              text: 'sentence.search',
              count: search.candidates,
              with: { gain: { figure: best.gain, ...unit } },
            },
          },
    sections: [
      { title: { text: 'chart.searchGain', with: { unit } }, parts: [bars('bars', unit, listed)] },
      ...(set === null ? [] : [setSection(set, unit)]),
      ...places.flatMap((place, i): Section[] =>
        place.captured === undefined
          ? []
          : [
              {
                id: String(place.rank),
                title: { words: [`${place.rank}.`, nameOf(place)] },
                isFolded: i >= OPEN_MAX,
                parts: [amounts(place, unit, `/places/${i}`)],
              },
            ],
      ),
    ],
  };
}

function setSection(set: NonNullable<Output['set']>, unit: { unit: string; currency: string | null }): Section {
  const chosen = set.places.map((place, i) => ({
    id: String(i + 1),
    name: { words: [`${i + 1}.`, nameOf(place)] },
    value: place.adds,
  }));
  const [total, bound]: Said[] = [set.total, set.upperBound].map((figure) => ({ figure, ...unit }));
  const text = set.status === 'optimal' ? ('search.optimal' as const) : ('search.bound' as const);
  return {
    title: { text: 'chart.searchSet' },
    unit,
    parts: [bars('bars', unit, chosen), { kind: 'text', text: { text, with: { total: total!, bound: bound! } } }],
  };
}

const amounts = (place: Place, unit: { unit: string; currency: string | null }, pointer: string): Part => ({
  kind: 'table',
  columns: [],
  rows: AMOUNTS.map((member) => ({
    id: member,
    title: { text: `rank.${member}` } as const,
    unit,
    cells: [{ value: place[member] ?? null, pointer: `${pointer}/${member}`, unit: unit.unit }],
  })),
});
