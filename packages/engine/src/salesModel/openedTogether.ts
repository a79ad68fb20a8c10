import type { HuffModel, MarketStore } from '../market/huff.ts';

/** What a new store takes of modeled spend, and from some stores of the market, where others open beside it. */
export interface EffectTogether {
  readonly captured: number;
  /** By position in `from`. */
  readonly taken: readonly number[];
}

/**
 * Opens several stores at once. At a point the new ones share what they take together in proportion to their utilities, and every other choice
 * loses of it in proportion to its own: what is taken by the set does not depend on the order of openings. In: positions of
 * the stores whose losses are wanted.
 */
export function openedTogether(
  { market, utilitySums }: HuffModel,
  opened: readonly MarketStore[],
  from: readonly number[],
): EffectTogether[] {
  const { demand, stores, decay } = market;
  const after = utilitySums.slice();
  for (const { utility, steps } of opened)
    for (let p = 0; p < after.length; p++) after[p]! += utility * decay[steps[p]!]!;
  return opened.map(({ utility, steps }) => {
    const lostPerUtility = new Float64Array(demand.length);
    let captured = 0;
    for (let p = 0; p < demand.length; p++) {
      const own = utility * decay[steps[p]!]!;
      if (own === 0) continue;
      const spend = (demand[p]! * own) / after[p]!;
      captured += spend;
      if (utilitySums[p]! > 0) lostPerUtility[p] = spend / utilitySums[p]!;
    }
    const taken = from.map((j) => {
      const store = stores[j]!;
      let lost = 0;
      for (let p = 0; p < lostPerUtility.length; p++) lost += lostPerUtility[p]! * decay[store.steps[p]!]!;
      return store.utility * lost;
    });
    return { captured, taken };
  });
}
