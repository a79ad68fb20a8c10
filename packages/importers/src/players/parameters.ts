/** Everything that the players importer decides by a number. Guesses; the version is part of the family's parameters. */
export const PLAYERS_PARAMETERS = {
  version: 'players-2026-11',
  /** One source may name the same store twice, as a point and as a building, this near. */
  sameSourceMeters: 20,
  /** Footprints outside these limits are no floor area of a store, m². */
  leastFootprintSquareMeters: 10,
  mostFootprintSquareMeters: 60_000,
  /** Sizes of a sector that must be known in the territory before their median is taken instead of the catalogue's. */
  leastKnownSizes: 20,
  /** Overture's confidence that a place exists, from which on it is taken. */
  overtureConfidence: 0.6,
} as const;
