import type { HuffModel, MarketStore } from './huff.ts';

/**
 * The effect of one new store: `captured` = Σ `takenFrom` + `newToMarket`. Another store's sales fall by its `takenFrom`.
 */
export interface OpeningEffect {
  /** Yearly sales of the new store. */
  readonly captured: number;
  /** Loss of each store of the market, 0 or more; NaN for stores that were not asked for. */
  readonly takenFrom: Float64Array;
  /** Spend that no store had before. */
  readonly newToMarket: number;
}

/**
 * Opens one store in addition to those of the model and returns where its sales come from. Of what it captures at a point, every
 * other choice loses in proportion to its utility there: E_pj before − after = captured_p · U_pj ÷ Σ U before.
 * In: a store with steps for the same points; positions of the stores whose losses are wanted, all where left out: each
 * costs a pass over the points, and what the others lose together follows from the sum.
 */
export function openingEffect(
  { market, utilitySums }: HuffModel,
  opened: MarketStore,
  wanted?: readonly number[],
): OpeningEffect {
  const { demand, stores, decay, outsideUtility } = market;
  const lostPerUtility = new Float64Array(demand.length);
  let captured = 0;
  let newToMarket = 0;
  for (let p = 0; p < demand.length; p++) {
    const own = opened.utility * decay[opened.steps[p]!]!;
    if (own === 0) continue;
    const before = utilitySums[p]!;
    const spend = (demand[p]! * own) / (before + own);
    captured += spend;
    if (before === 0) {
      newToMarket += spend;
      continue;
    }
    lostPerUtility[p] = spend / before;
    newToMarket += outsideUtility * lostPerUtility[p]!;
  }
  const takenFrom = new Float64Array(stores.length).fill(Number.NaN);
  for (const j of wanted ?? stores.keys()) {
    const { utility, steps } = stores[j]!;
    let lost = 0;
    for (let p = 0; p < steps.length; p++) lost += lostPerUtility[p]! * decay[steps[p]!]!;
    takenFrom[j] = utility * lost;
  }
  return { captured, takenFrom, newToMarket };
}
