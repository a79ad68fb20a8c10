import type { TopicCode } from '@hinterland/catalogue';
import { type Sociodemo, TOPIC_FLAG } from '@hinterland/territory';
import type { UnitShares } from '../catchment/types.ts';
import type { Census } from '../census/census.ts';
import { marginOfSum } from './marginOfError.ts';
import { medianOfMedians } from './median.ts';

/** A sum and the share, 0..1, of the people behind it whose units publish the field. */
export interface Sum {
  /** NaN when no unit of the territory publishes the field. */
  readonly value: number;
  readonly coverage: number;
}

/** Source of the figures of a column: the reached shares of census units, or one benchmark area. */
export interface Source {
  /** Square kilometers for densities; null where the part has no area. */
  readonly areaSquareKm: number | null;
  /** Sum of a stored column; null when the topic's table does not have it. */
  sum(topic: TopicCode, column: string): Sum | null;
  /** Median of the units' published medians, weighed by another column; `value` is NaN when there is none. */
  unitMedian(topic: TopicCode, column: string, weightColumn: string): Sum | null;
  /** Margin of error of the sum of `column`, where the table carries margins in `<column>_moe`; else null. */
  marginOfError(topic: TopicCode, column: string): number | null;
  /** Share of the people, 0..1, in units whose row of the topic's table carries the flag. */
  flaggedShare(topic: TopicCode, flag: number): number;
}

/** Figures of the people that `unitShares` holds. */
export function unitsSource(census: Census, unitShares: UnitShares, areaSquareKm: number | null): Source {
  const { sociodemo } = census;
  const { units, shares } = unitShares;
  const weights = Float64Array.from(units, (unit, i) => shares[i]! * census.weights[unit]!);
  const people = weights.reduce((sum, weight) => sum + weight, 0);
  /** Share of the people in the units for which `holds`; everything holds for nobody. */
  const shareOf = (holds: (unit: number) => boolean) => {
    if (people === 0) return 1;
    let sum = 0;
    for (let i = 0; i < units.length; i++) if (holds(units[i]!)) sum += weights[i]!;
    return sum / people;
  };
  const coverageOf = (published: Uint8Array | null) =>
    published === null ? 1 : shareOf((unit) => published[unit] === 1);

  return {
    areaSquareKm: areaSquareKm ?? dot(sociodemo.units.areaSquareKm, units, shares),
    sum(topic, name) {
      const column = census.column(topic, name);
      if (column === null) return null;
      const value = units.length === 0 ? 0 : dot(column.values, units, shares);
      return { value, coverage: coverageOf(column.published) };
    },
    unitMedian(topic, name, weightColumn) {
      const medians = sociodemo.topics.get(topic)?.columns.get(name);
      if (medians === undefined) return null;
      const base = census.column(topic, weightColumn)?.values ?? census.weights;
      const value = medianOfMedians(
        Float64Array.from(units, (unit) => medians[unit]!),
        Float64Array.from(units, (unit, i) => shares[i]! * base[unit]!),
      );
      return { value: value ?? Number.NaN, coverage: shareOf((unit) => !Number.isNaN(medians[unit])) };
    },
    marginOfError(topic, name) {
      const margins = sociodemo.topics.get(topic)?.columns.get(`${name}_moe`);
      return margins === undefined
        ? null
        : marginOfSum(
            Float64Array.from(units, (unit) => margins[unit]!),
            shares,
          );
    },
    flaggedShare(topic, flag) {
      const flags = sociodemo.topics.get(topic)?.flags;
      return flags === undefined || people === 0 ? 0 : shareOf((unit) => (flags[unit]! & flag) !== 0);
    },
  };
}

/** Published figures of one benchmark area, row of `sociodemo.benchmarkAreas`. */
export function benchmarkSource(sociodemo: Sociodemo, row: number): Source {
  const cell = (topic: TopicCode, name: string) => sociodemo.benchmarks.get(topic)?.columns.get(name)?.[row];
  const published = (topic: TopicCode, name: string): Sum | null => {
    const value = cell(topic, name);
    if (value === undefined) return null;
    return { value, coverage: Number.isNaN(value) ? 0 : sociodemo.benchmarkAreas.coverage[row]! };
  };
  const area = sociodemo.benchmarkAreas.areaSquareKm[row]!;
  return {
    areaSquareKm: area > 0 ? area : null,
    sum: published,
    unitMedian: published,
    marginOfError(topic, name) {
      const margin = cell(topic, `${name}_moe`);
      return margin === undefined || Number.isNaN(margin) ? null : margin;
    },
    flaggedShare(topic, flag) {
      const flags = sociodemo.benchmarks.get(topic)?.flags[row] ?? 0;
      return (flags & flag) === 0 ? 0 : 1;
    },
  };
}

/** Shares of the people behind a source whose figures of the topic are not the source's own counts. */
export const estimatedShare = (source: Source, topic: TopicCode) => source.flaggedShare(topic, TOPIC_FLAG.estimated);
export const imputedShare = (source: Source, topic: TopicCode) => source.flaggedShare(topic, TOPIC_FLAG.imputed);

function dot(values: Float64Array, units: Uint32Array, shares: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < units.length; i++) sum += values[units[i]!]! * shares[i]!;
  return sum;
}
