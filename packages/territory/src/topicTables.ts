import type { ColumnInput, TableInput } from './columns.ts';
import { type TopicEntry, topicEntry } from './descriptor.ts';
import type { TableSpec } from './tables.ts';
import { TOPIC_CODES, TOPIC_FIELDS, type TopicField } from './topics.ts';

/** A topic's figures by field name; `flags` may be left out where no row has one. */
export interface TopicTableInput {
  readonly columns: ReadonlyMap<string, ColumnInput<'float64'>> | Readonly<Record<string, ColumnInput<'float64'>>>;
  readonly flags?: ColumnInput<'uint8'>;
}

/** Spec and columns of a topic's table: `flags`, then the fields in the order given. */
export function topicSpec(input: TopicTableInput): { spec: TableSpec; columns: TableInput<TableSpec> } {
  const fields = input.columns instanceof Map ? [...input.columns] : Object.entries(input.columns);
  const flags = input.flags ?? new Uint8Array(fields[0]?.[1].length ?? 0);
  return {
    spec: { flags: 'uint8', ...Object.fromEntries(fields.map(([name]) => [name, 'float64'] as const)) },
    columns: { flags, ...Object.fromEntries(fields) },
  };
}

/** All ten entries in the order of the catalogue; topics not named are not available. */
export function completeTopicEntries(
  entries: readonly (Pick<TopicEntry, 'code' | 'available'> & Partial<TopicEntry>)[],
): TopicEntry[] {
  return TOPIC_CODES.map((code) =>
    topicEntry.parse(
      entries.find((entry) => entry.code === code) ?? {
        code,
        available: false,
        note: 'The sources of this territory do not hold this topic.',
      },
    ),
  );
}

/** Names of the Float64 columns that the table of an available topic has, in order. */
export function topicColumns(entry: TopicEntry): string[] {
  const fields: readonly TopicField[] = TOPIC_FIELDS[entry.code];
  return [
    ...fields.map((field) => field.name).filter((name) => !entry.missingFields.includes(name)),
    ...entry.distributions.flatMap(({ name, limits }) => limits.map((_, i) => `${name}_${i}`)),
    ...entry.lists.flatMap(({ name, keys }) => keys.map(({ key }) => `${name}__${key}`)),
  ];
}
