export type {
  Band,
  Catchment,
  CatchmentQuery,
  Direction,
  Holdings,
  LatLng,
  NodeField,
  ReachedPoles,
  ReachMeasure,
  SnappedOrigin,
  UnitShares,
} from './catchment/types.ts';
