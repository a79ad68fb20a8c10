/** Dwellings of a building that no tag counts. All guesses, for places where no address register is open. */
export const BUILDING = {
  /** Kinds that hold one household, whatever their size. */
  singleDwelling: new Set([
    'bungalow',
    'cabin',
    'detached',
    'farm',
    'ger',
    'house',
    'houseboat',
    'hut',
    'semi',
    'semidetached_house',
    'static_caravan',
    'villa',
  ]) as ReadonlySet<string>,
  /** Levels of a kind that says neither levels nor height. */
  levels: { '*': 2, apartments: 4, dormitory: 4, tower_block: 10, terrace: 2 } as Readonly<Record<string, number>>,
  metersPerLevel: 3.2,
  mostLevels: 165,
  /** Share that is left after stairs, walls and corridors. */
  shareOfFloorArea: 0.8,
  squareMetersPerDwelling: 95,
  /** A plain building smaller than this is a shed or a garage. */
  leastSquareMeters: 35,
  mostDwellings: 2000,
} as const;
