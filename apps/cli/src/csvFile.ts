import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { COLUMN_ROLES, holdsSales, meaningOfO, rolesByName, spotInRow } from '@hinterland/catalogue/columns';
import { type Axis, degreesOf } from '@hinterland/catalogue/coordinates';
import { type NumberFault, readNumber } from '@hinterland/catalogue/numbers';
import { type EncodingGuess, readTable, TableError, type TableRecord } from '@hinterland/tables';
import { CommandError, noFile, note } from './terminal.ts';

export interface CsvRow {
  /** Line in the file, from 1. */
  readonly line: number;
  /** By name of the column, in lower case, and by its role, such as lat for Breitengrad; trimmed. */
  readonly values: Readonly<Record<string, string | undefined>>;
  readonly cells: readonly string[];
}

/** The option that names a file's encoding, alike in all commands that read one. */
export const ENCODING_OPTION = [
  '--encoding <name>',
  'encoding of the file, such as windows-1252; by its bytes and words where absent',
] as const;

/** A file's rows, and how it is written. */
export interface CsvFile {
  readonly columns: readonly string[];
  readonly separator: string;
  readonly rows: readonly CsvRow[];
}

/**
 * Yields the rows of a table with a header part by part, the first part as soon as the columns are known. Columns are known by the names
 * that datasets know; rows of another width than the header are named and left out. Throws CommandError with the line at fault.
 */
export async function* csvParts(
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  encoding?: string,
): AsyncGenerator<CsvFile> {
  const format = /\.xlsx$/i.test(path) ? 'workbook' : 'csv';
  try {
    for await (const { columns, separator, rows } of readTable(bytes, { format, encoding, ...tellsOf(path) })) {
      const valuesOf = reader(columns);
      const filled = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
      yield {
        columns,
        separator,
        rows: filled.map(({ line, cells }) => ({ line, cells, values: valuesOf(cells) })),
      };
    }
  } catch (error) {
    throw asCommandError(path, error);
  }
}

/** All rows of a file, as `csvParts` yields them. Throws CommandError, also where the file lacks one of the columns. */
export async function readCsv(path: string, columns: readonly string[], encoding?: string): Promise<CsvFile> {
  if ((await stat(path).catch(() => null))?.isFile() !== true) throw noFile(path);
  const rows: CsvRow[] = [];
  let file: CsvFile = { columns: [], separator: ',', rows };
  for await (const part of csvParts(path, createReadStream(path), encoding)) {
    requireColumns(path, part.columns, columns);
    file = part;
    for (const row of part.rows) rows.push(row);
  }
  if (rows.length === 0) throw new CommandError(`${path} has a header and no rows.`, 2);
  return { ...file, rows };
}

/** Where the values of a row stand, by lower-case name and by role. */
function placesOf(columns: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map(columns.map((name, at) => [name.toLowerCase(), at]));
  const roles = rolesByName(columns);
  for (const role of COLUMN_ROLES) {
    const at = roles[role];
    if (at !== undefined && !places.has(role)) places.set(role, at);
  }
  const sales = columns.findIndex(holdsSales);
  if (sales >= 0 && !places.has('sales')) places.set('sales', sales);
  return places;
}

/** Returns a function that reads the cells of a row; a place in one cell gives latitude and longitude. */
function reader(columns: readonly string[]): (cells: readonly string[]) => CsvRow['values'] {
  const places = placesOf(columns);
  const inOne = places.has('lat') ? undefined : places.get('coordinates');
  return (cells) => {
    const values = Object.fromEntries([...places].map(([name, at]) => [name, cells[at]!.trim()]));
    if (inOne === undefined) return values;
    const reading = spotInRow((role) => (role === 'coordinates' ? cells[inOne]! : ''), meaningOfO(columns[inOne]!));
    const spot = reading?.fault === null ? reading.spot : { lat: cells[inOne], lng: '' };
    return { ...values, lat: String(spot.lat), lng: String(spot.lng) };
  };
}

/** Tells rows of another width than the header, which are left out, and the encoding where it is a guess. */
export const tellsOf = (path: string) => ({
  setAside: (_: TableRecord, fault: TableError) => note(`${path}: ${fault.sentence} It is left out.`),
  onGuess({ encoding, near: [near] }: EncodingGuess) {
    const other = near === undefined ? '' : ` "${near.guessed}" may be "${near.other}": --encoding ${near.encoding}.`;
    note(`${path}: Read as ${encoding}.${other || ' Name another with --encoding if letters look wrong.'}`);
  },
});

/** Returns the fault of a file's table as one that the command shows and ends with. Other errors stay. */
export const asCommandError = (path: string, error: unknown): unknown =>
  error instanceof TableError ? new CommandError(`${path}: ${error.message}`, 2) : error;

/** Whether a table has a column of the name or role; a place may be in one column. */
export function hasColumn(columns: readonly string[], name: string): boolean {
  const places = placesOf(columns);
  return places.has(name) || ((name === 'lat' || name === 'lng') && places.has('coordinates'));
}

function requireColumns(path: string, names: readonly string[], columns: readonly string[]): void {
  if (columns.every((column) => hasColumn(names, column))) return;
  const wanted = new Intl.ListFormat('en').format(columns);
  throw new CommandError(`${path} needs the columns ${wanted} in its first line; it has ${names.join(', ')}.`, 2);
}

/** The number of a cell; throws CommandError that names line and column. */
export function numberOf(path: string, { line, values }: CsvRow, name: string, least: number, most: number): number {
  const text = values[name] ?? '';
  const value = within(text, readNumber(text), least, most);
  if (typeof value === 'string') throw new CommandError(`${path}: line ${line}: ${name}${value}`, 2);
  return value;
}

/** The degrees of a cell, in any way of writing coordinates; throws CommandError that names line and column. */
export function degreesIn(path: string, { line, values }: CsvRow, axis: Axis): number {
  const value = degreesOrFault(values[axis] ?? '', axis);
  if (typeof value === 'string') throw new CommandError(`${path}: line ${line}: ${axis}${value}`, 2);
  return value;
}

/** The degrees of a text, or the end of a sentence about the column that says what is wrong. */
export const degreesOrFault = (text: string, axis: Axis): number | string =>
  within(text, degreesOf(text, axis), axis === 'lat' ? -90 : -180, axis === 'lat' ? 90 : 180);

/** What is wrong with a number that may be read in two ways, as the end of a sentence about its column. */
export const ambiguous = (text: string): string =>
  `: ${JSON.stringify(text)} may have thousands or decimals. Write thousands without a sign between them, such as 1234.`;

function within(text: string, value: number | NumberFault, least: number, most: number): number | string {
  if (typeof value === 'number' && value >= least && value <= most) return value;
  if (value === 'ambiguous') return ambiguous(text);
  return ` must be a number from ${least} to ${most}, not ${JSON.stringify(text)}.`;
}

/** The mark of UTF-8, by which spreadsheets read letters beyond ASCII rightly; none where there are none. */
export const markOf = (text: string): string => (/[^\0-\x7f]/u.test(text) ? '\ufeff' : '');
