import { bars, type Part, type Said, type Section, type Telling } from '@hinterland/answers/words';
import { nameOf } from './nameOf.ts';
import type { Output } from './schema.ts';
import { verdictOf } from './verdict.ts';

type Place = Output['places'][number];

const OPEN_MAX = 3;
const AMOUNTS = ['captured', 'takenFromCompetitors', 'takenFromOwn', 'newToMarket'] as const;

/** The best places by what a store there would add, the set that opens together with its bound, and where each place's sales come from. */
export function tell(result: Output): Telling {
  const { places, set, asked = [], search, gainUnit, currency } = result;
  // Answers of before this version have no place elsewhere.
  const elsewhere = result.elsewhere ?? null;
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
      ...(elsewhere === null && asked.length === 0 ? [] : [othersSection(elsewhere, asked, unit)]),
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

/** The best place elsewhere, and what holds of the places that were asked about. */
function othersSection(
  elsewhere: Output['elsewhere'],
  asked: NonNullable<Output['asked']>,
  unit: { unit: string; currency: string | null },
): Section {
  const shareOfBest = (score: number) => ({ figure: score / 100, unit: 'share' });
  return {
    title: { text: 'chart.searchOthers' },
    parts: [
      ...(elsewhere === null
        ? []
        : [
            textPart({
              text: 'search.elsewhere',
              with: {
                name: nameOf(elsewhere),
                gain: { figure: elsewhere.gain, ...unit },
                share: shareOfBest(elsewhere.score),
              },
            }),
          ]),
      ...asked.flatMap((place) => [
        textPart({ text: `search.why.${place.why}`, with: { name: nameOf(place) } }),
        ...(place.gain === null
          ? []
          : [
              textPart({
                text: place.rank === null ? 'search.askedFar' : 'search.asked',
                with: {
                  rank: String(place.rank),
                  gain: { figure: place.gain, ...unit },
                  share: shareOfBest(place.score!),
                },
              }),
            ]),
        ...(place.competitorsNear === null || place.competitorsNear === 0
          ? []
          : [textPart({ text: 'search.askedRivals', count: place.competitorsNear })]),
      ]),
    ],
  };
}

const textPart = (text: Said): Part => ({ kind: 'text', text });

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
