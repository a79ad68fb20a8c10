import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type Axis, degreesOf } from '@hinterland/catalogue/coordinates';
import { type NumberFault, readNumber } from '@hinterland/catalogue/numbers';
import { type EncodingGuess, readTable, TableError, type TableRecord } from '@hinterland/tables';
import { CommandError, noFile, note } from './terminal.ts';

export interface CsvRow {
  /** Line in the file, from 1. */
  readonly line: number;
  /** By name of the column, in lower case; trimmed. */
  readonly values: Readonly<Record<string, string | undefined>>;
}

/** The option that names a file's encoding, alike in all commands that read one. */
export const ENCODING_OPTION = [
  '--encoding <name>',
  'encoding of the file, such as windows-1252; by its bytes and words where absent',
] as const;

/**
 * Rows of a CSV file with a header; rows of another width than the header are named and left out. Throws CommandError with the
 * column or the line at fault.
 */
export async function readCsv(path: string, columns: readonly string[], encoding?: string): Promise<CsvRow[]> {
  if ((await stat(path).catch(() => null))?.isFile() !== true) throw noFile(path);
  const rows: CsvRow[] = [];
  try {
    for await (const part of readTable(createReadStream(path), { encoding, ...tellsOf(path) })) {
      const names = part.columns.map((name) => name.toLowerCase());
      requireColumns(path, names, columns);
      for (const { line, cells } of part.rows) {
        if (cells.every((cell) => cell.trim() === '')) continue;
        rows.push({ line, values: Object.fromEntries(names.map((name, i) => [name, cells[i]!.trim()])) });
      }
    }
  } catch (error) {
    throw asCommandError(path, error);
  }
  if (rows.length === 0) throw new CommandError(`${path} has a header and no rows.`, 2);
  return rows;
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
  if (columns.every((name) => names.includes(name))) return;
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
