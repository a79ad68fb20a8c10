import type { Savings, SearchBudget, TooNear } from '../allocation/index.ts';

/** What places do at the customers that they reach: `saving` is the utility where `shared` is given, else what a customer counts once. */
export interface JointEffects {
  readonly entries: Savings;
  /** A set of the utility s brings worth · s ÷ (utility + s) at a customer. */
  readonly shared?: { readonly worth: Float64Array; readonly utility: Float64Array };
}

/** The best set, by members; none where no set adds more than was known. */
export interface ProvenSet {
  readonly open: readonly number[];
  /** No set of as many members adds more. */
  readonly bound: number;
}

/**
 * Returns the best two or three members, by a look at every pair that may be in it; null where the budget ends before. A set
 * that adds `atLeast` is known already. Gains of sets have diminishing returns, f(∅) = 0, so that three places add at most what two
 * of them do and the third alone, and at most half of what their three pairs do:
 * f(ab) + f(ac) ≥ f(abc) + f(a) and f(bc) + f(a) ≥ f(abc). Members are given by their gain alone, the largest first.
 */
export function setByPairs(
  effects: JointEffects,
  places: 2 | 3,
  tooNear: TooNear,
  atLeast: number,
  budget: SearchBudget,
): ProvenSet | null {
  const { firstEntry } = effects.entries;
  const members = firstEntry.length - 1;
  const joint = new JointGains(effects);
  const alone = Float64Array.from({ length: members }, (_, j) => joint.gain(j));
  if (!budget.take(firstEntry.at(-1)!)) return null;
  const largest = alone.reduce((most, gain) => Math.max(most, gain), 0);
  const third = places === 3 ? largest : 0;
  const pairs = new Float64Array(places === 3 ? members * members : 0);
  let best: { readonly open: readonly number[]; readonly bound: number } = { open: [], bound: atLeast };
  const note = (open: readonly number[], value: number) => {
    if (value > best.bound) best = { open, bound: value };
  };

  for (let a = 0; a < members; a++) {
    joint.add(a, 1);
    for (let b = a + 1; b < members; b++) {
      let value = alone[a]! + alone[b]!;
      if (tooNear(a, b)) value = -Infinity;
      else if (value + third > best.bound) {
        if (!budget.take(firstEntry[b + 1]! - firstEntry[b]!)) return null;
        value = alone[a]! + joint.gain(b);
        if (places === 2) note([a, b], value);
      }
      if (places === 3) pairs[a * members + b] = value;
    }
    joint.add(a, -1);
  }
  if (places === 2) return best;

  for (let a = 0; a < members; a++) {
    for (let b = a + 1; b < members; b++) {
      const two = pairs[a * members + b]!;
      if (two + largest <= best.bound) continue;
      let isAdded = false;
      if (!budget.take(members - b)) return null;
      for (let c = b + 1; c < members; c++) {
        const [ac, bc] = [pairs[a * members + c]!, pairs[b * members + c]!];
        const most = Math.min(two + alone[c]!, ac + alone[b]!, bc + alone[a]!, (two + ac + bc) / 2);
        if (most <= best.bound) continue;
        if (!isAdded) {
          joint.add(a, 1);
          joint.add(b, 1);
          isAdded = true;
        }
        if (!budget.take(firstEntry[c + 1]! - firstEntry[c]!)) return null;
        note([a, b, c], two + joint.gain(c));
      }
      if (isAdded) {
        joint.add(b, -1);
        joint.add(a, -1);
      }
    }
  }
  return best;
}

/** What one more member adds to those that were added. */
class JointGains {
  readonly #effects: JointEffects;
  /** Utility of those that were added, by customer; without `shared` how many reach it. */
  readonly #added: Float64Array;

  constructor(effects: JointEffects) {
    this.#effects = effects;
    this.#added = new Float64Array(effects.entries.customers);
  }

  gain(member: number): number {
    const { entries, shared } = this.#effects;
    const { firstEntry, customer, saving } = entries;
    const added = this.#added;
    let sum = 0;
    if (shared === undefined) {
      for (let i = firstEntry[member]!; i < firstEntry[member + 1]!; i++)
        if (added[customer[i]!] === 0) sum += saving[i]!;
      return sum;
    }
    const { worth, utility } = shared;
    for (let i = firstEntry[member]!; i < firstEntry[member + 1]!; i++) {
      const c = customer[i]!;
      const before = utility[c]! + added[c]!;
      // worth · (s + u) ÷ (W + s + u) − worth · s ÷ (W + s), without a difference of like numbers.
      sum += (worth[c]! * saving[i]! * utility[c]!) / (before * (before + saving[i]!));
    }
    return sum;
  }

  /** Adds a member, or with −1 takes it away again; sums of utilities go back to 0 where none is left. */
  add(member: number, sign: 1 | -1): void {
    const { entries, shared } = this.#effects;
    const { firstEntry, customer, saving } = entries;
    for (let i = firstEntry[member]!; i < firstEntry[member + 1]!; i++) {
      const c = customer[i]!;
      const left = this.#added[c]! + sign * (shared === undefined ? 1 : saving[i]!);
      this.#added[c] = left < 1e-12 * saving[i]! ? 0 : left;
    }
  }
}
