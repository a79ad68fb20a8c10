export { parseParts, parseQuery } from './query.ts';
export { nearestPoles } from './reverse.ts';
export { type Found, searchAddresses } from './search.ts';
