import type { MeasuredCompleteness, Territory } from '@hinterland/territory';
import { statedRange } from '../verdicts/held.ts';

/** How complete the stores of a sector are. */
export interface Completeness {
  /** Ends of the share of all stores that the data hold, above 0 and at most 1. */
  readonly low: number;
  readonly high: number;
  /** As it was measured, or `stated` by who made the data. */
  readonly method: MeasuredCompleteness['method'] | 'stated';
  readonly source: string;
  /**
   * Stores that a register has of the sector, or of the sectors that it counts with it, in areas that hold the map or lie in it; of a
   * share of the country those expected here. Null where the share is only stated.
   */
  readonly referenceCount: number | null;
}

/** What is assumed where nobody has counted: maps hold a few percent of some trades and nearly all of others. */
export const UNKNOWN_COMPLETENESS = { low: 0.05, high: 1 };

/** Returns how complete the stores of a sector are in a territory; null where that is not known, which is neither 0 nor 1. */
export function completenessOf({ players }: Territory, { code }: { readonly code: string }): Completeness | null {
  const { estimate, note, measured } = players!.supply.completeness;
  const one = measured?.find(({ sectors }) => sectors.includes(code));
  if (one !== undefined) {
    const { low, high, method, source, year, expected } = one;
    return { low, high, method, source: `${source} ${year}`, referenceCount: expected };
  }
  if (estimate === null || !(estimate > 0)) return null;
  return {
    ...statedRange(estimate),
    method: 'stated',
    source: note,
    referenceCount: null,
  };
}
