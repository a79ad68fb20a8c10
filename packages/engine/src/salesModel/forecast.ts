import { type HuffModel, huff } from '../market/huff.ts';
import { openingEffect } from '../market/siteEffect.ts';
import { conformalRange } from './conformal.ts';
import { type Beyond, beyondOf, unlikenessOf, wideningOf } from './likeness.ts';
import { type Coefficients, huffMarket, type SalesMarket, type SalesStore, utilityOf } from './salesMarket.ts';
import type { SalesModel } from './salesModel.ts';
import { type Place, traitsOf } from './traits.ts';

/** A range in money; `high` is null where too few stores say how wide it is. */
export interface SalesRange {
  readonly low: number;
  readonly high: number;
}

/** What a place would sell in a year. */
export interface SalesForecast {
  readonly sales: number;
  /** Null where there are too few own stores for one. */
  readonly range80: SalesRange | null;
  readonly range95: SalesRange | null;
  /** Own stores whose errors made the ranges: those of the format where there are enough. */
  readonly basis: { readonly stores: number; readonly format: string | null };
  readonly beyond: readonly Beyond[];
  /** Positions in the model's stores, the most similar first. */
  readonly similar: readonly number[];
  /** What each own store of the model loses, by its position there; stores without a loss are left out. */
  readonly taken: readonly { readonly store: number; readonly taken: number; readonly range80: SalesRange | null }[];
  /** What all of them lose, and what the owner gains. */
  readonly takenFromOwn: number;
  readonly netNew: number;
  readonly netNewRange80: SalesRange | null;
}

export interface ForecastPlace extends Place, SalesStore {
  readonly format: string | null;
}

/** Fewest stores of a format whose errors make the ranges of that format (Mondrian conformal prediction). */
const STORES_OF_FORMAT = 20;
const SIMILAR = 3;

/**
 * Forecasts sales of places, each opened alone beside all stores of the market. In: the position in the market of each store of
 * the model; null where the market of these places lacks it, so that nothing is taken from it. `checkpoint` may throw to stop.
 */
export function forecastSales(
  model: SalesModel,
  market: SalesMarket,
  ownStores: readonly (Place & { readonly position: number | null })[],
  places: readonly ForecastPlace[],
  checkpoint: () => void = () => {},
): SalesForecast[] {
  const traits = traitsOf(
    market,
    places.map((place) => ({ ...place, position: null })),
    ownStores,
  );
  const near = ownStores.flatMap(({ position }, store) => (position === null ? [] : [{ store, position }]));
  const positions = near.map(({ position }) => position);
  const openedUnder = (coefficients: Coefficients): Opened[] => {
    checkpoint();
    const under = huff(huffMarket(market, coefficients));
    return places.map((place) => opened(under, market, coefficients, place, positions));
  };
  const whole = openedUnder(model.coefficients);
  const folds = model.folds.map(({ coefficients }) => openedUnder(coefficients));
  const logSalesOf = ({ scale, elasticity }: Coefficients, captured: number) =>
    scale! + elasticity! * (Math.log(Math.max(captured, 1e-9)) - model.origin);
  const unlike = unlikenessOf(model.spans);
  return places.map((place, c) => {
    const beyond = beyondOf(traits[c]!, model.spans);
    const widened = wideningOf(beyond);
    const ofFormat = model.stores.flatMap(({ format }, i) =>
      place.format !== null && format === place.format ? [i] : [],
    );
    const isMondrian = ofFormat.length >= STORES_OF_FORMAT;
    const basis = isMondrian ? ofFormat : model.stores.map((_, i) => i);
    const forecasts = basis.map((i) => {
      const { fold } = model.stores[i]!;
      return logSalesOf(model.folds[fold]!.coefficients, folds[fold]![c]!.captured);
    });
    const residuals = basis.map((i) => Math.log(model.stores[i]!.sales / model.stores[i]!.leftOut));
    const misses = residuals.map(Math.abs);
    const range = (level: number) => moneyOf(conformalRange(forecasts, misses, level, widened));
    const sales = Math.exp(logSalesOf(model.coefficients, whole[c]!.captured));
    // If the place sells more than is forecast, it takes more: by the miss of a store that was left out.
    const lossOf = (store: number, at: number, times = 1) => {
      const { sales: sold, spend } = model.stores[store]!;
      const share = Math.min(0.999999, (times * whole[c]!.taken[at]!) / spend);
      return sold * (1 - (1 - share) ** model.coefficients.elasticity!);
    };
    const draws = basis.map((_, k) => {
      const times = Math.exp(widened * residuals[k]!);
      return {
        sales: Math.exp(forecasts[k]! + widened * residuals[k]!),
        losses: near.map(({ store }, at) => lossOf(store, at, times)),
      };
    });
    const taken = near.flatMap(({ store }, at) => {
      const lost = lossOf(store, at);
      if (!(lost > 0)) return [];
      return [{ store, taken: lost, range80: middleOf(draws.map(({ losses }) => losses[at]!)) }];
    });
    const takenFromOwn = taken.reduce((sum, one) => sum + one.taken, 0);
    return {
      sales,
      range80: range(0.8),
      range95: range(0.95),
      basis: { stores: basis.length, format: isMondrian ? place.format : null },
      beyond,
      similar: model.stores
        .map((_, i) => i)
        .sort(
          (a, b) => unlike(traits[c]!, model.stores[a]!.traits) - unlike(traits[c]!, model.stores[b]!.traits) || a - b,
        )
        .slice(0, SIMILAR),
      taken: taken.sort((a, b) => b.taken - a.taken),
      takenFromOwn,
      netNew: sales - takenFromOwn,
      netNewRange80: middleOf(draws.map((draw) => draw.sales - draw.losses.reduce((sum, lost) => sum + lost, 0))),
    };
  });
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

/** The middle 80% of draws, null for fewer than nine. */
function middleOf(draws: readonly number[]): SalesRange | null {
  const sorted = [...draws].sort((a, b) => a - b);
  const rank = Math.ceil(0.9 * (sorted.length + 1)) - 1;
  if (rank >= sorted.length) return null;
  return { low: sorted[sorted.length - 1 - rank]!, high: sorted[rank]! };
}
