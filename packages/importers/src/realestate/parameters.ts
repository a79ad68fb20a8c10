/** How listings find their poles; written to the family's descriptor. */
export const MATCH_PARAMETERS = {
  /** Coordinates of a listing may lie so far from the nearest pole. */
  nearestPoleMeters: 100,
  /** Poles with one address may lie so far apart; farther ones are two places of the same name. */
  samePlaceMeters: 250,
  /** An offer with the price and area of another at the same flat is the same within so many days. */
  sameOfferDays: 90,
} as const;
