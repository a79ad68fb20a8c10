/** Levels of agreement of two stores, the strongest first, by what is compared. What one of them lacks says nothing. */
export const LEVELS = {
  /** Name and brand, which depend on each other and so are one. */
  called: ['same_name', 'same_brand', 'like_name', 'part_of_name', 'other_name', 'other_brand'],
  phone: ['same', 'other'],
  site: ['same_page', 'same_host', 'other'],
  address: ['same_door', 'street_without_door', 'other_door', 'other_street'],
  sector: ['same', 'same_group', 'other'],
  distance: ['within_15_m', 'within_40_m', 'within_100_m', 'within_250_m'],
} as const;
export type Field = keyof typeof LEVELS;
export const FIELDS = Object.keys(LEVELS) as readonly Field[];

/** Shares of pairs per level, of one field, summing up to 1. */
export type Shares = readonly number[];

/** Every number of linkage. `same` and `apart` are shares of pairs that are one store, and that are two within the block. */
export const LINKAGE_PARAMETERS = {
  version: 'linkage-2026-11',
  /** Stores farther apart are never one. */
  blockMeters: 250,
  /** Upper ends of the levels of distance but the last, m. */
  distances: [15, 40, 100],
  /** Pairs at least this likely are one store. */
  leastProbability: 0.6,
  /** A list names few stores twice: two of its own are one this many times more rarely than two of different lists. */
  twiceInList: 0.1,
  /** Least shares of common letter pairs (Dice) of a name that is like another, and of one that is a part of it. */
  likeName: 0.75,
  partOfName: 0.45,
  /** Digits of a telephone number that are compared, from its end: the rest is a matter of spelling. */
  phoneDigits: 8,
  /** Expectations before any pair was seen: shares among the judged pairs of docs/methods/completeness.md, rounded. */
  expected: {
    called: { same: [0.62, 0.1, 0.15, 0.09, 0.035, 0.005], apart: [0.002, 0.002, 0.003, 0.02, 0.923, 0.05] },
    phone: { same: [0.85, 0.15], apart: [0.002, 0.998] },
    site: { same: [0.55, 0.25, 0.2], apart: [0.001, 0.009, 0.99] },
    address: { same: [0.65, 0.2, 0.08, 0.07], apart: [0.012, 0.04, 0.18, 0.768] },
    sector: { same: [0.78, 0.19, 0.03], apart: [0.07, 0.25, 0.68] },
    distance: { same: [0.42, 0.3, 0.2, 0.08], apart: [0.008, 0.028, 0.154, 0.81] },
  } satisfies Record<Field, { readonly same: Shares; readonly apart: Shares }>,
  /** How many pairs the expectations weigh, among those that are one store and among those that are two. */
  expectedPairs: { same: 100, apart: 1000 },
  /** A weight that is learned stays within this factor of the expected one. */
  mostChange: 4,
  /** Share of the pairs of a block that are one store, at first, and its bounds. */
  matchShare: { first: 0.01, least: 1e-5, most: 0.5 },
  rounds: 60,
} as const;
