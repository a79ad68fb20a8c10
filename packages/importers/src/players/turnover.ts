import type { SectorCode } from '@hinterland/catalogue';

/** How many stores close in a year, and what else of time is not in the lists: sources in docs/methods/completeness.md. */
export const TURNOVER_PARAMETERS = {
  version: 'turnover-2026-11',
  /** Independent stores: closings per store and year, by group of sectors, else `other`. */
  perYear: { horeca: 0.11, other: 0.08 },
  /** Stores of chains: two chains at two dates each. */
  chainPerYear: 0.033,
  /** Years by which a store of a map was last seen before the map's date, where no mapper says. */
  mapLagYears: 2,
  /** Stores less likely than this to be there are closed. */
  leastProbability: 0.5,
} as const;

/** Closings per store and year of a sector. */
export function closingsPerYear(sector: SectorCode, isChain: boolean): number {
  const { perYear, chainPerYear } = TURNOVER_PARAMETERS;
  if (isChain) return chainPerYear;
  return sector.startsWith('horeca.') ? perYear.horeca : perYear.other;
}
