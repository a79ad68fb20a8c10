export { catchment, forEachReachedPole, reachedPoles } from './catchment.ts';
export type { Catchment, Holdings, ReachedPoles } from './types.ts';
