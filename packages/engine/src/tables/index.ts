export {
  BENCHMARK_LEVELS,
  type Benchmark,
  type BenchmarkLevel,
  benchmarksOf,
  type SurroundingArea,
  surroundingAreas,
} from './benchmarks.ts';
export { TOPICS } from './fields.ts';
export { type Figures, MINIMUM_COVERAGE } from './figures.ts';
export { polesInPolygon } from './polygon.ts';
export { areaColumn, holdingsOfPoles, polesOfArea } from './shares.ts';
export { type AvailableTopic, type Part, type Topic, topicAvailable, topicTables } from './topicTables.ts';
