import { chosenRows, type NumberedRow } from '@hinterland/catalogue/columns';
import type { RowFault, RowReason } from '@hinterland/contract';
import { z } from 'zod';

const TEXT_MAX = 1000;

/** What a caller says of rows of a table before they are read; the table stays as it is. */
export const rowChoices = z.object({
  leaveOut: z.array(z.int()).optional().describe('Numbers of rows that do not count, from 1'),
  merge: z
    .array(z.array(z.int()).min(2))
    .optional()
    .describe('Numbers of rows that are one: the first counts, and its empty cells take what the others hold'),
  cells: z
    .array(
      z.object({
        row: z.int().describe('Number of the row, from 1'),
        column: z.string().describe('Name of the column'),
        value: z.string().max(TEXT_MAX).describe('The text that stands there instead'),
      }),
    )
    .optional()
    .describe('Texts in place of those of the file, by the number of the row and the name of the column'),
  faults: z
    .enum(['refuse', 'leave_out'])
    .optional()
    .describe(
      'What becomes of rows with a fault: refuse the call and name all of them, or leave them out and name them in warnings. Default: refuse',
    ),
});
export type RowChoices = z.infer<typeof rowChoices>;

/** Rows as a caller wants them, and those that do not count; or why that cannot be. */
type AskedRows<T> =
  | { readonly fault: string }
  | { readonly fault: null; readonly rows: readonly T[]; readonly leftOut: readonly RowFault[] };

/**
 * Applies what a caller says to rows. `placed` holds the positions of columns that say where a row is: their cells are no texts to
 * be changed, since the place was found before. `nameOf` gives the name of a row.
 */
export function askedRows<T extends NumberedRow>(
  columns: readonly string[],
  placed: ReadonlySet<number>,
  given: readonly T[],
  choices: RowChoices,
  nameOf: (row: T) => string,
): AskedRows<T> {
  const known = new Set(given.map(({ no }) => no));
  for (const { row, column } of choices.cells ?? []) {
    const at = columns.indexOf(column);
    if (at < 0) return { fault: `There is no column ${column}; there are ${columns.join(', ')}.` };
    if (placed.has(at))
      return { fault: `"${column}" says where a row is. Place row ${row} on the page of the dataset.` };
    if (!known.has(row)) return { fault: `There is no row ${row}.` };
  }
  const missing = choices.merge?.flat().find((no) => !known.has(no));
  if (missing !== undefined) return { fault: `There is no row ${missing}.` };
  const { rows, out } = chosenRows(columns, given, choices);
  const leftOut = out.map(({ row, into }) =>
    into === null
      ? rowFaultOf(row.no, nameOf(row), 'asked', `Row ${row.no} is left out, as asked.`)
      : rowFaultOf(row.no, nameOf(row), 'merged', `Row ${row.no} is one with row ${into}, as asked.`, { like: into }),
  );
  return { fault: null, rows, leftOut };
}

/** A fault of a row, or of a cell where `column` and `value` say which. */
export const rowFaultOf = (
  row: number,
  name: string,
  reason: RowReason,
  detail: string,
  cell: Partial<Pick<RowFault, 'column' | 'value' | 'suggestion' | 'like'>> = {},
): RowFault => ({ row, name, column: null, value: null, reason, detail, suggestion: null, like: null, ...cell });
