import type { Savings, Serving, TooNear } from '../allocation/index.ts';
import type { Reach } from './reach.ts';
import type { JointEffects } from './setByPairs.ts';

/**
 * The worth of one more place to its owner, given the places that are there already, for all lanes of the last search at once.
 *
 * Invariants, on which the search rests: a gain never grows when a pole lies farther, when a place is smaller, or when
 * another place has opened before.
 */
export interface Gains {
  /** Longest travel time that counts, milliseconds, inclusive. */
  readonly limitCost: number;
  /** Up to this time `nearBounds` looks at poles, milliseconds; 0 where that tells nothing. */
  readonly nearCost: number;
  /**
   * Returns per lane an upper bound of the gain of a place of this size, if every pole were nearer by so many
   * milliseconds, but none nearer than `nearCost`. Sums by road. The search must reach to `limitCost` + the largest `nearerBy`.
   */
  bounds(reach: Reach, sizes: readonly number[], nearerBy: readonly number[], nearCost: number): Float64Array;
  /**
   * Returns per lane by how much a place gains more, at most, than if no pole were nearer than `nearCost` of these gains: with
   * `bounds` at that cost an upper bound of its gain. The search must reach to `nearCost`.
   */
  nearBounds(reach: Reach, sizes: readonly number[]): Float64Array;
  /** Returns the gains of places of these sizes in some lanes. Sums by pole. */
  totals(reach: Reach, lanes: readonly number[], sizes: readonly number[]): Float64Array;
  /** Visits what places of these sizes, one per lane, do at each pole where they gain: the utility for a sector, else people. */
  forEachEffect(
    reach: Reach,
    sizes: readonly number[],
    visit: (lane: number, pole: number, effect: number) => void,
  ): void;
  /** Returns the problem of the best set of places with these effects as savings; `poles` are the customers. */
  setProblem(
    effects: Savings,
    poles: readonly number[],
    tooNear: TooNear,
  ): { readonly savings: Savings; readonly serving?: Serving; readonly joint: JointEffects };
  /** Returns what places add that together have these effects by pole; Infinity is more than any. */
  gainOf(effects: Float64Array): number;
  /** Counts a place of this size in the first lane among those that are there. */
  open(reach: Reach, size: number): void;
  /** Forgets what was opened. */
  reset(): void;
}
