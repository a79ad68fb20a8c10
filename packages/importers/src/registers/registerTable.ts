import type { Register, RegisterArea } from '@hinterland/catalogue';
import { z } from 'zod';
import { ImportError } from '../errors/importError.ts';
import { labelOf } from '../files/source.ts';
import { fileOf, type SourceContext } from '../source/context.ts';
import { tableFields, where } from '../source/fields.ts';
import { MappedRow, type RowCondition } from '../tables/mappedRow.ts';
import { cellNumber } from '../tables/numberText.ts';
import { readTable } from '../tables/readTable.ts';

/** Keys of every register in a table. */
export const registerFields = {
  ...tableFields,
  where,
  name: z.string().min(1).optional().describe('The register as its publisher names it, where it is another table'),
  year: z.int().min(1900).max(2100).describe('Year of the counts'),
};

/** What of an entry says how its file is read. */
export interface RegisterEntry extends z.output<z.ZodObject<typeof tableFields>> {
  readonly where?: readonly RowCondition[] | undefined;
  readonly year: number;
}

/** One published number of a file. */
export interface RegisterCell {
  readonly area: string;
  readonly class: string;
  readonly count: number;
}

/** What of a register is not in its cells. */
export type RegisterHead = Omit<Register, 'classes' | 'areas'>;

/**
 * Reads a register from a table. `open` is called once with the names of the columns and gives the cells of each row as texts;
 * cells without a text are not published, or 0 where `emptyIsZero`. Throws ImportError with the row of a count that is no number,
 * and where no row is read.
 */
export async function readRegister(
  entry: RegisterEntry,
  context: SourceContext,
  head: RegisterHead,
  open: (
    columns: readonly string[],
    label: string,
  ) => (cells: readonly string[]) => Iterable<readonly [area: string, name: string, count: string]>,
  emptyIsZero = false,
): Promise<Register> {
  const file = fileOf(entry, context);
  const label = labelOf(file);
  const byArea = new Map<string, Map<string, number>>();
  await readTable(file, entry, (columns) => {
    const cellsOf = open(columns, label);
    const rows = new MappedRow<never>(label, columns, { columns: {}, where: entry.where });
    return (record) => {
      if (!rows.goTo(record)) return;
      for (const [area, name, text] of cellsOf(record.cells.map((cell) => cell.trim()))) {
        const count = text === '' && emptyIsZero ? 0 : cellNumber(text, {});
        if (count === undefined || count < 0) {
          throw new ImportError(
            `${label}: row ${record.row} has "${text}" where the count of ${name} stands. Mend it, or leave it empty where it is not published.`,
          );
        }
        if (area === '' || name === '' || Number.isNaN(count)) continue;
        const counts = byArea.get(area) ?? new Map<string, number>();
        byArea.set(area, counts.set(name, (counts.get(name) ?? 0) + count));
      }
    };
  });
  if (byArea.size === 0) {
    throw new ImportError(`${label} has no count of establishments that is read. Check where, and the columns.`);
  }
  const classes = [...new Set([...byArea.values()].flatMap((counts) => [...counts.keys()]))].sort();
  const [country] = context.countries;
  return {
    ...head,
    classes,
    areas: [...byArea].map(
      ([code, counts]): RegisterArea => ({
        country: country!,
        code,
        name: code,
        year: entry.year,
        residents: null,
        counts: classes.map((name) => counts.get(name) ?? null),
      }),
    ),
  };
}
