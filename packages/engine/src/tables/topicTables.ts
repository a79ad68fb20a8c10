import { TOPIC_CODES, type TopicCode } from '@hinterland/catalogue';
import type { Territory, TopicEntry } from '@hinterland/territory';
import type { UnitShares } from '../catchment/types.ts';
import { censusOf } from '../census/census.ts';
import type { Benchmark, BenchmarkLevel } from './benchmarks.ts';
import { TOPICS } from './fields.ts';
import { type FieldDictionary, type Figures, fieldDictionary, figuresOf, MINIMUM_COVERAGE } from './figures.ts';
import { benchmarkSource, type Source, unitsSource } from './sources.ts';

/** One part of a territory that every table has a column for: a band, an area, a drawn polygon, or a sum of such. */
export interface Part {
  /** The census units' people that it holds. */
  readonly unitShares: UnitShares;
  /** True area in km²; null = the area of the census units in proportion to the people reached. */
  readonly areaSquareKm: number | null;
}

export interface AvailableTopic {
  readonly code: TopicCode;
  readonly section: 'people' | 'economy';
  readonly title: string;
  readonly available: true;
  /** Meaning of the figures in this territory, where it differs. */
  readonly note: string;
  /** Date or edition of the source, e.g. "2021". */
  readonly vintage: string;
  readonly comparability: 'full' | 'partial' | 'none' | 'modelled';
  readonly fields: FieldDictionary;
  /** Classes behind `distributions` of the figures: lower limit inclusive, upper exclusive, null for an open end. */
  readonly distributions: readonly {
    readonly name: string;
    readonly unit: string;
    readonly meaning: string;
    readonly limits: readonly (readonly [number | null, number | null])[];
  }[];
  readonly lists: readonly { readonly name: string; readonly unit: string; readonly meaning: string }[];
  /** In the order of the parts asked for. */
  readonly parts: readonly Figures[];
  /** Figures of the available benchmarks. */
  readonly benchmarks: readonly { readonly level: BenchmarkLevel; readonly figures: Figures }[];
}

export interface UnavailableTopic {
  readonly code: TopicCode;
  readonly section: 'people' | 'economy';
  readonly title: string;
  readonly available: false;
  /** Why the territory does not have it. Never figures, and never zeros. */
  readonly reason: string;
}

export type Topic = AvailableTopic | UnavailableTopic;

export interface TopicOptions {
  /** Figures are null below this coverage, 0..1. */
  readonly minimumCoverage?: number;
}

/** Whether the territory holds a topic. */
export function topicAvailable(territory: Territory, code: TopicCode): boolean {
  return entryOf(territory, code)?.available === true && territory.sociodemo?.topics.has(code) === true;
}

/**
 * Tables of the topics over the parts, each with the benchmarks beside it, in catalogue order whatever the order of
 * `codes`.
 */
export function topicTables(
  territory: Territory,
  codes: readonly TopicCode[],
  parts: readonly Part[],
  benchmarks: readonly Benchmark[],
  options: TopicOptions = {},
): Topic[] {
  const census = censusOf(territory);
  const minimumCoverage = options.minimumCoverage ?? MINIMUM_COVERAGE;
  const sources = census === null ? [] : parts.map((part) => unitsSource(census, part.unitShares, part.areaSquareKm));
  const beside =
    census === null
      ? []
      : benchmarks
          .filter(({ available }) => available)
          .map(({ level, row }) => ({ level, source: benchmarkSource(census.sociodemo, row) }));
  return TOPIC_CODES.filter((code) => codes.includes(code)).map((code) => {
    const entry = entryOf(territory, code);
    const { title, section } = TOPICS[code];
    if (census === null || entry === undefined || !topicAvailable(territory, code)) {
      return { code, section, title, available: false, reason: reasonOf(territory, entry) };
    }
    return { code, section, title, available: true, ...tableOf(territory, entry, sources, beside, minimumCoverage) };
  });
}

function tableOf(
  territory: Territory,
  entry: TopicEntry,
  sources: readonly Source[],
  beside: readonly { readonly level: BenchmarkLevel; readonly source: Source }[],
  minimumCoverage: number,
): Omit<AvailableTopic, 'code' | 'section' | 'title' | 'available'> {
  const columns = territory.sociodemo!.topics.get(entry.code)!.columns;
  // A benchmark speaks only where the area has tables of this topic.
  const held = beside.filter(() => territory.sociodemo!.benchmarks.has(entry.code));
  const countrySource = held.find(({ level }) => level === 'country')?.source ?? null;
  const fields = fieldDictionary(entry, (column) => columns.has(column), countrySource !== null);
  const country = countrySource === null ? null : figuresOf(entry, fields, countrySource, null, minimumCoverage);
  const figures = (source: Source) => figuresOf(entry, fields, source, country, minimumCoverage);
  return {
    note: entry.note,
    vintage: entry.vintage,
    comparability: entry.comparability,
    fields,
    distributions: entry.distributions.map(({ name, unit, meaning, limits }) => ({ name, unit, meaning, limits })),
    lists: entry.lists.map(({ name, unit, meaning }) => ({ name, unit, meaning })),
    parts: sources.map(figures),
    benchmarks: held.map(({ level, source }) => ({ level, figures: figures(source) })),
  };
}

function entryOf(territory: Territory, code: TopicCode): TopicEntry | undefined {
  return territory.sociodemo?.entries.find((entry) => entry.code === code);
}

function reasonOf(territory: Territory, entry: TopicEntry | undefined): string {
  if (territory.sociodemo === null) return `${territory.manifest.name} was built without census tables.`;
  return entry?.note || `The census tables of ${territory.manifest.name} do not hold this topic.`;
}
