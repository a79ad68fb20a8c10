import { decayTable, type HuffParameters } from './decay.ts';

/** A store as the points of a market see it. */
export interface MarketStore {
  /** attraction^α, above 0. */
  readonly utility: number;
  /** Per point the step of its travel time, an index of `Market.decay`. */
  readonly steps: Uint16Array;
}

/** Points with spend, and all stores that they may choose from, of any owner and at any place. */
export interface Market {
  /** Yearly spend of each point, 0 or more. */
  readonly demand: Float64Array;
  readonly stores: readonly MarketStore[];
  /** Utility of attraction 1 by step; 0 where a store is too far to be chosen. */
  readonly decay: Float64Array;
  /**
   * U₀: utility of everything else: ordering online, a shop beyond the limit, not buying. 0 makes the
   * textbook model, in which everything is spent in the stores.
   */
  readonly outsideUtility: number;
}

/**
 * A market whose choices are known: point p spends at store j the share P_pj = U_pj ÷ (U₀ + Σ_k U_pk) of its demand, with
 * U_pj = attraction_j^α · f(t_pj), 0 beyond the limit (D. L. Huff, Land Economics 39, 1963; Journal of Marketing 28, 1964).
 * Invariants: shares of a point and of the outside option add up to 1; a store more never raises another's share.
 */
export interface HuffModel {
  readonly market: Market;
  /** U₀ + Σ_k U_pk per point. */
  readonly utilitySums: Float64Array;
}

/** Returns a market of stores with attractions (floor area, or anything above 0) and the steps of travel times. */
export function marketOf(
  parameters: HuffParameters,
  demand: Float64Array,
  stores: readonly { readonly attraction: number; readonly steps: Uint16Array }[],
  outsideUtility: number,
): Market {
  return {
    demand,
    stores: stores.map(({ attraction, steps }) => marketStore(parameters, attraction, steps)),
    decay: decayTable(parameters),
    outsideUtility,
  };
}

export function marketStore(
  { attractionExponent }: Pick<HuffParameters, 'attractionExponent'>,
  attraction: number,
  steps: Uint16Array,
): MarketStore {
  if (!(attraction > 0 && Number.isFinite(attraction))) {
    throw new RangeError(`An attraction must be a number above 0, not ${attraction}.`);
  }
  return { utility: attraction ** attractionExponent, steps };
}

/** Computes the sums of utilities in one pass over all stores. */
export function huff(market: Market): HuffModel {
  const { demand, stores, decay, outsideUtility } = market;
  if (!(outsideUtility >= 0)) throw new RangeError('outsideUtility must be 0 or more.');
  const utilitySums = new Float64Array(demand.length).fill(outsideUtility);
  for (const { utility, steps } of stores) {
    for (let p = 0; p < steps.length; p++) utilitySums[p]! += utility * decay[steps[p]!]!;
  }
  return { market, utilitySums };
}

/** Returns the share of a point's demand that no store gets, 0..1; 1 for a point that reaches none. */
export function outsideShare({ market, utilitySums }: HuffModel, point: number): number {
  const sum = utilitySums[point]!;
  return sum === 0 ? 1 : market.outsideUtility / sum;
}

/** Returns E_j = Σ_p P_pj · D_p, the yearly sales of every store. */
export function storeSales(model: HuffModel): Float64Array {
  const { stores, decay } = model.market;
  const perUtility = spendPerUtility(model);
  return Float64Array.from(stores, ({ utility, steps }) => {
    let sum = 0;
    for (let p = 0; p < steps.length; p++) sum += perUtility[p]! * decay[steps[p]!]!;
    return utility * sum;
  });
}

/** Returns the sum of E_pj over some points and stores, given as positions in the market. */
export function spendBetween(model: HuffModel, points: ArrayLike<number>, stores: ArrayLike<number>): number {
  const { demand, stores: all, decay } = model.market;
  const { utilitySums } = model;
  const perUtility = new Float64Array(points.length);
  for (let i = 0; i < points.length; i++) {
    const sum = utilitySums[points[i]!]!;
    perUtility[i] = sum === 0 ? 0 : demand[points[i]!]! / sum;
  }
  let total = 0;
  for (let k = 0; k < stores.length; k++) {
    const { utility, steps } = all[stores[k]!]!;
    let spend = 0;
    for (let i = 0; i < points.length; i++) spend += perUtility[i]! * decay[steps[points[i]!]!]!;
    total += utility * spend;
  }
  return total;
}

/** Returns D_p ÷ Σ U per point: the spend per unit of utility. */
function spendPerUtility({ market: { demand }, utilitySums }: HuffModel): Float64Array {
  return demand.map((spend, p) => (utilitySums[p] === 0 ? 0 : spend / utilitySums[p]!));
}
