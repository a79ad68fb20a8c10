import { fit, type Observations, ROUGH } from './fit.ts';
import { evenFolds } from './folds.ts';
import { type Spans, spansOf, type Traits, unlikenessOf } from './likeness.ts';
import { modelledSales } from './modelledSales.ts';
import { RIVALS, type Rival, rivalForecasts } from './rivals.ts';
import { type Coefficients, pairsOf, type SalesMarket, startOf } from './salesMarket.ts';
import { rootMeanSquare, selectTerms } from './select.ts';
import { inseparable, intervalsOf, type TermEstimate } from './termEstimates.ts';
import { type Place, traitsOf } from './traits.ts';

/** Fewest stores that a model is fitted to. */
export const LEAST_STORES = 8;
/** Stores up to which each is left out alone; more share this many folds. */
const MOST_FOLDS = 24;

/** A store of the caller with its yearly sales. */
export interface ObservedStore extends Place {
  /** Position in `market.stores`; each store once. */
  readonly position: number;
  /** Above 0. */
  readonly sales: number;
  readonly format: string | null;
}

/** A store with what a model says that has not seen it. */
export interface StoreInModel {
  readonly sales: number;
  readonly format: string | null;
  readonly traits: Traits;
  /** Sales by the models without its fold; without its neighbors; by the model itself. */
  readonly leftOut: number;
  readonly leftOutWithNeighbors: number;
  readonly fitted: number;
  /** Its modeled spend E. */
  readonly spend: number;
  readonly fold: number;
  /** Whether it misses its forecast by far more than the others do. */
  readonly isOutlier: boolean;
}

/** All that forecasts need; numbers and text alone. */
export interface SalesModel {
  readonly decay: 'power' | 'exponential';
  readonly origin: number;
  readonly coefficients: Coefficients;
  readonly terms: readonly TermEstimate[];
  /** Per fold: the coefficients of the model without it. */
  readonly folds: readonly { readonly coefficients: Coefficients }[];
  readonly stores: readonly StoreInModel[];
  readonly spans: Spans;
  readonly path: readonly { readonly added: string; readonly error: number }[];
  readonly inseparable: readonly (readonly [string, string])[];
  /** Root mean squared error of ln sales over stores left out with their neighbors. */
  readonly error: number;
  readonly rivals: Readonly<Record<Rival, number>>;
}

export interface SalesModelOptions {
  /** Terms that may enter beside the scale. Default: all of the market. */
  readonly candidates?: readonly string[];
  readonly checkpoint?: () => void;
}

/**
 * Fits a market model to the sales of own stores: which terms stay is chosen by error on stores left out with their neighbors;
 * the residuals of stores left out make the ranges of forecasts. Deterministic. Throws RangeError for fewer than LEAST_STORES
 * stores, or a store that nobody can reach.
 */
export function fitSalesModel(
  market: SalesMarket,
  observed: readonly ObservedStore[],
  { candidates, checkpoint }: SalesModelOptions = {},
): SalesModel {
  if (observed.length < LEAST_STORES) {
    throw new RangeError(
      `${observed.length} stores with sales are too few for a model: give at least ${LEAST_STORES}.`,
    );
  }
  const observations = observationsOf(market, observed);
  const spots = observed.map(({ lat, lng }) => ({ x: lng * Math.cos((observed[0]!.lat * Math.PI) / 180), y: lat }));
  const open = candidates ?? ['distance', 'floorArea', 'elasticity', 'outside', ...market.storeTerms];
  const {
    fit: whole,
    path,
    leftOut: withNeighbors,
    folds: spatial,
  } = selectTerms(observations, spots, open, checkpoint);
  const even = evenFolds(observed.length, MOST_FOLDS);
  const without = Array.from({ length: Math.max(...even) + 1 }, (_, fold) => {
    checkpoint?.();
    return fit(observations, whole.terms, (i) => even[i] !== fold, whole.coefficients, ROUGH / 100);
  });
  const traits = traitsOf(
    market,
    observed.map(({ position, lat, lng }) => ({ ...market.stores[position]!, position, lat, lng })),
    observed,
  );
  const spans = spansOf(traits);
  const unlike = unlikenessOf(spans);
  const { logSales } = observations;
  const logAreas = Float64Array.from(traits, ({ floorArea }) => floorArea);
  const rivals = rivalForecasts(logSales, logAreas, (a, b) => unlike(traits[a]!, traits[b]!), spatial);
  const errorOf = (predicted: Float64Array) => rootMeanSquare(Array.from(logSales, (log, i) => log - predicted[i]!));
  const leftOut = Float64Array.from(observed, (_, i) => without[even[i]!]!.predicted[i]!);
  const outlying = outliersOf(Array.from(logSales, (log, i) => log - leftOut[i]!));
  return {
    decay: market.parameters.decay.kind,
    origin: observations.origin,
    coefficients: whole.coefficients,
    terms: intervalsOf(whole, without, observed.length),
    folds: without.map(({ coefficients }) => ({ coefficients })),
    stores: observed.map(({ sales, format }, i) => ({
      sales,
      format,
      traits: traits[i]!,
      leftOut: Math.exp(leftOut[i]!),
      leftOutWithNeighbors: Math.exp(withNeighbors[i]!),
      fitted: Math.exp(whole.predicted[i]!),
      spend: Math.exp(whole.logs[i]!),
      fold: even[i]!,
      isOutlier: outlying[i]!,
    })),
    spans,
    path,
    inseparable: inseparable(whole),
    error: errorOf(withNeighbors),
    rivals: Object.fromEntries(RIVALS.map((name) => [name, errorOf(rivals[name])])) as Record<Rival, number>,
  };
}

/** The stores of a market with what is known of them, ready to be fitted. Throws RangeError for a store nobody can reach. */
export function observationsOf(
  market: SalesMarket,
  observed: readonly Pick<ObservedStore, 'position' | 'sales'>[],
): Observations {
  const pairs = pairsOf(market);
  const stores = observed.map(({ position }) => position);
  const { logs } = modelledSales(market, pairs, startOf(market), stores);
  const alone = logs.indexOf(Number.NEGATIVE_INFINITY);
  if (alone >= 0) throw new RangeError(`Nobody lives within reach of store ${alone + 1}.`);
  return {
    market,
    pairs,
    stores,
    logSales: Float64Array.from(observed, ({ sales }) => Math.log(sales)),
    origin: logs.reduce((sum, log) => sum + log, 0) / logs.length,
  };
}

/** Robust standard deviations from which on a store is an outlier (B. Iglewicz and D. Hoaglin, 1993). */
const OUTLYING = 3.5;

function outliersOf(residuals: readonly number[]): boolean[] {
  const middle = medianOf(residuals);
  const spread = medianOf(residuals.map((value) => Math.abs(value - middle))) / 0.6745;
  return residuals.map((value) => spread > 0 && Math.abs(value - middle) / spread > OUTLYING);
}

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}
