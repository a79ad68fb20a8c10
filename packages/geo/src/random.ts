/**
 * Seeded random numbers for demo data and tests: the same seed gives the same numbers on every machine and version.
 * Generator: mulberry32 by Tommy Ettinger (public domain), 32 bits of state, period 2^32. Not for secrets.
 */
export class SeededRandom {
  #state: number;

  /** The lowest 32 bits of `seed` count. */
  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** Uniform in [0, 1), in steps of 2^-32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 0x1_0000_0000;
  }

  /** A whole number 0..count-1; `count` ≥ 1. */
  int(count: number): number {
    return Math.floor(this.next() * count);
  }

  /** Uniform in [low, high). */
  between(low: number, high: number): number {
    return low + this.next() * (high - low);
  }

  /** One of the items, all equally likely; the list must not be empty. */
  pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new RangeError('pick needs at least one item.');
    return items[this.int(items.length)]!;
  }

  /** A shuffled copy, every order equally likely (Fisher-Yates). */
  shuffle<T>(items: readonly T[]): T[] {
    const shuffled = [...items];
    for (let i = shuffled.length - 1; i > 0; i--) {
      const j = this.int(i + 1);
      const swapped = shuffled[i]!;
      shuffled[i] = shuffled[j]!;
      shuffled[j] = swapped;
    }
    return shuffled;
  }

  /** Normal with mean 0 and standard deviation 1 (polar method of G. Marsaglia, SIAM Review 6, 1964). */
  normal(): number {
    for (;;) {
      const u = this.between(-1, 1);
      const v = this.between(-1, 1);
      const squared = u * u + v * v;
      if (squared > 0 && squared < 1) return u * Math.sqrt((-2 * Math.log(squared)) / squared);
    }
  }
}
