import type { TopicCode } from '@hinterland/catalogue';
import { rounded } from '@hinterland/geo';
import type { TopicEntry } from '@hinterland/territory';
import { AGE_DISTRIBUTION, AGE_LIMITS, countFields, type Field, TOPICS } from './fields.ts';
import { type ClassLimits, groupedMedian } from './median.ts';
import { estimatedShare, imputedShare, type Source } from './sources.ts';

/** A figure is null when the people whose units publish it are less than this share of all people behind it. */
export const MINIMUM_COVERAGE = 0.5;

export interface ListItem {
  readonly key: string;
  readonly title: string;
  readonly value: number;
}

/** The figures of one topic for one part of a territory or one benchmark area. */
export interface Figures {
  /** By field name; null where it is not published, not covered enough, or nothing stands behind it. */
  readonly values: Record<string, number | null>;
  /** Percent that a field is of its base, for every field with a base. */
  readonly shares: Record<string, number | null>;
  /** Share of the people, 0..1, whose units publish the field; fields that all of them publish are left out. */
  readonly coverage: Record<string, number>;
  /** Medians that fall into an open class: the limit they lie beyond. Their value is null. */
  readonly atLeast?: Record<string, number>;
  readonly atMost?: Record<string, number>;
  /** Share of the people, 0..1, whose figures were split from larger units or other classes. */
  readonly estimatedShare: number;
  /** Share of the people, 0..1, whose figures the import took from the parent area because the source withholds them. */
  readonly imputedShare: number;
  /** Counts per class, in the order of the topic's `distributions`. */
  readonly distributions: Record<string, (number | null)[]>;
  /** Labeled counts, greatest first. */
  readonly lists: Record<string, { readonly items: ListItem[]; readonly others: number }>;
  /** Margins of error of sums, where the source publishes margins. */
  readonly marginsOfError?: Record<string, number>;
}

/** Fields of a topic's table with what they mean; `available` is false where the territory's source lacks them. */
export type FieldDictionary = Record<string, Field & { readonly available: boolean }>;

/** Returns the descriptions of a topic's fields in this territory, before any figure. */
export function fieldDictionary(
  entry: TopicEntry,
  has: (column: string) => boolean,
  indexed: boolean,
): FieldDictionary {
  const topic = entry.code;
  const { indicators, medians, indices, bases } = TOPICS[topic];
  const fields: FieldDictionary = {};
  for (const { name, unit, meaning, base } of countFields(topic)) {
    const whole = base ?? bases?.[name];
    const available = has(name);
    fields[name] = { unit, method: 'sum', meaning, ...(whole === undefined ? {} : { base: whole }), available };
  }
  for (const { name, unit, method, meaning, base, inputs } of indicators) {
    if (fields[name]?.available) continue;
    const available = inputs.every(
      (input) => input === 'area' || input === 'residents.total' || fields[input]?.available,
    );
    if (!available && fields[name] !== undefined) continue;
    fields[name] = { unit, method, meaning, ...(base === undefined ? {} : { base }), available };
  }
  for (const median of medians) {
    const grouped = limitsOf(entry, median.distribution) !== undefined;
    fields[median.name] = {
      unit: median.unit,
      method: grouped ? 'grouped_median' : 'median_of_medians',
      meaning: median.meaning,
      available: grouped ? classesOf(entry, median.distribution).every(has) : has(median.unitMedian),
    };
  }
  for (const { name, of, meaning } of indices) {
    const measured = of.find((field) => fields[field]?.available);
    fields[name] = {
      unit: 'index',
      method: 'index_country_100',
      meaning: measured === undefined || of.length === 1 ? meaning : `${meaning}, of ${measured}`,
      available: indexed && measured !== undefined,
    };
  }
  return fields;
}

/**
 * Figures of one topic out of a source. `country` is the country's figures of the same topic, for indices.
 * Counts are sums; everything else is computed from sums, never from the units' rates.
 */
export function figuresOf(
  entry: TopicEntry,
  fields: FieldDictionary,
  source: Source,
  country: Figures | null,
  minimumCoverage: number,
): Figures {
  const topic = entry.code;
  const definition = TOPICS[topic];
  /** Every figure before the coverage rule, so that a rate of covered sums does not hang on a null. */
  const raw = new Map<string, { value: number; coverage: number }>();
  const atLeast: Record<string, number> = {};
  const atMost: Record<string, number> = {};

  for (const { name } of countFields(topic)) {
    const sum = source.sum(topic, name);
    if (sum !== null) raw.set(name, sum);
  }
  for (const { name, inputs, formula } of definition.indicators) {
    if (raw.has(name)) continue;
    const sums = inputs.map((input) => inputOf(input, raw, source));
    if (sums.some((sum) => sum === null)) continue;
    raw.set(name, {
      value: formula(...sums.map((sum) => sum!.value)),
      coverage: Math.min(...sums.map((sum) => sum!.coverage)),
    });
  }
  for (const { name, distribution, unitMedian, weight } of definition.medians) {
    const limits = limitsOf(entry, distribution);
    if (limits === undefined) {
      const median = source.unitMedian(topic, unitMedian, weight);
      if (median !== null) raw.set(name, median);
      continue;
    }
    const classes = classesOf(entry, distribution).map((column) => source.sum(topic, column));
    if (classes.some((count) => count === null)) continue;
    const median = groupedMedian(
      classes.map((count) => count!.value),
      limits,
    );
    const coverage = Math.min(...classes.map((count) => count!.coverage));
    raw.set(name, { value: median.value ?? Number.NaN, coverage });
    if (coverage < minimumCoverage) continue;
    if (median.atLeast !== undefined) atLeast[name] = median.atLeast;
    if (median.atMost !== undefined) atMost[name] = median.atMost;
  }

  const values: Record<string, number | null> = {};
  const coverage: Record<string, number> = {};
  const shown = (figure: { value: number; coverage: number }) =>
    figure.coverage >= minimumCoverage && Number.isFinite(figure.value) ? figure.value : null;
  for (const name of Object.keys(fields)) {
    const figure = raw.get(name);
    values[name] = figure === undefined ? null : shown(figure);
    if (figure !== undefined && figure.coverage < 1) coverage[name] = figure.coverage;
  }
  for (const { name, of } of definition.indices) {
    const measured = of.find((field) => fields[field]?.available);
    const [own, theirs] = [values[measured ?? ''], country?.values[measured ?? '']];
    const index = own == null || theirs == null ? Number.NaN : (100 * own) / theirs;
    values[name] = Number.isFinite(index) ? index : null;
  }

  const shares: Record<string, number | null> = {};
  for (const [name, { base, method }] of Object.entries(fields)) {
    // A rate has a base, too, and is a share already.
    if (base === undefined || method !== 'sum') continue;
    const [part, whole] = [values[name] ?? null, values[base] ?? null];
    shares[name] = part === null || whole === null || whole === 0 ? null : (100 * part) / whole;
  }

  const distributions: Record<string, (number | null)[]> = {};
  for (const { name } of entry.distributions) {
    distributions[name] = classesOf(entry, name).map((column) => {
      const sum = source.sum(topic, column);
      return sum === null ? null : shown(sum);
    });
  }

  const margins: Record<string, number> = {};
  for (const { name } of countFields(topic)) {
    const margin = source.marginOfError(topic, name);
    if (margin !== null) margins[name] = margin;
  }
  return {
    values,
    shares,
    coverage,
    ...(Object.keys(atLeast).length > 0 ? { atLeast } : {}),
    ...(Object.keys(atMost).length > 0 ? { atMost } : {}),
    estimatedShare: estimatedShare(source, topic),
    imputedShare: imputedShare(source, topic),
    distributions,
    lists: listsOf(entry, source, minimumCoverage),
    ...(Object.keys(margins).length > 0 ? { marginsOfError: margins } : {}),
  };
}

function inputOf(input: string, raw: Map<string, { value: number; coverage: number }>, source: Source) {
  if (input === 'area') return source.areaSquareKm === null ? null : { value: source.areaSquareKm, coverage: 1 };
  if (input === 'residents.total') return source.sum('residents', 'total');
  return raw.get(input) ?? null;
}

function limitsOf(entry: TopicEntry, distribution: string): readonly ClassLimits[] | undefined {
  if (entry.code === 'age_classes' && distribution === AGE_DISTRIBUTION) return AGE_LIMITS;
  return entry.distributions.find(({ name }) => name === distribution)?.limits;
}

function classesOf(entry: TopicEntry, distribution: string): string[] {
  if (entry.code === 'age_classes' && distribution === AGE_DISTRIBUTION) {
    return countFields('age_classes')
      .map(({ name }) => name)
      .filter((name) => name.startsWith('total_'));
  }
  return (limitsOf(entry, distribution) ?? []).map((_, index) => `${distribution}_${index}`);
}

function listsOf(entry: TopicEntry, source: Source, minimumCoverage: number): Figures['lists'] {
  const lists: Figures['lists'] = {};
  for (const { name, keys } of entry.lists) {
    const items: ListItem[] = [];
    for (const { key, title } of keys) {
      const sum = source.sum(entry.code, `${name}__${key}`);
      if (sum === null || sum.coverage < minimumCoverage || !Number.isFinite(sum.value)) continue;
      items.push({ key, title, value: sum.value });
    }
    items.sort((a, b) => rounded(b.value) - rounded(a.value) || (a.key < b.key ? -1 : 1));
    const entries = TOPICS[entry.code as TopicCode].listEntries;
    lists[name] = {
      items: items.slice(0, entries),
      others: items.slice(entries).reduce((sum, item) => sum + item.value, 0),
    };
  }
  return lists;
}
