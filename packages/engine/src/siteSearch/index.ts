export { bestSet } from './bestSet.ts';
export { CoverageGains } from './coverageGains.ts';
export { poleMarkets } from './poleMarkets.ts';
export { Reach } from './reach.ts';
export { SectorGains } from './sectorGains.ts';
export { type FoundSite, type SiteCandidate, SiteSearch } from './siteSearch.ts';
