import type { Gains } from './gains.ts';
import type { Reach } from './reach.ts';

/** People within a limit whom no place that is there reaches, as `openingPlan` counts them; sizes do not matter. */
export class CoverageGains implements Gains {
  readonly limitCost: number;
  readonly #people: Float64Array;
  readonly #isCoveredAtFirst: Uint8Array;
  #isCovered: Uint8Array;

  /** In: people of each pole; a 1 for each pole that own stores reach already. */
  constructor(limitCost: number, people: Float64Array, isCovered: Uint8Array) {
    this.limitCost = limitCost;
    this.#people = people;
    this.#isCoveredAtFirst = isCovered;
    this.#isCovered = isCovered.slice();
  }

  total({ poles, times, count }: Reach, _size: number, nearerBy: number): number {
    const last = this.limitCost + nearerBy;
    const people = this.#people;
    const isCovered = this.#isCovered;
    let sum = 0;
    for (let i = 0; i < count; i++) {
      const pole = poles[i]!;
      if (times[i]! <= last && isCovered[pole] === 0) sum += people[pole]!;
    }
    return sum;
  }

  open({ poles, times, count }: Reach): void {
    for (let i = 0; i < count; i++) if (times[i]! <= this.limitCost) this.#isCovered[poles[i]!] = 1;
  }

  reset(): void {
    this.#isCovered = this.#isCoveredAtFirst.slice();
  }
}
