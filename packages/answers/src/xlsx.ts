import { neutralized } from '@hinterland/tables/formula';
import writeXlsxFile, { type Sheet, type Cell as SheetCell } from 'write-excel-file/universal';
import type { Cover } from './cover.ts';
import { type Cell, headerOf, type Table } from './table.ts';
import { nameOf } from './words/said.ts';
import { answerPage, figuresPage, formatOf } from './xlsxCover.ts';

const DAY = 'yyyy-mm-dd';
const INSTANT = 'yyyy-mm-dd hh:mm:ss';
/** Most characters of the name of a sheet, and those that it may not have. */
const NAME_MAX = 31;
const FORBIDDEN = /[[\]:*?/\\]/g;
const WIDTH_MAX = 60;
/** Columns of coordinates, to about a decimeter. */
const DEGREES = /\b(lat|lng|latitude|longitude)$/i;
const DEGREES_FORMAT = '0.000000';

/**
 * Returns tables as a workbook: what the answer says and its figures in words of the reader where there is a cover, then a sheet for each
 * table with a header that stays in sight. Numbers are numbers, dates dates.
 */
export async function xlsxBlob(tables: readonly Table[], cover?: Cover): Promise<Blob> {
  const names = new Set<string>();
  const first =
    cover === undefined
      ? []
      : [
          { sheet: sheetName(cover.sheets.answer, names), ...answerPage(cover) },
          ...(cover.figures.length === 0
            ? []
            : [{ sheet: sheetName(cover.sheets.figures, names), ...figuresPage(cover) }]),
        ];
  const sheets = tables.map((table) => sheetOf(table, sheetName(titleOf(table), names)));
  return writeXlsxFile([...(first as Sheet<Blob>[]), ...sheets]).toBlob();
}

/** "Candidates, competitors" */
const titleOf = ({ title }: Table): string => nameOf(title).replace(/, \p{Lu}/gu, (begin) => begin.toLowerCase());

function sheetOf({ columns, rows }: Table, sheet: string): Sheet<Blob> {
  const headers = columns.map(headerOf);
  const formats = columns.map((column, i) => {
    const values = rows.flatMap((row) => (typeof row[i] === 'number' ? [row[i]] : []));
    return DEGREES.test(nameOf(column.title)) ? DEGREES_FORMAT : formatOf(values);
  });
  return {
    sheet,
    stickyRowsCount: 1,
    columns: headers.map((header, i) => ({ width: widthOf([header, ...rows.map((row) => row[i] ?? null)]) })),
    data: [
      headers.map((value) => ({ value: neutralized(value), fontWeight: 'bold' as const, wrap: true })),
      ...rows.map((row) => row.map((cell, i) => cellOf(cell, formats[i]!))),
    ],
  };
}

function cellOf(cell: Cell, format: string): SheetCell {
  if (cell instanceof Date)
    return { value: cell, type: Date, format: cell.getTime() % 86_400_000 === 0 ? DAY : INSTANT };
  if (typeof cell === 'number') return { value: cell, format };
  if (cell === null || typeof cell === 'boolean') return cell;
  return { value: neutralized(nameOf(cell)), type: String };
}

/** Characters that the longest cell has, within reason. */
function widthOf(cells: readonly Cell[]): number {
  const lengths = cells.map((cell) =>
    cell instanceof Date
      ? INSTANT.length
      : typeof cell === 'object' && cell !== null
        ? nameOf(cell).length
        : String(cell ?? '').length,
  );
  return Math.min(lengths.reduce((a, b) => Math.max(a, b), 8) + 2, WIDTH_MAX);
}

/** A name that no other sheet has, without the signs that spreadsheets refuse. */
function sheetName(title: string, taken: Set<string>): string {
  const plain =
    title
      .replace(FORBIDDEN, ' ')
      .replace(/^'+|'+$/g, '')
      .trim() || 'Table';
  for (let i = 1; ; i++) {
    const end = i === 1 ? '' : ` ${i}`;
    const name = plain.slice(0, NAME_MAX - end.length) + end;
    if (taken.has(name.toLowerCase())) continue;
    taken.add(name.toLowerCase());
    return name;
  }
}
