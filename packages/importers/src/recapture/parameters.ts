/** Every number by which overlaps of lists become a completeness. */
export const RECAPTURE_PARAMETERS = {
  version: 'recapture-2026-11',
  /** The interval holds the truth eight times of ten. */
  quantile: 1.2816,
  confidence: 0.8,
  /** A list may have copied up to this share of another. */
  mostCopied: 0.5,
  /** Maps hold a few percent of a trade at least. */
  leastShare: 0.05,
  /** Fewer stores in two lists than this tell nothing of how many are in none. */
  leastOverlap: 7,
  /** How far the share of one sector is from that of its group, as a factor, where the sector has too few stores itself. */
  groupSpread: 1.5,
  /** Deviation of the logarithm of unseen stores for dependences of three lists at once, which no model has. */
  structure: 0.4,
  rounds: 30,
} as const;
