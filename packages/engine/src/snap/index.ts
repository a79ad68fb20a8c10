export { joinRoad } from './joinRoad.ts';
export { SNAP_HARD_LIMIT_METERS, SNAP_LIMIT_METERS, snapOrigins, snapPlace } from './snapOrigins.ts';
