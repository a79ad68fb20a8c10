import type { TableRecord } from './record.ts';
import { TableError } from './tableError.ts';

/** Returns the names of the columns. One without a name is called by its place. Throws where two have the same name. */
export function columnNames({ line, cells }: TableRecord): readonly string[] {
  const names = cells.map((cell, i) => cell.trim() || `Column ${i + 1}`);
  const seen = new Map<string, number>();
  names.forEach((name, i) => {
    const before = seen.get(name);
    if (before !== undefined) {
      throw new TableError(
        'names',
        `Line ${line} names the columns ${before + 1} and ${i + 1} both "${name}".`,
        'Rename one of them, or leave it out.',
        { line },
      );
    }
    seen.set(name, i);
  });
  return names;
}

/** Throws TableError where the first row cannot be a header: where it holds values, or looks like a title. */
export function requireNames({ line, cells }: TableRecord): void {
  const named = cells.map((cell) => cell.trim()).filter((name) => name !== '');
  const values = named.filter((name) => /^[-+]?\d+([.,]\d+)?$/.test(name));
  if (named.length === 0 || 2 * values.length >= named.length) {
    throw new TableError(
      'values',
      `Line ${line} should name the columns, but holds ${named.length === 0 ? 'nothing' : 'values'}.`,
      'Put a first row with a name for each column in front, such as name,address,postcode.',
      { line },
    );
  }
  if (2 * named.length < cells.length && cells.length > 2) {
    throw new TableError(
      'title',
      `Line ${line} names ${named.length} of ${cells.length} columns, like a title.`,
      'Say with skipLines how many lines stand before the one with the names, or delete them.',
      { line },
    );
  }
}

/** Returns what is wrong with a row that does not have one cell per column; null where it has. */
export function widthFault({ line, cells, endsFile }: TableRecord, columns: readonly string[]): TableError | null {
  if (cells.length === columns.length) return null;
  if (endsFile && cells.length < columns.length) {
    return new TableError(
      'cut',
      `The file ends in line ${line} after ${cells.length} of ${columns.length} cells: it is cut short.`,
      'Complete the row, or get the file again.',
      { line },
    );
  }
  const where =
    cells.length < columns.length
      ? `column ${cells.length + 1} ("${columns[cells.length]}") is missing`
      : `column ${columns.length + 1} has no name`;
  return new TableError(
    'width',
    `The row in line ${line} has ${cells.length === 1 ? '1 cell' : `${cells.length} cells`}, the header has ${columns.length}: ${where}.`,
    'Mend the row; a cell that holds the separator must stand in quotation marks.',
    { line },
  );
}
