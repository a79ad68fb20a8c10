import type { CoicopDivision } from '../topics/coicop.ts';

/**
 * Version of the numbers that no source gives: ERRAND_PARAMETERS and the `SectorParameters` of every sector. They are
 * guesses, to be replaced by calibration. Every result that uses them names the version; change it with any of them.
 */
export const SECTOR_PARAMETERS_VERSION = 'sectors-2026-11';

/** How far people go for a kind of errand. */
type ErrandClass = 'convenience' | 'services' | 'dining' | 'comparison' | 'bulky';

/** Parameters of Huff's model: utility = attraction^alpha · max(minutes, floorMinutes)^-beta within tmaxMinutes. */
export interface HuffParameters {
  /** Exponent of the attraction (floor area); 0..2. */
  readonly alpha: number;
  /** Exponent of travel time in minutes; 0.5..3. */
  readonly beta: number;
  /** Stores farther away than this are not in the choice set, minutes. */
  readonly tmaxMinutes: number;
  /** Shorter times count as this one, minutes; above 0. */
  readonly floorMinutes: number;
}

/**
 * By class of errand. Published exponents of time lie between 0.5 and 3, mostly 1.5 to 2.2, larger for convenience
 * goods and smaller for specialty goods (Huff 1964; Nakanishi and Cooper 1974); the values inside these ranges are
 * guesses.
 */
export const ERRAND_PARAMETERS: Readonly<Record<ErrandClass, HuffParameters>> = {
  convenience: { alpha: 0.9, beta: 2.2, tmaxMinutes: 20, floorMinutes: 1 },
  services: { alpha: 0.9, beta: 2, tmaxMinutes: 20, floorMinutes: 1 },
  dining: { alpha: 0.9, beta: 1.7, tmaxMinutes: 30, floorMinutes: 1 },
  comparison: { alpha: 0.9, beta: 1.5, tmaxMinutes: 45, floorMinutes: 1 },
  bulky: { alpha: 0.9, beta: 1.2, tmaxMinutes: 60, floorMinutes: 1 },
};

/** Numbers of the market models for one sector. */
export interface SectorParameters {
  readonly errand: ErrandClass;
  /** Share of the spend on each COICOP division that is made in this sector's shops, 0..1; over all sectors at most 1. */
  readonly coicop: Readonly<Partial<Record<CoicopDivision, number>>>;
  /**
   * Yearly sales per m² of gross floor area, as a multiple of the yearly household expenditure per resident of the
   * country (all divisions), so that it needs no currency; null where sales do not depend on floor area.
   */
  readonly salesDensity: number | null;
  /** Gross floor area taken where a store's is not known, m². */
  readonly medianFloorAreaSquareMeters: number;
  /** Elasticity of the spend to the income of an area, 0..1; 0 where it does not follow income. */
  readonly incomeElasticity: number;
}
