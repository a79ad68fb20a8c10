import type { ColumnArrays, TextColumn } from './territory.ts';

type Numbers = Exclude<ColumnArrays[keyof ColumnArrays], TextColumn>;

/** A column with some values changed and rows added, which `changed` must have; the column itself where nothing differs. */
export function patchedNumbers<C extends Numbers>(column: C, rows: number, changed: ReadonlyMap<number, number>): C {
  if (changed.size === 0 && rows === column.length) return column;
  const patched = new (column.constructor as new (length: number) => C)(rows);
  patched.set(column as never);
  for (const [row, value] of changed) patched[row] = value;
  return patched;
}

/** The same of texts: those that did not change are decoded from where they are. */
export function patchedTexts(column: TextColumn, rows: number, changed: ReadonlyMap<number, string>): TextColumn {
  if (changed.size === 0 && rows === column.length) return column;
  return { length: rows, at: (row) => changed.get(row) ?? column.at(row) };
}
