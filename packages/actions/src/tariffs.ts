import type { Tariff } from './action/action.ts';

/**
 * The price list. Prices are linear, and the same whatever the territory and the number of bands or areas; a catchment that
 * a call computes for itself costs nothing.
 */
export const tariffs = {
  /** Whatever the number of origins; nothing where the area is drawn in the web app. */
  isochrone: { code: 'isochrone.call', model: 'flat', unit: 'call', unitCredits: 3 },
  topic: { code: 'people_economy.topic', model: 'per_item', unit: 'topic', unitCredits: 2 },
  sector: { code: 'markets_sector.sector', model: 'per_item', unit: 'sector', unitCredits: 40 },
  category: { code: 'category_mix.category', model: 'per_item', unit: 'category', unitCredits: 1 },
  /** All neighbours of a sector together. */
  neighbours: {
    code: 'category_mix.neighbours',
    model: 'per_item',
    unit: 'sector with its neighbours',
    unitCredits: 2,
  },
  /** Whatever the number of sectors, places and versions. */
  storeChanges: { code: 'markets_changes.call', model: 'flat', unit: 'call', unitCredits: 5 },
  brand: { code: 'markets_brands.brand', model: 'per_item', unit: 'brand', unitCredits: 5 },
  /** Own and planned points alike, whatever else is asked about them. */
  brandPoint: { code: 'brand_coverage.point', model: 'per_unit', unit: 'point', unitCredits: 5 },
  /** Whatever is compared. */
  comparedSite: { code: 'site_comparison.candidate', model: 'per_unit', unit: 'candidate site', unitCredits: 20 },
  /** Whatever the number of listings and the period. */
  listings: { code: 'realestate.analysis', model: 'flat', unit: 'analysis', unitCredits: 20 },
  /** Stores and candidates alike, whatever else is asked about them. */
  networkPlace: { code: 'network_coverage.place', model: 'per_unit', unit: 'place', unitCredits: 5 },
  /** Own stores cost nothing. */
  rankedSite: { code: 'site_rank.candidate', model: 'per_unit', unit: 'candidate', unitCredits: 20 },
  /** Whatever the number of places that are searched and listed. */
  siteSearch: { code: 'site_search.search', model: 'flat', unit: 'search', unitCredits: 100 },
  /** Whatever the number of destinations; an origin without a road costs nothing. */
  matrixOrigin: { code: 'network_matrix.origin', model: 'per_unit', unit: 'origin', unitCredits: 1 },
  /** Whatever the number of places that are looked at and listed; an origin without a road costs nothing. */
  nearestOrigin: { code: 'network_nearest.origin', model: 'per_unit', unit: 'origin', unitCredits: 1 },
  /** Stores whose sales count; those left out cost nothing. */
  salesStore: { code: 'market_calibrate.store', model: 'per_unit', unit: 'store with sales', unitCredits: 2 },
} as const satisfies Record<string, Tariff>;
