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
export { BENCHMARK_LEVELS, type Benchmark, type BenchmarkLevel, benchmarksOf } from './tables/benchmarks.ts';
export { type Census, censusOf, type FilledColumn } from './tables/census.ts';
export type { Field, FieldMethod } from './tables/fields.ts';
export { type FieldDictionary, type Figures, type ListItem, MINIMUM_COVERAGE } from './tables/figures.ts';
export { marginOfSum } from './tables/marginOfError.ts';
export { measurePerPole } from './tables/measures.ts';
export { type ClassLimits, groupedMedian, type Median, medianOfMedians } from './tables/median.ts';
export { polesInPolygon } from './tables/polygon.ts';
export { areaColumn, NO_SHARES, polesOfArea, sharesOfPoles } from './tables/shares.ts';
export {
  type AvailableTopic,
  type Part,
  type Topic,
  type TopicOptions,
  topicAvailable,
  topicTables,
  type UnavailableTopic,
} from './tables/topicTables.ts';
