/** Why groups of figures changed, and how far their sums moved: now ÷ before. */
export interface Explanation {
  readonly groups: RegExp;
  readonly says: string;
  readonly least: number;
  readonly most: number;
}

/**
 * Every group that differs from before is listed here; the first entry that fits it counts. All of them are answers by car
 * around the town hall of the demo. What moves them is two changes of the roads: streets of towns without a limit are slower
 * (docs/decisions/0275), and houses and origins join the street that they name (0271, 0272).
 */
export const EXPLANATIONS: readonly Explanation[] = [
  {
    groups:
      /(polesInvolved|bands\.(?!shape)|geojson\.|catchment|parts\.(residents|poles|areaSquareKm|listings)|(people|economy)\.parts)/,
    says: 'Fewer people, addresses and listings lie within the same minutes: slower streets of towns.',
    least: 0.99,
    most: 1,
  },
  {
    groups:
      /(bands\.shape|benchmarks|topics|grossYields|parts\.markets|totals|categories|brands\.figures|tables\.rows)/,
    says: 'Census figures, prices, stores and shapes of the parts above; per resident they rise where people fall and stores stay.',
    least: 0.99,
    most: 1.002,
  },
  {
    groups:
      /(ownPoints|plannedPoints|stores)\.(reached|poles|added|sharedWithOwn)|\.(covered|shareOfTerritory|coveredByOne|exclusive|gained|gainedInAll|coveredShare)$|openingOrder|openingPlan/,
    says: 'Each store reaches fewer people, so a network covers fewer, most of all at the edge of its reach (white spots).',
    least: 0.93,
    most: 1.003,
  },
  {
    groups: /\.(unreached|sharedShare|coveredByTwoOrMore|shared|shareOfFirst|shareOfSecond|overlapsWith)$/,
    says: 'What networks leave out grows by as much; two stores share more where a house joined a street between them.',
    least: 1,
    most: 1.02,
  },
  {
    groups: /closingOrder|closurePlan/,
    says: 'A store that closes loses what it reaches alone, which is less where more is shared.',
    least: 0.98,
    most: 1.002,
  },
  {
    groups: /(sectors|market|candidates)\./,
    says: "Huff's shares weigh the times to every store: slower ways to rivals leave nearer stores a little more.",
    least: 0.99,
    most: 1.012,
  },
];
