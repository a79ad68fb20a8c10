import { decayAt } from './decay.ts';
import type { MarketStore } from './huff.ts';
import type { SectorMarket } from './sectorMarket.ts';

/** Classes per doubling of a ratio: what a class hides moves the sum by less than a hundredth. */
const CLASSES_PER_DOUBLING = 4;

/**
 * What one new store takes, Σ D · u ÷ (U₀ + V + u), with the poles put into classes of alike V ÷ u and U₀ ÷ u: under other supply or
 * another outside option it is found again without the poles. V is the utility of the stores that are there.
 */
export interface CaptureCurve {
  /** Demand per class. */
  readonly demand: Float64Array;
  /** V ÷ u per class. */
  readonly stores: Float64Array;
  /** U₀ ÷ u per class. */
  readonly outside: Float64Array;
}

/** Returns the curve of one new store in a market. */
export function captureCurve({ model, outside }: SectorMarket, { utility, steps }: MarketStore): CaptureCurve {
  const { demand, decay } = model.market;
  const classes = new Map<number, [demand: number, stores: number, outside: number]>();
  for (let p = 0; p < demand.length; p++) {
    const own = utility * decay[steps[p]!]!;
    if (own === 0 || demand[p] === 0) continue;
    const stores = Math.max(0, model.utilitySums[p]! - outside.utility) / own;
    const elsewhere = outside.utility / own;
    const key = 1000 * classOf(stores) + classOf(elsewhere);
    const sums = classes.get(key);
    const spend = demand[p]!;
    if (sums === undefined) classes.set(key, [spend, spend * stores, spend * elsewhere]);
    else {
      sums[0] += spend;
      sums[1] += spend * stores;
      sums[2] += spend * elsewhere;
    }
  }
  const rows = [...classes.values()];
  return {
    demand: Float64Array.from(rows, ([spend]) => spend),
    stores: Float64Array.from(rows, ([spend, stores]) => stores / spend),
    outside: Float64Array.from(rows, ([spend, , elsewhere]) => elsewhere / spend),
  };
}

const classOf = (ratio: number): number =>
  Math.max(0, Math.min(999, 500 + Math.round(CLASSES_PER_DOUBLING * Math.log2(Math.max(ratio, 1e-30)))));

/** Returns what the new store takes where the stores there are worth `stores` times as much, and buying in none of them `outside` times. */
export function capturedUnder(curve: CaptureCurve, stores: number, outside: number): number {
  let captured = 0;
  for (let i = 0; i < curve.demand.length; i++) {
    captured += curve.demand[i]! / (1 + stores * curve.stores[i]! + outside * curve.outside[i]!);
  }
  return captured;
}

/** Returns how many times the outside option one store of usual size is worth that lies at half of the longest time. */
export const storeHalfway = ({ parameters }: SectorMarket): number =>
  decayAt(parameters, parameters.limitSeconds / 2) / decayAt(parameters, parameters.limitSeconds);
