import type { MeasuredCompleteness, Territory } from '@hinterland/territory';
import type { SupplyData } from './supply.ts';

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
/** A share that is estimated for all sectors of a territory together is that of one sector only within this factor. */
const ONE_OF_ALL = 2;

/** Ends of the share of all stores of a sector that the data hold, where all sectors together are estimated to hold `estimate`, above 0. */
function statedRange(estimate: number): { readonly low: number; readonly high: number } {
  const within = estimate >= 1 ? 1 : ONE_OF_ALL;
  return { low: Math.min(1, estimate / within), high: Math.min(1, estimate * within) };
}

/** Share of all stores of a sector that the data of an answer hold, the middle of its range; 0 where nobody has counted. */
export function heldShare(
  { completeness, measured }: Pick<SupplyData, 'completeness' | 'measured'>,
  sector: string,
): number {
  const one = measured?.find(({ sectors }) => sectors.includes(sector));
  const range = one ?? (completeness === null || completeness <= 0 ? null : statedRange(completeness));
  return range === null ? 0 : Math.sqrt(range.low * range.high);
}

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
