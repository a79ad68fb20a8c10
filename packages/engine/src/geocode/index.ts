export type { Found } from './findings.ts';
export { parseParts, parseQuery } from './query.ts';
export { nearestPoles } from './reverse.ts';
export { searchAddresses } from './search.ts';
export { countriesOf } from './searchIndex.ts';
