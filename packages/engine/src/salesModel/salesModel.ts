import { isBetter, withinFifth } from './claims.ts';
import { fit, type Observations, ROUGH } from './fit.ts';
import { evenFolds } from './folds.ts';
import { type Spans, spansOf, type Traits } from './likeness.ts';
import { modelledSales } from './modelledSales.ts';
import { bestRivalOf, RIVALS, type Rival, type RivalErrors, rivalForecasts } from './rivals.ts';
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
  /** The same of the rivals. */
  readonly rivals: RivalErrors;
  /** Whether it misses less than every rival by one standard error of paired folds. Models that were learned before lack this and what follows. */
  readonly isBetter?: boolean | undefined;
  /** Share of stores whose sales lie within 20% of what is said of them, left out with their neighbors; the same of the best rival. */
  readonly withinFifth?: number | undefined;
  readonly rivalWithinFifth?: number | undefined;
  /** Terms that would have ended at a bound: the sector's value stands in their place. */
  readonly atBound?: readonly { readonly term: string; readonly bound: number; readonly value: number }[] | undefined;
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
  given: readonly ObservedStore[],
  { candidates, checkpoint }: SalesModelOptions = {},
): SalesModel {
  if (given.length < LEAST_STORES) {
    throw new RangeError(`${given.length} stores with sales are too few for a model: give at least ${LEAST_STORES}.`);
  }
  // Folds follow from places and sales, so that the order of a list changes nothing.
  const order = given.map((_, i) => i).sort((a, b) => inOrder(given[a]!, given[b]!));
  const observed = order.map((i) => given[i]!);
  const observations = observationsOf(
    market,
    observed,
    order.map((i) => i + 1),
  );
  const spots = observed.map(({ lat, lng }) => ({ x: lng * Math.cos((observed[0]!.lat * Math.PI) / 180), y: lat }));
  const open = candidates ?? ['distance', 'floorArea', 'elasticity', 'outside', ...market.storeTerms];
  const {
    fit: whole,
    path,
    leftOut: withNeighbors,
    folds: spatial,
    atBound,
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
  const { logSales } = observations;
  const known = observed.map(({ lat, lng }, i) => ({ lat, lng, traits: traits[i]!, logSales: logSales[i]! }));
  const rivals = rivalForecasts(known, spans, spatial);
  const errorsOf = (predicted: Float64Array) => logSales.map((log, i) => log - predicted[i]!);
  const errors = errorsOf(withNeighbors);
  const missed = Object.fromEntries(RIVALS.map((name) => [name, errorsOf(rivals[name])])) as Record<
    Rival,
    Float64Array
  >;
  const missOf = Object.fromEntries(RIVALS.map((name) => [name, rootMeanSquare([...missed[name]])])) as Record<
    Rival,
    number
  >;
  const leftOut = Float64Array.from(observed, (_, i) => without[even[i]!]!.predicted[i]!);
  const outlying = outliersOf(Array.from(logSales, (log, i) => log - leftOut[i]!));
  return {
    decay: market.parameters.decay.kind,
    origin: observations.origin,
    coefficients: whole.coefficients,
    terms: intervalsOf(whole, without, observed.length),
    folds: without.map(({ coefficients }) => ({ coefficients })),
    stores: inGivenOrder(order, (i) => ({
      sales: observed[i]!.sales,
      format: observed[i]!.format,
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
    error: rootMeanSquare([...errors]),
    rivals: missOf,
    isBetter: RIVALS.every((name) => isBetter(errors, missed[name], spatial)),
    withinFifth: withinFifth(errors),
    rivalWithinFifth: withinFifth(missed[bestRivalOf(missOf)]),
    atBound,
  };
}

/** Puts what is known of stores back into the order in which they were given. */
function inGivenOrder<T>(order: readonly number[], of: (at: number) => T): T[] {
  const found: T[] = [];
  order.forEach((given, at) => {
    found[given] = of(at);
  });
  return found;
}

const inOrder = (a: ObservedStore, b: ObservedStore): number => a.lat - b.lat || a.lng - b.lng || a.sales - b.sales;

/** The stores of a market with what is known of them, ready to be fitted. Throws RangeError for a store nobody can reach. */
export function observationsOf(
  market: SalesMarket,
  observed: readonly Pick<ObservedStore, 'position' | 'sales'>[],
  numbers: readonly number[] = observed.map((_, i) => i + 1),
): Observations {
  const pairs = pairsOf(market);
  const stores = observed.map(({ position }) => position);
  const { logs } = modelledSales(market, pairs, startOf(market), stores);
  const alone = logs.indexOf(Number.NEGATIVE_INFINITY);
  if (alone >= 0) throw new RangeError(`Nobody lives within reach of store ${numbers[alone]}.`);
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
