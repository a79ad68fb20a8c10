import type { TableSpec } from '../format/tables.ts';
import type { ColumnInput, TableInput } from './columns.ts';

/** A topic's figures by field name; `flags` may be left out if no row has one. */
export interface TopicTableInput {
  readonly columns: ReadonlyMap<string, ColumnInput<'float64'>> | Readonly<Record<string, ColumnInput<'float64'>>>;
  readonly flags?: ColumnInput<'uint8'>;
}

/** Returns spec and columns of a topic's table: `flags`, then the fields in the order given. */
export function topicSpec(input: TopicTableInput): { spec: TableSpec; columns: TableInput<TableSpec> } {
  const fields = input.columns instanceof Map ? [...input.columns] : Object.entries(input.columns);
  const flags = input.flags ?? new Uint8Array(fields[0]?.[1].length ?? 0);
  return {
    spec: { flags: 'uint8', ...Object.fromEntries(fields.map(([name]) => [name, 'float64'] as const)) },
    columns: { flags, ...Object.fromEntries(fields) },
  };
}
