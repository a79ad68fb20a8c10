import type { Decay, HuffParameters } from './decay.ts';
import { type Goodness, goodnessOf } from './goodness.ts';
import { type HuffModel, huff, type Market, marketOf, storeSales, storeShare } from './huff.ts';

/** Limits of a parameter; values outside make no sense for shops (docs/methods/calibration.md). */
export interface Bounds {
  readonly least: number;
  readonly most: number;
}

/** α on floor area. */
const ATTRACTION_BOUNDS: Bounds = { least: 0.2, most: 2 };
/** β on minutes of a power, and λ per minute of an exponential. */
const DISTANCE_BOUNDS: Readonly<Record<Decay['kind'], Bounds>> = {
  power: { least: 0.5, most: 4 },
  exponential: { least: 0.01, most: 1 },
};

/** All stores of a market and the spend of people, before any parameter is known. */
export interface CalibrationMarket {
  /** Yearly spend per point. */
  readonly demand: Float64Array;
  readonly stores: readonly { readonly attraction: number; readonly steps: Uint16Array }[];
  /** Start of the search; floor and limit stay as they are. */
  readonly parameters: HuffParameters;
  /** Utility of the outside option under given parameters. */
  outsideUtility(parameters: HuffParameters): number;
}

/** Sales that are known of some stores. */
export interface ObservedSales {
  /** Position in `stores`. */
  readonly store: number;
  /** Yearly sales, above 0. */
  readonly sales: number;
}

/** Customers that are known to come from a point to a store. */
export interface ObservedOrigins {
  /** Position in `stores`. */
  readonly store: number;
  /** Positions in `demand` of the points of an origin (the poles of a postcode, say). */
  readonly points: Uint32Array;
  /** Customers, 0 or more. */
  readonly customers: number;
}

export interface Calibration {
  readonly parameters: HuffParameters;
  /** Factor on all modeled sales to meet the observed ones; 1 if the scale was not free. */
  readonly scale: number;
  readonly before: Goodness;
  readonly after: Goodness;
  /** Parameters that ended at a bound: the data do not determine them. */
  readonly atBound: readonly ('attractionExponent' | 'decay')[];
  /** Figures of the same things as the observations, in their order, under the calibrated parameters. */
  readonly modelled: readonly number[];
  /** Number of sets of parameters that were tried. */
  readonly evaluations: number;
}

export interface CalibrationOptions {
  /** Keeps α: a few stores do not determine both parameters. */
  readonly fixedAttraction?: boolean;
  /** Allows one factor between modeled and observed sales: a shop sells only a part of its sector's goods. */
  readonly freeScale?: boolean;
  /** Called before every evaluation; may throw to stop. */
  readonly checkpoint?: () => void;
}

/**
 * Fits α and the decay of Huff's model to own sales: least squares of the logarithms of sales, so that a small store counts
 * as much as a large one. Throws RangeError for fewer observations than parameters.
 */
export function calibrateToSales(
  market: CalibrationMarket,
  observed: readonly ObservedSales[],
  options: CalibrationOptions = {},
): Calibration {
  const free = (options.fixedAttraction ? 1 : 2) + (options.freeScale ? 1 : 0);
  if (observed.length < free + 1) {
    throw new RangeError(
      `${observed.length} stores with sales are too few for ${free} parameters: give at least ${free + 1}.`,
    );
  }
  if (observed.some(({ sales }) => !(sales > 0 && Number.isFinite(sales)))) {
    throw new RangeError('Observed sales must be numbers above 0.');
  }
  const wanted = observed.map(({ sales }) => sales);
  const modelledUnder = (parameters: HuffParameters) => {
    const sales = storeSales(modelUnder(market, parameters));
    return observed.map(({ store }) => sales[store]!);
  };
  const scaleOf = (modelled: readonly number[]) =>
    options.freeScale ? Math.exp(mean(modelled.map((value, i) => Math.log(wanted[i]! / positive(value))))) : 1;
  const misfit = (modelled: readonly number[]) => {
    const scale = scaleOf(modelled);
    return modelled.reduce((sum, value, i) => sum + Math.log((scale * positive(value)) / wanted[i]!) ** 2, 0);
  };
  return fit(market.parameters, wanted, modelledUnder, misfit, scaleOf, options);
}

/**
 * Fits α and the decay to where customers come from: the parameters under which the observed customers of each store are most
 * likely (multinomial, a store's customers over all its origins), so that it matters not how many customers a store has.
 * Origins without modeled customers count as very unlikely, not as impossible.
 */
export function calibrateToOrigins(
  market: CalibrationMarket,
  observed: readonly ObservedOrigins[],
  options: CalibrationOptions = {},
): Calibration {
  const stores = [...new Set(observed.map(({ store }) => store))];
  const customersOf = new Map(stores.map((store) => [store, 0]));
  for (const { store, customers } of observed) {
    if (!(customers >= 0 && Number.isFinite(customers)))
      throw new RangeError('Customers must be numbers of 0 or more.');
    customersOf.set(store, customersOf.get(store)! + customers);
  }
  if (observed.length - stores.length < 2 || stores.some((store) => !(customersOf.get(store)! > 0))) {
    throw new RangeError('Customers of at least two origins per store are needed, and every store must have some.');
  }
  const wanted = observed.map(({ customers }) => customers);
  const modelledUnder = (parameters: HuffParameters) => {
    const model = modelUnder(market, parameters);
    const flows = observed.map(({ store, points }) => flowOf(model, store, points));
    const totals = new Map(stores.map((store) => [store, 0]));
    observed.forEach(({ store }, i) => void totals.set(store, totals.get(store)! + flows[i]!));
    return observed.map(({ store }, i) => {
      const total = totals.get(store)!;
      return total > 0 ? (customersOf.get(store)! * flows[i]!) / total : 0;
    });
  };
  const misfit = (modelled: readonly number[]) =>
    -modelled.reduce((sum, value, i) => {
      const ofStore = customersOf.get(observed[i]!.store)!;
      return sum + wanted[i]! * Math.log(Math.max(value / ofStore, 1e-9));
    }, 0);
  return fit(market.parameters, wanted, modelledUnder, misfit, () => 1, options);
}

function modelUnder({ demand, stores, outsideUtility }: CalibrationMarket, parameters: HuffParameters): HuffModel {
  const market: Market = marketOf(parameters, demand, stores, outsideUtility(parameters));
  return huff(market);
}

function flowOf(model: HuffModel, store: number, points: Uint32Array): number {
  let sum = 0;
  for (const point of points) sum += model.market.demand[point]! * storeShare(model, store, point);
  return sum;
}

/** Rounds of the search; each halves the step. */
const ROUNDS = 14;

/**
 * Compass search (R. Hooke and T. A. Jeeves, J. ACM 8, 1961) from the best corner of a coarse grid: steps along each parameter,
 * halved when none helps. It needs no derivatives, stays within the bounds, and gives the same every time.
 */
function fit(
  base: HuffParameters,
  wanted: readonly number[],
  modelledUnder: (parameters: HuffParameters) => readonly number[],
  misfit: (modelled: readonly number[]) => number,
  scaleOf: (modelled: readonly number[]) => number,
  { fixedAttraction = false, checkpoint }: CalibrationOptions,
): Calibration {
  const { kind } = base.decay;
  const distance = DISTANCE_BOUNDS[kind];
  const parametersAt = ([alpha, decay]: Point): HuffParameters => ({
    ...base,
    attractionExponent: alpha,
    decay: kind === 'power' ? { kind, exponent: decay } : { kind, perMinute: decay },
  });
  let evaluations = 0;
  const misfitAt = (point: Point) => {
    checkpoint?.();
    evaluations++;
    return misfit(modelledUnder(parametersAt(point)));
  };
  const start: Point = [
    base.attractionExponent,
    base.decay.kind === 'power' ? base.decay.exponent : base.decay.perMinute,
  ];
  const grid = (bounds: Bounds, steps: number) =>
    Array.from({ length: steps }, (_, i) => bounds.least + ((bounds.most - bounds.least) * i) / (steps - 1));
  const corners: Point[] = [
    start,
    ...(fixedAttraction ? [start[0]] : grid(ATTRACTION_BOUNDS, 5)).flatMap((alpha) =>
      grid(distance, 6).map((decay): Point => [alpha, decay]),
    ),
  ];
  let best = start;
  let least = Infinity;
  for (const corner of corners) {
    const value = misfitAt(corner);
    if (value < least) [best, least] = [corner, value];
  }
  let step: Point = [
    fixedAttraction ? 0 : (ATTRACTION_BOUNDS.most - ATTRACTION_BOUNDS.least) / 8,
    (distance.most - distance.least) / 10,
  ];
  for (let round = 0; round < ROUNDS; ) {
    const around = [
      [step[0], 0],
      [-step[0], 0],
      [0, step[1]],
      [0, -step[1]],
    ].flatMap(([alpha, decay]): Point[] => {
      if (alpha === 0 && decay === 0) return [];
      return [[clamp(best[0] + alpha!, ATTRACTION_BOUNDS, fixedAttraction), clamp(best[1] + decay!, distance, false)]];
    });
    const better = around.map((point) => ({ point, value: misfitAt(point) })).sort((a, b) => a.value - b.value)[0];
    if (better !== undefined && better.value < least) [best, least] = [better.point, better.value];
    else {
      step = [step[0] / 2, step[1] / 2];
      round++;
    }
  }
  const parameters = parametersAt(best);
  const [first, last] = [modelledUnder(base), modelledUnder(parameters)];
  const [scaleBefore, scale] = [scaleOf(first), scaleOf(last)];
  const modelled = last.map((value) => value * scale);
  const isAt = (value: number, bounds: Bounds) => value === bounds.least || value === bounds.most;
  return {
    parameters,
    scale,
    before: goodnessOf(
      wanted,
      first.map((value) => value * scaleBefore),
    ),
    after: goodnessOf(wanted, modelled),
    atBound: [
      ...(!fixedAttraction && isAt(best[0], ATTRACTION_BOUNDS) ? (['attractionExponent'] as const) : []),
      ...(isAt(best[1], distance) ? (['decay'] as const) : []),
    ],
    modelled,
    evaluations,
  };
}

/** α and β (or λ). */
type Point = readonly [number, number];

const clamp = (value: number, { least, most }: Bounds, isFixed: boolean): number =>
  isFixed ? value : Math.min(most, Math.max(least, value));

const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;

/** A store without modeled customers gets a tiny share, so that its logarithm exists. */
const positive = (value: number): number => Math.max(value, 1e-9);
