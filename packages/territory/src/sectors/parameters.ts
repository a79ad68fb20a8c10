import type { SectorCode } from './names.ts';

/**
 * Every number that the market models take about a sector and that no source gives: guesses, in this one table, to be
 * replaced by calibration. The version is part of every result that uses them; change it with any of the numbers.
 */
export const SECTOR_PARAMETERS_VERSION = 'sectors-2026-11';

/** A COICOP 2018 division, as the columns of topic `consumption`. */
export type CoicopDivision =
  | 'cp01'
  | 'cp02'
  | 'cp03'
  | 'cp04'
  | 'cp05'
  | 'cp06'
  | 'cp07'
  | 'cp08'
  | 'cp09'
  | 'cp10'
  | 'cp11'
  | 'cp12'
  | 'cp13';

/** How far people go for a kind of errand. */
export type ErrandClass = 'convenience' | 'services' | 'dining' | 'comparison' | 'bulky';

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
 * goods and smaller for specialty goods (Huff 1964; Nakanishi and Cooper 1974); the values inside these ranges are guesses.
 */
export const ERRAND_PARAMETERS: Readonly<Record<ErrandClass, HuffParameters>> = {
  convenience: { alpha: 0.9, beta: 2.2, tmaxMinutes: 20, floorMinutes: 1 },
  services: { alpha: 0.9, beta: 2, tmaxMinutes: 20, floorMinutes: 1 },
  dining: { alpha: 0.9, beta: 1.7, tmaxMinutes: 30, floorMinutes: 1 },
  comparison: { alpha: 0.9, beta: 1.5, tmaxMinutes: 45, floorMinutes: 1 },
  bulky: { alpha: 0.9, beta: 1.2, tmaxMinutes: 60, floorMinutes: 1 },
};

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

function guess(
  errand: ErrandClass,
  coicop: SectorParameters['coicop'],
  salesDensity: number | null,
  medianFloorAreaSquareMeters: number,
  incomeElasticity: number,
): SectorParameters {
  return { errand, coicop, salesDensity, medianFloorAreaSquareMeters, incomeElasticity };
}

/** Errand, shares of COICOP divisions, sales density, median gross floor area in m², elasticity to income. */
export const SECTOR_PARAMETERS: Readonly<Record<SectorCode, SectorParameters>> = {
  'food.supermarket': guess(
    'convenience',
    { cp01: 0.62, cp02: 0.4, cp03: 0.02, cp05: 0.1, cp09: 0.05, cp13: 0.08 },
    0.3,
    1000,
    0.5,
  ),
  'food.convenience': guess('convenience', { cp01: 0.05, cp02: 0.06 }, 0.3, 120, 0.5),
  'food.bakery': guess('convenience', { cp01: 0.05, cp11: 0.01 }, 0.3, 80, 0.5),
  'food.butcher': guess('convenience', { cp01: 0.05 }, 0.3, 80, 0.5),
  'food.greengrocer': guess('convenience', { cp01: 0.04 }, 0.3, 90, 0.5),
  'food.fishmonger': guess('convenience', { cp01: 0.01 }, 0.3, 70, 0.5),
  'food.delicatessen': guess('convenience', { cp01: 0.03 }, 0.28, 80, 0.8),
  'food.confectionery': guess('convenience', { cp01: 0.02 }, 0.25, 70, 0.5),
  'food.drinks': guess('convenience', { cp02: 0.25 }, 0.28, 150, 0.5),
  'food.tobacco': guess('convenience', { cp02: 0.2 }, 0.4, 50, 0.5),
  'general.department_store': guess(
    'comparison',
    { cp01: 0.01, cp03: 0.08, cp05: 0.04, cp09: 0.01, cp13: 0.02 },
    0.16,
    6000,
    1,
  ),
  'general.variety_store': guess('comparison', { cp01: 0.02, cp03: 0.03, cp05: 0.03, cp09: 0.01 }, 0.15, 400, 0.5),
  'fashion.clothing': guess('comparison', { cp03: 0.55 }, 0.17, 150, 1),
  'fashion.shoes': guess('comparison', { cp03: 0.14 }, 0.15, 140, 1),
  'fashion.bags': guess('comparison', { cp13: 0.04 }, 0.17, 80, 1),
  'fashion.jewellery': guess('comparison', { cp13: 0.07 }, 0.45, 70, 1),
  'fashion.second_hand': guess('comparison', { cp03: 0.02, cp05: 0.01 }, 0.06, 150, 0),
  'home.furniture': guess('bulky', { cp05: 0.25 }, 0.08, 800, 1),
  'home.diy': guess('bulky', { cp04: 0.02, cp05: 0.14 }, 0.1, 600, 0.8),
  'home.garden': guess('bulky', { cp05: 0.05, cp09: 0.04 }, 0.06, 1500, 0.8),
  'home.florist': guess('convenience', { cp09: 0.04 }, 0.17, 70, 1),
  'home.household': guess('comparison', { cp05: 0.15 }, 0.12, 180, 1),
  'home.electronics': guess('comparison', { cp05: 0.13, cp08: 0.2, cp09: 0.04 }, 0.3, 300, 0.8),
  'home.mobile_phones': guess('comparison', { cp08: 0.1 }, 0.4, 70, 0.8),
  'home.pets': guess('services', { cp09: 0.07 }, 0.14, 200, 0.8),
  'health.pharmacy': guess('services', { cp06: 0.28, cp13: 0.05 }, 0.45, 120, 0.5),
  'health.cosmetics': guess('services', { cp13: 0.18 }, 0.25, 200, 0.8),
  'health.optician': guess('services', { cp06: 0.06 }, 0.25, 100, 0.8),
  'health.doctor': guess('services', { cp06: 0.2 }, 0.15, 120, 0.5),
  'health.dentist': guess('services', { cp06: 0.14 }, 0.2, 110, 0.8),
  'health.veterinary': guess('services', { cp09: 0.03 }, 0.18, 140, 0.8),
  'services.hairdresser': guess('services', { cp13: 0.14 }, 0.12, 70, 0.8),
  'services.beauty': guess('services', { cp13: 0.06 }, 0.11, 60, 1),
  'services.laundry': guess('services', { cp03: 0.01, cp05: 0.02 }, 0.08, 70, 0.8),
  'services.bank': guess('services', { cp12: 0.15 }, null, 200, 0.8),
  'services.post': guess('services', { cp07: 0.01 }, null, 150, 0.5),
  'services.travel': guess('comparison', { cp09: 0.15 }, 0.5, 60, 1),
  'services.real_estate': guess('comparison', { cp13: 0.03 }, null, 80, 1),
  'services.insurance': guess('comparison', { cp12: 0.45 }, null, 80, 0.8),
  'services.childcare': guess('services', { cp10: 0.15, cp13: 0.12 }, 0.1, 350, 0.8),
  'services.repair': guess('services', { cp03: 0.01, cp05: 0.01 }, 0.12, 40, 0.5),
  'horeca.restaurant': guess('dining', { cp11: 0.4 }, 0.17, 150, 0.8),
  'horeca.fast_food': guess('dining', { cp11: 0.17 }, 0.25, 110, 0.5),
  'horeca.cafe': guess('dining', { cp11: 0.1 }, 0.15, 90, 0.8),
  'horeca.bar': guess('dining', { cp11: 0.06 }, 0.14, 120, 0.8),
  'horeca.ice_cream': guess('dining', { cp11: 0.01 }, 0.18, 60, 0.8),
  'horeca.hotel': guess('bulky', { cp11: 0.16 }, 0.06, 2500, 1),
  'leisure.gym': guess('services', { cp09: 0.05 }, 0.03, 700, 1),
  'leisure.books': guess('comparison', { cp09: 0.07 }, 0.17, 110, 1),
  'leisure.toys': guess('comparison', { cp09: 0.06 }, 0.15, 200, 0.8),
  'leisure.sports': guess('comparison', { cp03: 0.05, cp09: 0.07 }, 0.15, 300, 1),
  'leisure.cinema': guess('dining', { cp09: 0.02 }, 0.05, 2000, 0.8),
  'leisure.gifts': guess('comparison', { cp09: 0.03 }, 0.12, 90, 1),
  'leisure.bicycles': guess('comparison', { cp07: 0.01, cp09: 0.01 }, 0.13, 140, 1),
  'auto.fuel': guess('convenience', { cp01: 0.01, cp02: 0.02, cp07: 0.28 }, 1.2, 120, 0.5),
  'auto.dealer': guess('bulky', { cp07: 0.3 }, 0.3, 800, 1),
  'auto.repair': guess('services', { cp07: 0.1 }, 0.1, 250, 0.5),
  'auto.parts': guess('comparison', { cp07: 0.05 }, 0.13, 200, 0.5),
  'auto.wash': guess('services', { cp07: 0.01 }, 0.04, 300, 0.8),
  'auto.motorcycle': guess('bulky', { cp07: 0.02 }, 0.2, 250, 0.8),
};
