import { bars, nameOfFound, type Part, type Said, type Section, type Telling } from '@hinterland/answers/words';
import { forecastRanges, forecastSaid, modelSection, soldMost } from '../sales/tell.ts';
import { byForecast } from '../sales/verdict.ts';
import type { Output } from './schema.ts';
import { verdictOf } from './verdict.ts';

type Place = Output['places'][number];

const OPEN_MAX = 3;
const AMOUNTS = ['captured', 'takenFromCompetitors', 'takenFromOwn', 'newToMarket'] as const;

/** The best places by what a store there would add, the set that opens together with its bound, and where each place's sales come from. */
export function tell(result: Output): Telling {
  const { places, set, asked = [], search, gainUnit, currency, salesModel } = result;
  // Answers of before this version have no place elsewhere.
  const elsewhere = result.elsewhere ?? null;
  const [best] = places;
  const unit = { unit: gainUnit, currency };
  const listed = places.map((one) => ({
    id: jointOf(one),
    name: { words: [`${one.rank}.`, nameOfFound(one)] },
    value: one.gain,
    isQuiet: one.rank !== 1,
  }));
  const money = { unit: 'currency_per_year', currency: salesModel?.currency ?? null };
  const forecasts = byForecast(places);
  const [expected] = forecasts;
  return {
    verdict: verdictOf(result),
    sentence:
      expected !== undefined
        ? { figure: nameOfFound(expected.place), rest: soldMost(expected.forecast, money) }
        : best === undefined
          ? null
          : {
              figure: nameOfFound(best),
              rest: {
                text: 'sentence.search',
                count: search.candidates,
                with: { gain: { figure: best.gain, ...unit } },
              },
            },
    sections: [
      ...(forecasts.length === 0
        ? []
        : [
            {
              title: { text: 'forecast.ranges', with: { unit: money } },
              isKept: true,
              parts: [
                forecastRanges(
                  money,
                  forecasts.map(({ place, forecast }) => ({
                    id: jointOf(place),
                    name: { words: [`${place.rank}.`, nameOfFound(place)] },
                    forecast,
                  })),
                ),
              ],
            } as const,
          ]),
      {
        title: { text: forecasts.length === 0 ? 'chart.searchGain' : 'chart.marketModel', with: { unit } },
        parts: [bars('bars', unit, listed)],
      },
      ...asked.map((place, i) => askedSection(place, unit, i === 0)),
      ...(set === null ? [] : [setSection(set, unit)]),
      ...(elsewhere === null ? [] : [elsewhereSection(elsewhere, unit)]),
      ...places.flatMap((place, i): Section[] =>
        place.captured === undefined
          ? []
          : [
              {
                id: jointOf(place),
                title: { words: [`${place.rank}.`, nameOfFound(place)] },
                isFolded: i >= OPEN_MAX,
                parts: [
                  ...(place.forecast == null
                    ? []
                    : [{ kind: 'list', items: forecastSaid(place.forecast, money.currency) } as const]),
                  amounts(place, unit, `/places/${i}`),
                  ...reasons(place),
                ],
              },
            ],
      ),
      ...(salesModel === undefined ? [] : [modelSection(salesModel)]),
    ],
  };
}

/** Why a place is a good one, beside what it gains. */
function reasons({ withoutRival, stop, premises }: Place): Part[] {
  const currency = premises?.currency ?? null;
  const said: Said[] = [
    ...(withoutRival == null
      ? []
      : [{ text: 'search.withoutRival', with: { people: { figure: withoutRival, unit: 'residents' } } } as const]),
    ...(stop == null
      ? []
      : [{ text: 'search.stop', with: { name: stop.name, meters: { figure: stop.meters, unit: 'meters' } } } as const]),
    ...(premises?.rentPerMonth == null
      ? []
      : [
          {
            text: 'search.rent',
            with: { rent: { figure: premises.rentPerMonth, unit: 'currency_per_month', currency } },
          } as const,
        ]),
    ...(premises?.squareMeters == null
      ? []
      : [
          {
            text: 'search.floorArea',
            with: { area: { figure: premises.squareMeters, unit: 'square_meters' } },
          } as const,
        ]),
  ];
  return said.length === 0 ? [] : [{ kind: 'list', items: said }];
}

function setSection(set: NonNullable<Output['set']>, unit: { unit: string; currency: string | null }): Section {
  const chosen = set.places.map((place, i) => ({
    id: String(i + 1),
    name: { words: [`${i + 1}.`, nameOfFound(place)] },
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

type InUnit = { readonly unit: string; readonly currency: string | null };
const shareOfBest = (score: number): Said => ({ figure: score / 100, unit: 'share' });

/** What joins a place with the map: its own id, else where it lies. */
const jointOf = ({ id, lat, lng }: Pick<Place, 'id' | 'lat' | 'lng'>): string =>
  id === undefined ? `${lat} ${lng}` : String(id);

function elsewhereSection(elsewhere: NonNullable<Output['elsewhere']>, unit: InUnit): Section {
  const { gain, score } = elsewhere;
  return {
    id: jointOf(elsewhere),
    title: { text: 'chart.searchOthers' },
    parts: [
      textPart({
        text: 'search.elsewhere',
        with: { name: nameOfFound(elsewhere), gain: { figure: gain, ...unit }, share: shareOfBest(score) },
      }),
    ],
  };
}

/** What holds of a place that was asked about: its rank, and why it is not listed. */
function askedSection(place: NonNullable<Output['asked']>[number], unit: InUnit, isFirst: boolean): Section {
  const { id, why, gain, rank, score, competitorsNear } = place;
  return {
    id: String(id),
    ...(isFirst ? { title: { text: 'chart.searchAsked' } as const } : {}),
    parts: [
      textPart({ text: `search.why.${why}`, with: { name: nameOfFound(place) } }),
      ...(gain === null
        ? []
        : [
            textPart({
              text: rank === null ? 'search.askedFar' : 'search.asked',
              with: { rank: String(rank), gain: { figure: gain, ...unit }, share: shareOfBest(score!) },
            }),
          ]),
      ...(competitorsNear === null || competitorsNear === 0
        ? []
        : [textPart({ text: 'search.askedRivals', count: competitorsNear })]),
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
