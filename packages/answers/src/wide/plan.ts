import { knownOf, type WideFigure, type WideValue } from './figures.ts';
import type { Outline } from './outlines.ts';
import { wkbOf } from './wkb.ts';

export type ColumnType = 'float64' | 'utf8' | 'bool' | 'wkb';

/** A column of a table with a row per answer. */
export interface WideColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** What readers want to know of it: title, unit, base, method, vintage. */
  readonly about: Readonly<Record<string, string>>;
}

/** An answer in one row. */
export interface WideRow {
  readonly figures: readonly WideFigure[];
  readonly outlines: readonly Outline[];
}

/** Returns the columns that hold the figures of all rows; a figure that none of them has a value for is left out. */
export function columnsOf(rows: readonly WideRow[]): readonly WideColumn[] {
  const columns = new Map<string, WideColumn>();
  for (const { figures, outlines } of rows) {
    for (const figure of figures) {
      const type = typeOf(figure.value);
      if (type !== null && !columns.has(figure.name))
        columns.set(figure.name, { name: figure.name, type, about: knownOf(figure) });
    }
    for (const { name } of outlines)
      columns.set(name, { name, type: 'wkb', about: { title: 'Outline', crs: 'OGC:CRS84' } });
  }
  return [...columns.values()];
}

const typeOf = (value: WideValue): ColumnType | null =>
  value === null ? null : typeof value === 'number' ? 'float64' : typeof value === 'boolean' ? 'bool' : 'utf8';

/** Values of one column; null where a row has none. */
export type Values = readonly (WideValue | Uint8Array)[];

/**
 * Returns the values of each column, and for each row the figures that fit no column, by their names: nothing of an answer is
 * lost whatever the columns are. An absent row has nulls.
 */
export function fitted(
  columns: readonly WideColumn[],
  rows: readonly (WideRow | null)[],
): { readonly values: readonly Values[]; readonly more: readonly (Record<string, WideValue> | null)[] } {
  const at = new Map(columns.map(({ name }, i) => [name, i]));
  const values = columns.map(() => rows.map((): WideValue | Uint8Array => null));
  const more = rows.map((row, r) => {
    const rest: Record<string, WideValue> = {};
    for (const { name, value } of row?.figures ?? []) {
      const column = at.get(name);
      if (column !== undefined && columns[column]!.type === typeOf(value)) values[column]![r] = value;
      else if (value !== null) rest[name] = value;
    }
    for (const { name, geometry } of row?.outlines ?? []) {
      const column = at.get(name);
      if (column !== undefined) values[column]![r] = wkbOf(geometry);
    }
    return Object.keys(rest).length === 0 ? null : rest;
  });
  return { values, more };
}
