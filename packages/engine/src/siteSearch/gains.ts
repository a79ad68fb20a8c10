import type { Reach } from './reach.ts';

/**
 * The worth of one more place to its owner, given the places that are there already.
 *
 * Invariants, on which the search rests: a gain never grows when a pole lies farther, when a place is smaller, or when
 * another place has opened before.
 */
export interface Gains {
  /** Longest travel time that counts, milliseconds, inclusive. */
  readonly limitCost: number;
  /**
   * Returns the gain of a place of this size at the center of the last search, if every pole were nearer by so many
   * milliseconds: 0 for the gain itself, more for an upper bound. The search must reach to `limitCost` + `nearerBy`.
   */
  total(reach: Reach, size: number, nearerBy: number): number;
  /** Counts a place of this size at the center of the last search among those that are there. */
  open(reach: Reach, size: number): void;
  /** Forgets what was opened. */
  reset(): void;
}
