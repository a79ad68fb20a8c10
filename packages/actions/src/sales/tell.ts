import type { RangeOf, Ranges, Said, Section, Unit } from '@hinterland/answers/words';
import type { ForecastOfPlace, SalesModelSaid, Together } from './fields.ts';

/** Own stores from which on a range of 95% holds what it says; with fewer it held 90.9% in simulated chains (docs/benchmarks.md). */
export const ENOUGH_FOR_95 = 20;

/** Strangers do not have the stores that a place is like. */
type ToldForecast = Omit<ForecastOfPlace, 'similar'> & Partial<Pick<ForecastOfPlace, 'similar'>>;

/** What a place would sell: the range always beside the number, what makes it less sure, whom it takes from, what it is like. */
export function forecastSaid(
  { sales, mean, range80, range95, basis, beyond, unknown, takenFromOwn, similar = [] }: ToldForecast,
  currency: string | null,
): readonly Said[] {
  const money = (figure: number): Said => ({ figure, unit: 'currency_per_year', currency });
  const first: Said =
    range80 === null
      ? { text: 'forecast.noRange', with: { sales: money(mean ?? sales) } }
      : {
          text: 'forecast.range',
          with: { sales: money(mean ?? sales), low: money(range80.low), high: money(range80.high) },
        };
  const like = similar.map(
    (store): Said => ({
      text: 'forecast.likeStore',
      with: { name: store.name ?? String(store.id), sales: money(store.sales) },
    }),
  );
  return [
    first,
    ...(mean === undefined ? [] : [{ text: 'forecast.middle', with: { sales: money(sales) } } as const]),
    ...(range95 === null || basis.stores >= ENOUGH_FOR_95
      ? []
      : [{ text: 'forecast.few95', with: { stores: { figure: basis.stores, unit: '' } } } as const]),
    ...(beyond.length === 0 ? [] : [{ text: 'forecast.beyond' } as const]),
    ...beyond.map(({ trait, side }): Said => ({ text: `forecast.${trait as 'floorArea'}.${side}` })),
    ...(unknown === undefined || unknown.length === 0
      ? []
      : [{ text: 'forecast.unknown', with: { names: unknown.join(', ') } } as const]),
    ...(takenFromOwn > 0 ? [{ text: 'forecast.taken', with: { taken: money(takenFromOwn) } } as const] : []),
    ...(like.length === 0 ? [] : [{ text: 'forecast.similar', with: { stores: { all: like } } } as const]),
  ];
}

/** What all places would sell and add if all of them opened. */
export function togetherSaid(
  { mean, range80, netNew, netNewRange80 }: NonNullable<Together>,
  places: number,
  unit: Unit,
): Said {
  const money = (figure: number): Said => ({ figure, ...unit });
  return {
    text: 'forecast.together',
    with: {
      places: String(places),
      sales: money(mean),
      low: money(range80.low),
      high: money(range80.high),
      gain: money(netNew),
      gainLow: money(netNewRange80.low),
      gainHigh: money(netNewRange80.high),
    },
  };
}

/** The rest of a sentence on the place that would sell most; the range is always said with the number. */
export function soldMost({ sales: middle, mean, range80 }: ForecastOfPlace, unit: Unit): Said {
  const money = (figure: number): Said => ({ figure, ...unit });
  const sales = mean ?? middle;
  return range80 === null
    ? { text: 'sentence.forecastNoRange', with: { sales: money(sales) } }
    : {
        text: 'sentence.forecast',
        with: { sales: money(sales), low: money(range80.low), high: money(range80.high) },
      };
}

/** A place with its forecast. */
export interface Forecast {
  readonly id: string;
  readonly name: Said;
  readonly forecast: ForecastOfPlace;
}

/** What places would sell, each with its ranges. */
export const forecastRanges = (unit: Unit, forecasts: readonly Forecast[]): Ranges => ({
  kind: 'ranges',
  ...unit,
  ranges: forecasts.map(
    ({ id, name, forecast: { sales, mean, range80, range95, beyond } }): RangeOf => ({
      id,
      name,
      value: mean ?? sales,
      eight: range80,
      nineteen: range95,
      ...(beyond.length > 0 ? { isBeyond: true } : {}),
    }),
  ),
});

/** The first sentence on a model. One that was answered before it had figures is said in English. */
function modelSaid({ sentence, beatsRivals, stores, error, bestRival: rival }: SalesModelSaid): Said {
  if (stores === undefined || error === undefined || rival === undefined) return { english: sentence };
  return {
    text: beatsRivals ? 'forecast.beats' : 'forecast.loses',
    with: {
      stores: { figure: stores, unit: '' },
      error: { figure: error, unit: 'share' },
      rival: { text: `forecast.rival.${rival.name}` },
      rivalError: { figure: rival.error, unit: 'share' },
    },
  };
}

/** The page that says how sure forecasts are: whether the model beats naive ones, and how wide it may miss. */
export function modelSection(model: SalesModelSaid): Section {
  return {
    title: { text: 'forecast.howSure' },
    isKept: true,
    parts: [
      { kind: 'text', text: modelSaid(model) },
      ...(model.withinFifth === undefined
        ? []
        : [
            {
              kind: 'text',
              text: {
                text: 'forecast.withinFifth',
                with: {
                  model: { figure: model.withinFifth.model, unit: 'share' },
                  rival: { figure: model.withinFifth.bestRival, unit: 'share' },
                },
              },
            } as const,
          ]),
      { kind: 'text', text: { text: 'forecast.howSureText' } },
      ...(model.note === '' ? [] : [{ kind: 'text', text: { text: 'forecast.dataChanged' } } as const]),
    ],
  };
}

/** What a model expects of a new store at the place of an answer, and how sure that is. */
export function forecastSections({
  forecast,
  salesModel,
}: {
  readonly forecast?: ForecastOfPlace | null | undefined;
  readonly salesModel?: SalesModelSaid | undefined;
}): readonly Section[] {
  if (forecast == null || salesModel === undefined) return [];
  const money = { unit: 'currency_per_year', currency: salesModel.currency };
  return [
    {
      title: { text: 'forecast.ranges', with: { unit: money } },
      isKept: true,
      parts: [
        forecastRanges(money, [{ id: 'here', name: { text: 'forecast.here' }, forecast }]),
        { kind: 'list', items: forecastSaid(forecast, salesModel.currency) },
      ],
    },
    modelSection(salesModel),
  ];
}
