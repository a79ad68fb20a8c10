export { CatchmentError, OutsideCoverageError, SnapError } from './errors.ts';
export type { CatchmentQuery, LatLng } from './query.ts';
