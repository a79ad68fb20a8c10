import { type HuffModel, huff } from '../market/huff.ts';
import { openingEffect } from '../market/siteEffect.ts';
import { conformalRange } from './conformal.ts';
import { type Beyond, beyondOf, unlikenessOf, wideningOf } from './likeness.ts';
import { openedTogether } from './openedTogether.ts';
import { groupAt, jointDraws, meanPerMiddle, neighborMisses, type Outlook, residualsOf } from './outlook.ts';
import { naiveForecast, type Rival } from './rivals.ts';
import { type Coefficients, huffMarket, type SalesMarket, type SalesStore, utilityOf } from './salesMarket.ts';
import type { SalesModel } from './salesModel.ts';
import { rootMeanSquare } from './select.ts';
import { type Place, traitsOf } from './traits.ts';

/** A range in money; `high` is null where too few stores say how wide it is. */
export interface SalesRange {
  readonly low: number;
  readonly high: number;
}

/** What a place would sell in a year. */
export interface SalesForecast {
  /** As many stores like this one sell more as sell less. */
  readonly sales: number;
  /** What such stores sell on average: the figure that sums, differences and costs are made of. */
  readonly mean: number;
  /** Null where there are too few own stores for one. */
  readonly range80: SalesRange | null;
  readonly range95: SalesRange | null;
  /** Own stores whose errors made the ranges: those of the format where there are enough. */
  readonly basis: { readonly stores: number; readonly format: string | null };
  readonly beyond: readonly Beyond[];
  /** Terms of the model whose value the place lacks: its range is as wide as without them. */
  readonly unknown: readonly string[];
  /** Positions in the model's stores, the most similar first. */
  readonly similar: readonly number[];
  /** What each own store of the model loses of the mean, by its position there; stores without a loss are left out. */
  readonly taken: readonly { readonly store: number; readonly taken: number; readonly range80: SalesRange | null }[];
  /** What all of them lose, never more than the mean, and what the owner gains of it. */
  readonly takenFromOwn: number;
  readonly netNew: number;
  readonly netNewRange80: SalesRange | null;
  /** What the best naive forecast expects on average. */
  readonly naive: { readonly rival: Rival; readonly mean: number };
}

/** What several places would sell if all of them opened, by means; ranges are those of the sums. */
export interface TogetherForecast {
  readonly mean: number;
  readonly range80: SalesRange;
  readonly range95: SalesRange;
  readonly takenFromOwn: number;
  readonly netNew: number;
  readonly netNewRange80: SalesRange;
  readonly netNewRange95: SalesRange;
}

export interface ForecastPlace extends Place, SalesStore {
  readonly format: string | null;
  /** Terms of the market whose value is not known here, and 0 in `values`. */
  readonly unknown?: readonly string[];
}

/** Own stores with the position of each in the market; null where the market of the places lacks it, so that nothing is taken from it. */
export type OwnStores = readonly (Place & { readonly position: number | null })[];

/** Fewest stores of a format whose errors make the ranges of that format (Mondrian conformal prediction). */
const STORES_OF_FORMAT = 20;
const SIMILAR = 3;

/** Forecasts sales of places, each opened alone beside all stores of the market. `checkpoint` may throw to stop. */
export function forecastSales(
  model: SalesModel,
  market: SalesMarket,
  ownStores: OwnStores,
  places: readonly ForecastPlace[],
  checkpoint: () => void = () => {},
): SalesForecast[] {
  return outlooksOf(model, market, ownStores, places, checkpoint).map(({ forecast }) => forecast);
}

/** The same with what the places would sell if all of them opened together; null for fewer than two. */
export function forecastTogether(
  model: SalesModel,
  market: SalesMarket,
  ownStores: OwnStores,
  places: readonly ForecastPlace[],
  checkpoint: () => void = () => {},
): { readonly each: readonly SalesForecast[]; readonly together: TogetherForecast | null } {
  const outlooks = outlooksOf(model, market, ownStores, places, checkpoint);
  const each = outlooks.map(({ forecast }) => forecast);
  if (places.length < 2) return { each, together: null };
  checkpoint();
  const { total, draws } = totalsOf(model, market, ownStores, places, outlooks);
  const rangeOf = (of: 'mean' | 'netNew', level: number) =>
    shareOf(
      draws.map((draw) => draw[of]),
      level,
    );
  return {
    each,
    together: {
      ...total,
      range80: rangeOf('mean', 0.8),
      range95: rangeOf('mean', 0.95),
      netNewRange80: rangeOf('netNew', 0.8),
      netNewRange95: rangeOf('netNew', 0.95),
    },
  };
}

/** What places sell together, and take of it from own stores. */
interface Totals {
  readonly mean: number;
  readonly takenFromOwn: number;
  readonly netNew: number;
}

/** Totals of places that all open, on average and in each joint draw. */
export function totalsOf(
  model: SalesModel,
  market: SalesMarket,
  ownStores: OwnStores,
  places: readonly ForecastPlace[],
  outlooks: readonly PlaceOutlook[] = outlooksOf(model, market, ownStores, places),
): { readonly total: Totals; readonly draws: readonly Totals[] } {
  const near = nearOf(ownStores);
  const stores = places.map((place) => ({
    utility: utilityOf(market, model.coefficients, place),
    steps: place.steps,
  }));
  const effects = openedTogether(
    huff(huffMarket(market, model.coefficients)),
    stores,
    near.map(({ position }) => position),
  );
  // Money per modeled spend is the place's own, whatever else opens.
  const totalOf = (money: (place: number) => number): Totals => {
    let mean = 0;
    const losses = near.map(() => 0);
    effects.forEach(({ captured, taken }, c) => {
      const per = outlooks[c]!.captured > 0 ? money(c) / outlooks[c]!.captured : 0;
      mean += per * captured;
      taken.forEach((spend, at) => {
        losses[at]! += per * spend;
      });
    });
    const takenFromOwn = losses.reduce((sum, lost, at) => sum + lostOf(model, near[at]!.store, lost), 0);
    return { mean, takenFromOwn, netNew: mean - takenFromOwn };
  };
  return {
    total: totalOf((c) => outlooks[c]!.mean),
    draws: jointDraws(outlooks).map((draw) => totalOf((c) => draw[c]!)),
  };
}

/** Joint draws of the sales of places, each opened alone: a row per draw. */
export const salesDraws = (...asked: Parameters<typeof outlooksOf>): Float64Array[] => jointDraws(outlooksOf(...asked));

interface PlaceOutlook extends Outlook {
  readonly forecast: SalesForecast;
  /** Modeled spend of the place opened alone. */
  readonly captured: number;
}

const nearOf = (ownStores: OwnStores) =>
  ownStores.flatMap(({ position }, store) => (position === null ? [] : [{ store, position }]));

/** A store loses no more than it sells. */
const lostOf = ({ stores }: SalesModel, store: number, lost: number): number => Math.min(stores[store]!.sales, lost);

/** What is expected of each place, with what its range and sums are made of. */
function outlooksOf(
  model: SalesModel,
  market: SalesMarket,
  ownStores: OwnStores,
  places: readonly ForecastPlace[],
  checkpoint: () => void = () => {},
): PlaceOutlook[] {
  const traits = traitsOf(
    market,
    places.map((place) => ({ ...place, position: null })),
    ownStores,
  );
  const near = nearOf(ownStores);
  const positions = near.map(({ position }) => position);
  const openedUnder = (coefficients: Coefficients, wanted: readonly number[]): Opened[] => {
    checkpoint();
    const under = huff(huffMarket(market, coefficients));
    return places.map((place) => opened(under, market, coefficients, place, wanted));
  };
  const whole = openedUnder(model.coefficients, positions);
  const folds = model.folds.map(({ coefficients }) => openedUnder(coefficients, []));
  const logSalesOf = ({ scale, elasticity }: Coefficients, captured: number) =>
    scale! + elasticity! * (Math.log(Math.max(captured, 1e-9)) - model.origin);
  const unlike = unlikenessOf(model.spans);
  const naive = naiveForecast(model, ownStores);
  const basisOf = basesOf(model, ownStores);
  return places.map((place, c): PlaceOutlook => {
    const beyond = beyondOf(traits[c]!, model.spans);
    const { basis, residuals, isMondrian, perMiddle, missed } = basisOf(place.format);
    const unknown = (place.unknown ?? []).filter((term) => (model.coefficients[term] ?? 0) !== 0);
    const widened = wideningOf(beyond) * wideningOfUnknown(residuals, scatterOf(model, market, ownStores, unknown));
    const foldLogs = folds.map((of, fold) => logSalesOf(model.folds[fold]!.coefficients, of[c]!.captured));
    const forecasts = basis.map((i) => foldLogs[model.stores[i]!.fold]!);
    const misses = residuals.map(Math.abs);
    const range = (level: number) => moneyOf(conformalRange(forecasts, misses, level, widened));
    const log = logSalesOf(model.coefficients, whole[c]!.captured);
    const { captured } = whole[c]!;
    const mean = Math.exp(log) * perMiddle;
    const range80 = range(0.8);
    // The market's shares say whom the customers leave, sales what they bring: of each sum that it may sell the same share is taken.
    const lossOf = (at: number, sold: number) =>
      captured > 0 ? lostOf(model, near[at]!.store, (sold * whole[c]!.taken[at]!) / captured) : 0;
    const netNewOf = (sold: number) => near.reduce((rest, _, at) => rest - lossOf(at, sold), sold);
    const ranged = (of: (sold: number) => number): SalesRange | null =>
      range80 === null ? null : { low: of(range80.low), high: of(range80.high) };
    const taken = near.flatMap(({ store }, at) => {
      const lost = lossOf(at, mean);
      return lost > 0 ? [{ store, taken: lost, range80: ranged((sold) => lossOf(at, sold)) }] : [];
    });
    const takenFromOwn = taken.reduce((sum, one) => sum + one.taken, 0);
    const forecast: SalesForecast = {
      sales: Math.exp(log),
      mean,
      range80,
      range95: range(0.95),
      basis: { stores: basis.length, format: isMondrian ? place.format : null },
      beyond,
      unknown,
      similar: model.stores
        .map((_, i) => i)
        .sort(
          (a, b) => unlike(traits[c]!, model.stores[a]!.traits) - unlike(traits[c]!, model.stores[b]!.traits) || a - b,
        )
        .slice(0, SIMILAR),
      taken: taken.sort((a, b) => b.taken - a.taken),
      takenFromOwn,
      netNew: mean - takenFromOwn,
      netNewRange80: ranged(netNewOf),
      naive: naive(place, traits[c]!),
    };
    return { forecast, captured, log, mean, foldLogs, misses: missed, group: groupAt(missed, place), widened };
  });
}

/** The own stores whose errors say how far a place of a format may be missed: those of the format where there are enough. */
function basesOf(model: SalesModel, ownStores: OwnStores) {
  const known = new Map<string | null, ReturnType<typeof of>>();
  const of = (format: string | null) => {
    const same = model.stores.flatMap((store, i) => (format !== null && store.format === format ? [i] : []));
    const isMondrian = same.length >= STORES_OF_FORMAT;
    const basis = isMondrian ? same : model.stores.map((_, i) => i);
    const residuals = residualsOf(model, basis);
    const missed = neighborMisses(
      basis.map((i) => ownStores[i]!),
      residuals,
    );
    return { basis, isMondrian, residuals, missed, perMiddle: meanPerMiddle(model, basis) };
  };
  return (format: string | null) => {
    const found = known.get(format) ?? of(format);
    known.set(format, found);
    return found;
  };
}

/** Standard deviation over own stores of what some terms add to ln of utility. */
function scatterOf(
  { coefficients }: SalesModel,
  market: SalesMarket,
  ownStores: OwnStores,
  terms: readonly string[],
): number {
  const sums = nearOf(ownStores).map(({ position }) =>
    terms.reduce(
      (sum, term) => sum + coefficients[term]! * market.stores[position]!.values[market.storeTerms.indexOf(term)]!,
      0,
    ),
  );
  const mean = sums.reduce((a, b) => a + b, 0) / Math.max(1, sums.length);
  return Math.sqrt(sums.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, sums.length - 1));
}

/** Factor on a range where what scatters sales by so much is not known. */
function wideningOfUnknown(residuals: readonly number[], scatter: number): number {
  return Math.hypot(1, scatter / Math.max(rootMeanSquare(residuals), 1e-6));
}

interface Opened {
  readonly captured: number;
  /** What each own store of the market loses, in modeled spend. */
  readonly taken: readonly number[];
}

function opened(
  under: HuffModel,
  market: SalesMarket,
  coefficients: Coefficients,
  place: ForecastPlace,
  positions: readonly number[],
): Opened {
  const store = { utility: utilityOf(market, coefficients, place), steps: place.steps };
  const { captured, takenFrom } = openingEffect(under, store, positions);
  return { captured, taken: positions.map((position) => takenFrom[position]!) };
}

function moneyOf({ low, high }: { readonly low: number; readonly high: number }): SalesRange | null {
  return high === Number.POSITIVE_INFINITY ? null : { low: Math.exp(low), high: Math.exp(high) };
}

/** The middle share of draws. */
function shareOf(draws: readonly number[], level: number): SalesRange {
  const sorted = [...draws].sort((a, b) => a - b);
  const out = Math.floor(((1 - level) / 2) * sorted.length);
  return { low: sorted[out]!, high: sorted[sorted.length - 1 - out]! };
}
