export { bestSet } from './bestSet.ts';
export { CoverageGains } from './coverageGains.ts';
export type { Gains } from './gains.ts';
export { type MarketStore, marketOfStores, poleMarkets } from './poleMarkets.ts';
export { PLACES_AT_ONCE, Reach } from './reach.ts';
export { type PoleMarkets, SectorGains } from './sectorGains.ts';
export { type FoundSite, type SiteCandidate, SiteSearch } from './siteSearch.ts';
