export { censusOf } from './census.ts';
export { measureOfUnits, measurePerPole } from './measures.ts';
