/** Why groups of figures changed, and how far their sums moved: now ÷ before. */
export interface Explanation {
  readonly groups: RegExp;
  readonly says: string;
  readonly least: number;
  readonly most: number;
}

/**
 * Every group that differs from before is listed here; the first entry that fits it counts. All of them are answers by car
 * around the town hall of the demo. What moves them is changes of the roads: houses and origins join the street that they name
 * (docs/decisions/0271, 0272), streets without a limit have the middle speed of three routers (0400: 30 km/h in place of 27 on small
 * streets, 20 in place of 15 on service roads), and nobody drives through private ways (0401).
 */
export const EXPLANATIONS: readonly Explanation[] = [
  {
    groups:
      /(polesInvolved|bands\.(?!shape)|geojson\.|catchment|parts\.(residents|poles|areaSquareKm|listings)|(people|economy)\.parts)/,
    says: 'More people, addresses and listings lie within the same minutes: faster small streets.',
    least: 0.99,
    most: 1.06,
  },
  {
    groups:
      /(bands\.shape|benchmarks|topics|grossYields|parts\.markets|totals|categories|brands\.figures|tables\.rows)/,
    says: 'Census figures, prices, stores and shapes of the parts above; stores that come into the first band leave the second.',
    least: 0.95,
    most: 1.03,
  },
  {
    groups:
      /(ownPoints|plannedPoints|stores)\.(reached|poles|added|sharedWithOwn)|\.(covered|shareOfTerritory|coveredByOne|exclusive|gained|gainedInAll|coveredShare)$|openingOrder|openingPlan/,
    says: 'Each store reaches more people, so a network covers more, most of all at the edge of its reach (white spots).',
    least: 0.98,
    most: 1.12,
  },
  {
    groups: /\.(unreached|sharedShare|coveredByTwoOrMore|shared|shareOfFirst|shareOfSecond|overlapsWith)$/,
    says: 'What networks leave out shrinks by as much; two stores share more where both reach farther.',
    least: 0.91,
    most: 1.09,
  },
  {
    groups: /closingOrder|closurePlan/,
    says: 'A store that closes loses what it reaches alone, which grows with its reach.',
    least: 0.98,
    most: 1.13,
  },
  {
    groups: /(sectors|market|candidates)\./,
    says: "Huff's shares weigh the times to every store: small streets are a larger part of short ways, and stores farther off come within reach.",
    least: 0.98,
    most: 1.03,
  },
];
