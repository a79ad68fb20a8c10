import { merged, type Savings } from '../allocation/index.ts';
import type { Gains } from './gains.ts';
import type { Reach } from './reach.ts';
import type { JointEffects } from './setByPairs.ts';

/** People within a limit whom no place that is there reaches, as `openingPlan` counts them; sizes do not matter. */
export class CoverageGains implements Gains {
  readonly limitCost: number;
  /** A pole counts the same at every time within the limit. */
  readonly nearCost = 0;
  readonly #people: Float64Array;
  readonly #isCoveredAtFirst: Uint8Array;
  #isCovered: Uint8Array;
  /** People by edge whom nobody reaches yet; NaN where they were not added up. */
  readonly #edgePeople: Float64Array;

  /** In: people of each pole; a 1 for each pole that own stores reach already. */
  constructor(edges: number, limitCost: number, people: Float64Array, isCovered: Uint8Array) {
    this.limitCost = limitCost;
    this.#people = people;
    this.#isCoveredAtFirst = isCovered;
    this.#isCovered = isCovered.slice();
    this.#edgePeople = new Float64Array(edges).fill(NaN);
  }

  bounds(reach: Reach, _sizes: readonly number[], nearerBy: readonly number[]): Float64Array {
    const sums = new Float64Array(nearerBy.length);
    const lastTimes = nearerBy.map((nearer) => this.limitCost + nearer);
    const count = nearerBy.length;
    reach.forEachEdge((edge, times) => {
      const people = this.#peopleOf(reach, edge);
      if (people === 0) return;
      for (let lane = 0; lane < count; lane++) if (times[lane]! <= lastTimes[lane]!) sums[lane]! += people;
    });
    return sums;
  }

  nearBounds(_reach: Reach, sizes: readonly number[]): Float64Array {
    return new Float64Array(sizes.length);
  }

  totals(reach: Reach, lanes: readonly number[], sizes: readonly number[]): Float64Array {
    const sums = new Float64Array(sizes.length);
    const [people, isCovered, limitCost] = [this.#people, this.#isCovered, this.limitCost];
    reach.forEachPole(lanes, (pole, times) => {
      if (isCovered[pole] === 1) return;
      const here = people[pole]!;
      for (let i = 0; i < lanes.length; i++) {
        const lane = lanes[i]!;
        if (times[lane]! <= limitCost) sums[lane]! += here;
      }
    });
    return sums;
  }

  forEachEffect(
    reach: Reach,
    sizes: readonly number[],
    visit: (lane: number, pole: number, effect: number) => void,
  ): void {
    reach.forEachPole([...sizes.keys()], (pole, times) => {
      if (this.#isCovered[pole] === 1 || !(this.#people[pole]! > 0)) return;
      for (let lane = 0; lane < sizes.length; lane++)
        if (times[lane]! <= this.limitCost) visit(lane, pole, this.#people[pole]!);
    });
  }

  setProblem(effects: Savings): { readonly savings: Savings; readonly joint: JointEffects } {
    const savings = merged(effects);
    return { savings, joint: { entries: savings } };
  }

  gainOf(effects: Float64Array): number {
    return effects.reduce((sum, effect, pole) => {
      const here = this.#people[pole]!;
      return effect > 0 && this.#isCovered[pole] === 0 && here > 0 ? sum + here : sum;
    }, 0);
  }

  open(reach: Reach): void {
    reach.forEachPole([0], (pole, times) => {
      if (times[0]! <= this.limitCost) this.#isCovered[pole] = 1;
    });
    reach.forEachEdge((edge) => {
      this.#edgePeople[edge] = NaN;
    });
  }

  reset(): void {
    this.#isCovered = this.#isCoveredAtFirst.slice();
    this.#edgePeople.fill(NaN);
  }

  #peopleOf(reach: Reach, edge: number): number {
    let sum = this.#edgePeople[edge]!;
    if (Number.isNaN(sum)) {
      sum = 0;
      reach.forEachPoleOfEdge(edge, (pole) => {
        if (this.#isCovered[pole] === 0) sum += this.#people[pole]!;
      });
      this.#edgePeople[edge] = sum;
    }
    return sum;
  }
}
