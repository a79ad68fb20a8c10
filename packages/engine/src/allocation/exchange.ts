import { candidatesOf, type Savings } from './savings.ts';
import type { SearchBudget } from './searchBudget.ts';

/** An exchange must save this share more, so that rounding starts none. */
const LEAST_SHARE = 1e-9;

/** Says which pairs of candidates may not open together. */
export type TooNear = (a: number, b: number) => boolean;

/** The best and the second best saving of each customer among the open candidates. */
class Standing {
  readonly best: Float64Array;
  readonly second: Float64Array;
  readonly bestBy: Int32Array;
  readonly #savings: Savings;

  constructor(savings: Savings, open: readonly number[]) {
    this.#savings = savings;
    this.best = new Float64Array(savings.customers);
    this.second = new Float64Array(savings.customers);
    this.bestBy = new Int32Array(savings.customers).fill(-1);
    for (const j of open) this.open(j);
  }

  open(j: number): void {
    const { firstEntry, customer, saving } = this.#savings;
    for (let i = firstEntry[j]!; i < firstEntry[j + 1]!; i++) {
      const [c, s] = [customer[i]!, saving[i]!];
      if (s > this.best[c]!) {
        this.second[c] = this.best[c]!;
        this.best[c] = s;
        this.bestBy[c] = j;
      } else if (s > this.second[c]!) this.second[c] = s;
    }
  }

  /** What opening j saves more. */
  gain(j: number): number {
    const { firstEntry, customer, saving } = this.#savings;
    let gain = 0;
    for (let i = firstEntry[j]!; i < firstEntry[j + 1]!; i++)
      gain += Math.max(0, saving[i]! - this.best[customer[i]!]!);
    return gain;
  }
}

/** Opens the candidates that save most, one after another, on top of some; fewer than `count` where all others are too near. */
export function greedy(savings: Savings, count: number, tooNear: TooNear, from: readonly number[] = []): number[] {
  const open = [...from];
  const standing = new Standing(savings, open);
  while (open.length < count) {
    let [next, most] = [-1, -1];
    for (let j = 0; j < candidatesOf(savings); j++) {
      if (open.some((other) => other === j || tooNear(other, j))) continue;
      const gain = standing.gain(j);
      if (gain > most) [next, most] = [j, gain];
    }
    if (next < 0) break;
    open.push(next);
    standing.open(next);
  }
  return open;
}

/**
 * Exchanges an open candidate for a closed one, always the pair that saves most, until no pair saves more or the budget ends
 * (M. B. Teitz and P. Bart, Operations Research 16, 1968; pairs counted as by R. A. Whitaker, INFOR 21, 1983). Returns the
 * open ones.
 */
export function exchange(
  savings: Savings,
  start: readonly number[],
  tooNear: TooNear,
  budget: SearchBudget,
): readonly number[] {
  const { firstEntry, customer, saving } = savings;
  const open = [...start];
  const count = candidatesOf(savings);
  const positionOf = new Int32Array(count).fill(-1);
  for (;;) {
    const standing = new Standing(savings, open);
    open.forEach((j, position) => {
      positionOf[j] = position;
    });
    const { best, second, bestBy } = standing;
    // What closing each one loses while nothing opens.
    const loss = new Float64Array(open.length);
    let value = 0;
    for (let c = 0; c < best.length; c++) {
      value += best[c]!;
      if (bestBy[c]! >= 0) loss[positionOf[bestBy[c]!]!]! += best[c]! - second[c]!;
    }
    let [out, into, most] = [-1, -1, value * LEAST_SHARE];
    const eased = new Float64Array(open.length);
    for (let j = 0; j < count; j++) {
      if (positionOf[j]! >= 0) continue;
      eased.fill(0);
      let gain = 0;
      for (let i = firstEntry[j]!; i < firstEntry[j + 1]!; i++) {
        const [c, s] = [customer[i]!, saving[i]!];
        if (s > best[c]!) gain += s - best[c]!;
        if (bestBy[c]! >= 0 && s > second[c]!) eased[positionOf[bestBy[c]!]!]! += Math.min(s, best[c]!) - second[c]!;
      }
      for (let position = 0; position < open.length; position++) {
        const net = gain - loss[position]! + eased[position]!;
        if (net <= most) continue;
        if (open.some((other, at) => at !== position && tooNear(other, j))) continue;
        [out, into, most] = [position, j, net];
      }
    }
    if (into < 0 || !budget.take(3 * saving.length)) return open.toSorted((a, b) => a - b);
    positionOf[open[out]!] = -1;
    open[out] = into;
  }
}
