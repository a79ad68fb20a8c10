import type { HuffModel } from './huff.ts';

/** Where the sales of an own store go if it closes; the parts add up to `sales`. */
interface ClosingEffect {
  /** Position in the list of own stores. */
  readonly store: number;
  readonly sales: number;
  readonly toOwn: number;
  readonly toRivals: number;
  /** To the outside option, and from points that no other store serves. */
  readonly toNobody: number;
}

/** A store that closes, with what each other own store takes over. */
interface ClosingBySales extends ClosingEffect {
  /** Per own store, 0 for those that are closed. */
  readonly moved: Float64Array;
  /** Stores whose closing would cost nearly as little at this step. */
  readonly ties: readonly number[];
}

/** Losses that differ by less than this share are alike: shares of a market are not known better. */
const ALIKE = 0.05;

/** Own stores of a market with what they sell, in any money. */
interface ClosingQuestion {
  /** Positions in the market's stores. */
  readonly own: readonly number[];
  /** Above 0, per own store. */
  readonly sales: readonly number[];
  /** Own stores that may not close. */
  readonly fixed?: ReadonlySet<number>;
  readonly closeCount: number;
  /** May throw to stop. */
  readonly checkpoint?: () => void;
}

/**
 * Which own stores close at the least loss of own sales, one after the other, and what each alone would lose. At a point that spends share
 * P_pj at store j, the others share it in proportion to their utilities once j is gone (independence of irrelevant alternatives): store k takes
 * D_p · P_pj · U_pk ÷ (ΣU_p − U_pj). Sales of j move by these shares of its modeled spend; those of the stores that stay grow by what they take.
 * A store with nobody in reach moves nothing: all of its sales are lost.
 */
export function closingBySales(
  { market, utilitySums }: HuffModel,
  { own, sales, fixed = new Set(), closeCount, checkpoint = () => {} }: ClosingQuestion,
): { readonly alone: readonly ClosingEffect[]; readonly plan: readonly ClosingBySales[] } {
  const { demand, decay, outsideUtility, stores } = market;
  const points = demand.length;
  const sums = utilitySums.slice();
  const ownSums = new Float64Array(points);
  const utilityAt = (store: number, p: number): number => {
    const { utility, steps } = stores[own[store]!]!;
    return utility * decay[steps[p]!]!;
  };
  own.forEach((_, i) => {
    for (let p = 0; p < points; p++) ownSums[p]! += utilityAt(i, p);
  });
  const open = new Set(own.keys());
  const sold = Float64Array.from(sales);
  /** Spend of a store per unit of utility that is left without it; what nobody else serves is none. */
  const freedBy = (store: number) => {
    const perUtility = new Float64Array(points);
    let [spend, toOwn, toOutside] = [0, 0, 0];
    for (let p = 0; p < points; p++) {
      const mine = utilityAt(store, p);
      if (mine === 0 || sums[p]! <= 0) continue;
      const freed = (demand[p]! * mine) / sums[p]!;
      spend += freed;
      const left = sums[p]! - mine;
      if (left <= sums[p]! * Number.EPSILON * 8) {
        toOutside += freed;
        continue;
      }
      perUtility[p] = freed / left;
      toOwn += perUtility[p]! * Math.max(0, ownSums[p]! - mine);
      toOutside += perUtility[p]! * outsideUtility;
    }
    return { perUtility, spend, toOwn, toOutside };
  };
  const effectOf = (store: number): ClosingEffect => {
    checkpoint();
    const { spend, toOwn, toOutside } = freedBy(store);
    const total = sold[store]!;
    const own = spend > 0 ? Math.min(total, (total * toOwn) / spend) : 0;
    const nobody = spend > 0 ? Math.min(total - own, (total * toOutside) / spend) : total;
    return { store, sales: total, toOwn: own, toRivals: total - own - nobody, toNobody: nobody };
  };
  const lossOf = ({ sales: total, toOwn }: ClosingEffect) => total - toOwn;
  const alone = own.map((_, store) => effectOf(store));
  const plan: ClosingBySales[] = [];
  while (plan.length < closeCount && open.size > 1) {
    const asked = [...open].filter((store) => !fixed.has(store));
    if (asked.length === 0) break;
    const effects = plan.length === 0 ? asked.map((store) => alone[store]!) : asked.map(effectOf);
    const best = effects.reduce((least, one) => (lossOf(one) < lossOf(least) ? one : least));
    const ties = effects.filter((one) => one !== best && lossOf(one) <= lossOf(best) * (1 + ALIKE));
    const { perUtility, toOwn } = freedBy(best.store);
    open.delete(best.store);
    const moved = new Float64Array(own.length);
    for (const other of open) {
      if (toOwn === 0) break;
      let taken = 0;
      for (let p = 0; p < points; p++) if (perUtility[p]! > 0) taken += perUtility[p]! * utilityAt(other, p);
      moved[other] = (best.toOwn * taken) / toOwn;
      sold[other]! += moved[other]!;
    }
    for (let p = 0; p < points; p++) {
      const mine = utilityAt(best.store, p);
      sums[p] = Math.max(0, sums[p]! - mine);
      ownSums[p] = Math.max(0, ownSums[p]! - mine);
    }
    plan.push({ ...best, moved, ties: ties.map(({ store }) => store) });
  }
  return { alone, plan };
}
