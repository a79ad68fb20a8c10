import type { Sector } from '@hinterland/catalogue';
import type { Territory } from '@hinterland/territory';

/** Share of the real stores of a sector that the data hold, as a range in 0..1. */
export interface Completeness {
  readonly low: number;
  readonly high: number;
}

/** What is assumed where nobody has counted: maps hold a few percent of some trades and nearly all of others. */
export const UNKNOWN_COMPLETENESS: Completeness = { low: 0.05, high: 1 };
/** A share that is estimated for all sectors of a territory together is that of one sector only within this factor. */
const ONE_OF_ALL = 2;

/** Returns how complete the stores of a sector are; null where nothing is known. */
export function completenessOf({ players }: Territory, _sector: Pick<Sector, 'code'>): Completeness | null {
  const estimate = players!.supply.completeness.estimate;
  if (estimate === null || !(estimate > 0)) return null;
  return estimate >= 1 ? { low: 1, high: 1 } : { low: estimate / ONE_OF_ALL, high: Math.min(1, estimate * ONE_OF_ALL) };
}
