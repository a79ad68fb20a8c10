import { readFile } from 'node:fs/promises';
import Papa from 'papaparse';
import { CommandError } from './terminal.ts';

export interface CsvRow {
  /** Line in the file, from 1. */
  readonly line: number;
  /** By name of the column, in lower case; trimmed. */
  readonly values: Readonly<Record<string, string | undefined>>;
}

/** Rows of a CSV file with a header. Throws CommandError with the column or the line at fault. */
export async function readCsv(path: string, columns: readonly string[]): Promise<CsvRow[]> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new CommandError(`There is no file ${path}.`, 2);
  });
  const { data, meta, errors } = Papa.parse<Record<string, string>>(text.replace(/^\uFEFF/, ''), {
    header: true,
    skipEmptyLines: 'greedy',
    transformHeader: (name) => name.trim().toLowerCase(),
    transform: (value) => value.trim(),
  });
  const missing = columns.filter((name) => !meta.fields?.includes(name));
  if (missing.length > 0) {
    const found = meta.fields?.join(', ') || 'nothing';
    const wanted = new Intl.ListFormat('en').format(columns);
    throw new CommandError(`${path} needs the columns ${wanted} in its first line; it has ${found}.`, 2);
  }
  const broken = errors.find(({ type }) => type !== 'Delimiter');
  if (broken !== undefined) throw new CommandError(`${path}: line ${(broken.row ?? 0) + 2}: ${broken.message}.`, 2);
  if (data.length === 0) throw new CommandError(`${path} has a header and no rows.`, 2);
  return data.map((values, i) => ({ line: i + 2, values }));
}

/** The number of a cell; throws CommandError that names line and column. */
export function numberOf(path: string, { line, values }: CsvRow, name: string, least: number, most: number): number {
  const value = values[name] ? Number(values[name]) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new CommandError(
    `${path}: line ${line}: ${name} must be a number from ${least} to ${most}, not ${JSON.stringify(values[name] ?? '')}.`,
    2,
  );
}
