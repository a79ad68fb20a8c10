import { TOPIC_FIELDS } from '@hinterland/catalogue';
import { TOPIC_FLAG } from '@hinterland/territory';
import type { BenchmarkInput, CensusInput, TopicInput } from '../inputs/census.ts';

/** A sum of units that hold less of an area's residents than this is not published (methods B.8). */
const LEAST_COVERAGE = 0.5;

/** Counts that weigh the published medians of units; residents where a census does not have them. */
const MEDIAN_WEIGHTS: Readonly<Record<string, string>> = {
  median_household: 'households',
  median_personal: 'earners',
  median_rent: 'rented',
  median_repayment: 'mortgaged',
};

interface TopicColumns {
  readonly columns: Map<string, Float64Array>;
  readonly flags: Uint8Array;
}

/**
 * The tables of the benchmark areas, row = benchmark: counts are sums over its units, published medians the weighted
 * median of the units' medians. Units that do not publish a field count at the rate per resident of those that do, as
 * withheld cells do in every other table, and flag the row as an estimate; where they hold more than half of the area's
 * residents the field is NaN. A published figure of the area is taken as it is.
 */
export function benchmarkTopic(census: CensusInput, topic: TopicInput, residents: Float64Array): TopicColumns {
  const count = census.benchmarks.length;
  const medians = new Set(TOPIC_FIELDS[topic.code].filter(({ kind }) => kind === 'unitMedian').map(({ name }) => name));
  const columns = new Map([...topic.columns.keys()].map((name) => [name, new Float64Array(count)]));
  const flags = new Uint8Array(count);
  census.benchmarks.forEach((benchmark, row) => {
    for (const unit of benchmark.unitRows) flags[row]! |= topic.flags[unit]! & ~TOPIC_FLAG.suppressed;
    for (const [name, values] of topic.columns) {
      const published = benchmark.published?.[topic.code]?.[name];
      if (published !== undefined) {
        columns.get(name)![row] = published;
        continue;
      }
      const known = knownShare(benchmark, values, residents);
      const value =
        known < LEAST_COVERAGE
          ? Number.NaN
          : medians.has(name)
            ? weightedMedian(benchmark, values, weightsOf(topic, name, residents))
            : sum(benchmark, values) / known;
      columns.get(name)![row] = value;
      if (Number.isNaN(value)) flags[row]! |= TOPIC_FLAG.suppressed;
      else if (known < 1 || medians.has(name)) flags[row]! |= TOPIC_FLAG.estimated;
    }
  });
  return { columns, flags };
}

/** Share of the benchmark's residents whose units publish the field; units count alike where nobody's number is known. */
function knownShare({ unitRows }: BenchmarkInput, values: Float64Array, residents: Float64Array): number {
  let [all, known] = [0, 0];
  const total = unitRows.reduce((people, unit) => people + (residents[unit]! || 0), 0);
  for (const unit of unitRows) {
    const weight = total > 0 ? residents[unit]! || 0 : 1;
    all += weight;
    if (!Number.isNaN(values[unit]!)) known += weight;
  }
  return all > 0 ? known / all : 0;
}

function sum({ unitRows, unitShares }: BenchmarkInput, values: Float64Array): number {
  let total = 0;
  unitRows.forEach((unit, i) => {
    if (!Number.isNaN(values[unit]!)) total += values[unit]! * (unitShares?.[i] ?? 1);
  });
  return total;
}

function weightsOf(topic: TopicInput, median: string, residents: Float64Array): Float64Array {
  return topic.columns.get(MEDIAN_WEIGHTS[median] ?? '') ?? residents;
}

/** The median of the first unit, in ascending order, at which the cumulated weight reaches half; NaN without any. */
function weightedMedian({ unitRows }: BenchmarkInput, values: Float64Array, weights: Float64Array): number {
  const units = unitRows.filter((unit) => !Number.isNaN(values[unit]!) && weights[unit]! > 0);
  units.sort((a, b) => values[a]! - values[b]! || a - b);
  const half = units.reduce((total, unit) => total + weights[unit]!, 0) / 2;
  let cumulated = 0;
  for (const unit of units) {
    cumulated += weights[unit]!;
    if (cumulated >= half) return values[unit]!;
  }
  return Number.NaN;
}
