import type { CsvRecord } from './csv.ts';
import { badFile } from './fileText.ts';
import { DATASET_LIMITS } from './limits.ts';

/** Names of the columns. A column without a name is called by its place. Throws where the first row is no header. */
export function columnsOf({ line, cells }: CsvRecord): readonly string[] {
  const { columns: most, columnNameCharacters } = DATASET_LIMITS;
  if (cells.length > most) {
    throw badFile(`The file has ${cells.length} columns, ${most} are possible. Leave out those that are not needed.`);
  }
  const given = cells.map((name) => name.trim());
  const named = given.filter((name) => name !== '');
  const values = named.filter((name) => /^[-+]?\d+([.,]\d+)?$/.test(name));
  if (named.length === 0 || 2 * values.length >= named.length) {
    throw badFile(
      `Line ${line} should name the columns, but holds ${named.length === 0 ? 'nothing' : 'values'}. Put a first row ` +
        'with a name for each column in front, such as name,address,postcode.',
    );
  }
  if (2 * named.length < cells.length && cells.length > 2) {
    throw badFile(
      `Line ${line} names ${named.length} of ${cells.length} columns, like a title. Say with skipLines how many lines stand ` +
        'before the one with the names, or delete them.',
    );
  }
  const names = given.map((name, i) => (name === '' ? `Column ${i + 1}` : name));
  const seen = new Map<string, number>();
  names.forEach((name, i) => {
    const before = seen.get(name);
    if (before !== undefined) {
      throw badFile(
        `Line ${line} names the columns ${before + 1} and ${i + 1} both "${name}". Rename one of them, or leave it out.`,
      );
    }
    if (name.length > columnNameCharacters) {
      throw badFile(
        `Line ${line}: the name of column ${i + 1} has ${name.length} characters, ${columnNameCharacters} are possible. ` +
          'Shorten it; if it is no name, put a row with names in front.',
      );
    }
    seen.set(name, i);
  });
  return names;
}

/** Throws where a row has not one cell per column. */
export function requireWidth({ line, cells }: CsvRecord, columns: readonly string[]): void {
  if (cells.length === columns.length) return;
  const cellsText = cells.length === 1 ? '1 cell' : `${cells.length} cells`;
  const where =
    cells.length < columns.length
      ? `column ${cells.length + 1} ("${columns[cells.length]}") is missing`
      : `column ${columns.length + 1} has no name`;
  throw badFile(
    `The row in line ${line} has ${cellsText}, the header has ${columns.length}: ${where}. Mend the row; a cell that ` +
      'holds the separator must stand in quotation marks.',
  );
}
