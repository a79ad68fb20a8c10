export {
  type CatchmentOptions,
  catchment,
  forEachReachedPole,
  MAX_LIMITS,
  MAX_ORIGINS,
  reachedPoles,
} from './catchment/catchment.ts';
export { CatchmentError, type CatchmentErrorCode, OutsideCoverageError, SnapError } from './catchment/errors.ts';
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
export { type Isochrone, isochrones } from './isochrone/isochrone.ts';
export type { ShapeQuality } from './isochrone/shapeQuality.ts';
export { SNAP_HARD_LIMIT_METERS, SNAP_LIMIT_METERS } from './snap/snapOrigins.ts';
export { BENCHMARK_LEVELS, type Benchmark, type BenchmarkLevel, benchmarksOf } from './tables/benchmarks.ts';
export { type Census, censusOf, type FilledColumn } from './tables/census.ts';
export type { Field, FieldMethod } from './tables/fields.ts';
export { type FieldDictionary, type Figures, type ListItem, MINIMUM_COVERAGE } from './tables/figures.ts';
export { marginOfSum } from './tables/marginOfError.ts';
export { measurePerPole } from './tables/measures.ts';
export { type ClassLimits, groupedMedian, type Median, medianOfMedians } from './tables/median.ts';
export { polesInPolygon } from './tables/polygon.ts';
export { areaColumn, holdingsOfPoles, polesOfArea } from './tables/shares.ts';
export {
  type AvailableTopic,
  type Part,
  type Topic,
  type TopicOptions,
  topicAvailable,
  topicTables,
  type UnavailableTopic,
} from './tables/topicTables.ts';
