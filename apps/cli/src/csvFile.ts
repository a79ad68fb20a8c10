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
 * Rows of a CSV file with a header, whose columns are known by the names that datasets know; rows of another width than the header are named and left out. Throws CommandError with the
 * column or the line at fault.
 */
export async function readCsv(path: string, columns: readonly string[], encoding?: string): Promise<CsvFile> {
  if ((await stat(path).catch(() => null))?.isFile() !== true) throw noFile(path);
  const rows: CsvRow[] = [];
  let file: Omit<CsvFile, 'rows'> = { columns: [], separator: ',' };
  try {
    for await (const part of readTable(createReadStream(path), { encoding, ...tellsOf(path) })) {
      file = part;
      const valuesOf = reader(part.columns);
      requireColumns(path, part.columns, columns);
      for (const { line, cells } of part.rows) {
        if (cells.some((cell) => cell.trim() !== '')) rows.push({ line, cells, values: valuesOf(cells) });
      }
    }
  } catch (error) {
    throw asCommandError(path, error);
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

function requireColumns(path: string, names: readonly string[], columns: readonly string[]): void {
  const places = placesOf(names);
  const isIn = (name: string) => places.has(name) || ((name === 'lat' || name === 'lng') && places.has('coordinates'));
  if (columns.every(isIn)) return;
  const wanted = new Intl.ListFormat('en').format(columns);
  throw new CommandError(`${path} needs the columns ${wanted} in its first line; it has ${names.join(', ')}.`, 2);
}

/** The number of a cell; throws CommandError that names line and column. */
export function numberOf(path: string, { line, values }: CsvRow, name: string, least: number, most: number): number {
  const text = values[name] ?? '';
  return numberWithin(`${path}: line ${line}: ${name}`, text, readNumber(text), least, most);
}

/** The degrees of a cell, in any way of writing coordinates; throws CommandError that names line and column. */
export function degreesIn(path: string, { line, values }: CsvRow, axis: Axis): number {
  const text = values[axis] ?? '';
  const most = axis === 'lat' ? 90 : 180;
  return numberWithin(`${path}: line ${line}: ${axis}`, text, degreesOf(text, axis), -most, most);
}

function numberWithin(place: string, text: string, value: number | NumberFault, least: number, most: number): number {
  if (typeof value === 'number' && value >= least && value <= most) return value;
  const reason =
    value === 'ambiguous'
      ? `${JSON.stringify(text)} may have thousands or decimals. Write thousands without a sign between them, such as 1234.`
      : `must be a number from ${least} to ${most}, not ${JSON.stringify(text)}.`;
  throw new CommandError(value === 'ambiguous' ? `${place}: ${reason}` : `${place} ${reason}`, 2);
}

/** The mark of UTF-8, by which spreadsheets read letters beyond ASCII rightly; none where there are none. */
export const markOf = (text: string): string => (/[^\0-\x7f]/u.test(text) ? '\ufeff' : '');
