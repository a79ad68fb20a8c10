import type { CountedUnit, Match } from '@hinterland/catalogue';

/**
 * Every number by which a count of mapped stores over the count of a register becomes a range. Factors are guesses that widen
 * it to both sides; the range is meant to hold the true share nine times of ten.
 */
export const REGISTER_PARAMETERS = {
  version: 'registers-2026-11',
  /** Quantile of the normal distribution for a range of 90 %. */
  quantile: 1.645,
  /** How far a class of a register may be from the sector. */
  match: { good: 1.25, shared: 1.5, part: 2 } satisfies Record<Exclude<Match, 'poor' | 'none'>, number>,
  /** How far the number of stores moves in a year between map and register. */
  perYear: 1.03,
  /** Years between them where the date of the map is not known. */
  unknownYears: 5,
  /**
   * How far the share in one neighborhood is from that of the whole area: of the stores of Lower Manhattan 44 to 54 % were
   * mapped by ZIP code, of one sector's 14 to 150 %.
   */
  withinArea: 1.5,
  /** How far the stores per resident of a part are from those of the country. */
  shareOfCountry: 2,
  /** How many more doors there may be than a register counts: firms without employees, firms below the limit of taxes. */
  uncounted: { doors: 1, tax_units: 1.1, employers: 1.25 } satisfies Record<CountedUnit, number>,
} as const;
