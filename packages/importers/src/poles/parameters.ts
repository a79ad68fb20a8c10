/**
 * Parameters of making poles; they are written into the bundle. None has a published value: all are guesses that the
 * report lets one judge, by the figures on poles by kind.
 */
export const POLE_PARAMETERS = {
  version: '2026-11',
  /** Addresses nearer than this are one pole. */
  samePlaceMeters: 1,
  /** The same street and number within this distance is one pole: a house and the shop in it, a gate and its house. */
  sameAddressMeters: 100,
  /** Addresses this far outside the map's box still count as in the map: their houses stand on its edge. */
  edgeToleranceMeters: 500,
  /** Turns residents into expected households. */
  personsPerHousehold: 2.5,
  /** Below so many dwellings at addresses per expected household, buildings are used too. */
  leastAddressDwellingsPerHousehold: 0.05,
  /** Below so many dwellings at addresses and buildings per expected household, points along streets are used too. */
  leastDwellingsPerHousehold: 0.3,
  /** Points along a street share the households that no address or building accounts for, at most so many each meter. */
  mostDwellingsPerStreetMeter: 0.1,
  /** An address within this distance of a building stands for the building. */
  buildingMatchMeters: 15,
  /** Points along streets keep this distance from other poles. */
  streetPointClearMeters: 40,
  /**
   * In a unit that needs buildings but has enough of them on the whole, a residential street that is so far from every
   * pole is a place where nobody mapped the houses: it gets points too.
   */
  unmappedStreetMeters: 100,
  /** Without a census: below so many addresses per residential building, buildings are used too. */
  leastAddressesPerBuilding: 0.2,
  /** Units of which less than this many residents lie in the map are left out. */
  leastResidentsInside: 0.5,
} as const;
