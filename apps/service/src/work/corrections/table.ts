import { LIMITS, type NewCorrection, newCorrection } from '@hinterland/contract';
import { csvLines, readTable, TableError } from '@hinterland/tables';
import { invalid, invalidFields } from '../../kit/json.ts';
import { quoted } from '../../kit/quotedText.ts';
import type { CorrectionRow } from './store.ts';

/** Columns of a table of corrections, in the order in which it is written. */
const COLUMNS = [
  'kind',
  'storeId',
  'since',
  'name',
  'brand',
  'sectorCode',
  'squareMeters',
  'lat',
  'lng',
  'address',
  'reason',
] as const;
const NUMBERS: readonly string[] = ['squareMeters', 'lat', 'lng'];

/** What is written in the column of brands where a store has none: an empty cell says nothing. */
const NO_BRAND = 'none';

/** Corrections as CSV in UTF-8 with a byte order mark, which spreadsheets need. */
export function tableOfCorrections(rows: readonly CorrectionRow[]): string {
  const lines = rows.map(({ kind, store_id, said, listed, reason }) => {
    const values: Readonly<Record<string, unknown>> = {
      ...said,
      name: said.name ?? listed?.name,
      brand: said.brand === null ? NO_BRAND : said.brand,
      kind,
      storeId: kind === 'added' ? '' : store_id,
      reason,
    };
    return COLUMNS.map((name) => String(values[name] ?? ''));
  });
  return `\ufeff${csvLines([[...COLUMNS], ...lines])}`;
}

/** Faults of a table that are told at once. */
const FAULTS_TOLD = 20;

/** The corrections of a table, each with its line. Throws validation_error with every line at fault, up to FAULTS_TOLD. */
export async function correctionsOfTable(
  csv: string,
): Promise<{ readonly line: number; readonly correction: NewCorrection }[]> {
  const found: { line: number; correction: NewCorrection }[] = [];
  const faults: { pointer: string; detail: string }[] = [];
  try {
    for await (const { columns, rows } of readTable([Buffer.from(csv)] as never, {})) {
      for (const name of ['kind', 'storeId'] as const) {
        if (!columns.includes(name))
          throw invalid('#/csv', `The table has no column ${name}. Its columns are ${COLUMNS.join(', ')}.`);
      }
      for (const { line, cells } of rows) {
        const parsed = newCorrection.safeParse(valuesOf(columns, cells));
        if (parsed.success) found.push({ line, correction: parsed.data });
        for (const { path, message } of parsed.success ? [] : parsed.error.issues)
          faults.push({ pointer: `#/csv/${line}/${path.join('/')}`, detail: `Line ${line}: ${message}` });
        if (faults.length >= FAULTS_TOLD) throw invalidFields(faults);
        if (found.length > LIMITS.correctionsMax)
          throw invalid('#/csv', `A table may have ${LIMITS.correctionsMax} rows. Import it in parts.`);
      }
    }
  } catch (error) {
    if (error instanceof TableError) throw invalid('#/csv', `${error.sentence} ${error.remedy}`);
    throw error;
  }
  if (faults.length > 0) throw invalidFields(faults);
  if (found.length === 0) throw invalid('#/csv', 'The table has no rows.');
  return found;
}

function valuesOf(columns: readonly string[], cells: readonly string[]): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const name of COLUMNS) {
    const cell = cells[columns.indexOf(name)]?.trim() ?? '';
    if (cell === '') continue;
    values[name] = NUMBERS.includes(name) ? numberIn(cell) : cell;
  }
  if (values.brand === NO_BRAND) values.brand = null;
  // The name of a listed store stands in the table for people alone.
  if (values.kind !== 'added') delete values.name;
  return values;
}

/** A text that is no number stays one, so that the check names it. */
const numberIn = (cell: string): number | string => (/^-?\d+(\.\d+)?$/.test(cell) ? Number(cell) : quoted(cell));
