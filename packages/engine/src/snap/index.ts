export { joinRoad } from './joinRoad.ts';
export { shareBeyondMap, straightReachMeters } from './mapEdge.ts';
export {
  checkOrigins,
  SNAP_HARD_LIMIT_METERS,
  SNAP_LIMIT_METERS,
  type SnappedOrigin,
  snapOrigins,
  snapPlace,
} from './snapOrigins.ts';
