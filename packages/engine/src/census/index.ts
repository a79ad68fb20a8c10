export { censusOf } from './census.ts';
export { measureOfUnits, measurePerPole } from './measures.ts';
export { polesInRegion, regionShares, regionTest } from './region.ts';
