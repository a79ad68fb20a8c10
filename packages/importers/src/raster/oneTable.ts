import type { Box } from '@hinterland/geo';
import type { FileSource } from '../files/source.ts';
import { cellNumber } from '../tables/numberText.ts';
import type { Cell } from './cell.ts';
import { type CellTableOptions, eachTableCell } from './cellsOfTable.ts';

/** A cell, and how many rows it has. */
type SummedCell = Omit<Cell, 'code'> & { readonly parts: number };

/**
 * Returns the cells of a table that may touch a box, each once. Offices publish a cell that lies in several countries in a row for
 * each: figures of rows about one cell add up, and of other columns the first row counts.
 */
export async function cellsOfOneTable(
  source: FileSource,
  box: Box,
  options: CellTableOptions,
): Promise<{ columns: readonly string[]; cells: ReadonlyMap<string, SummedCell> }> {
  const cells = new Map<string, SummedCell>();
  const { columns } = await eachTableCell(source, box, options, ({ code, ring, figures }) => {
    const before = cells.get(code);
    cells.set(
      code,
      before === undefined
        ? { ring, figures, parts: 1 }
        : {
            ...before,
            figures: before.figures.map((text, i) => sumOf(text, figures[i]!, options)),
            parts: before.parts + 1,
          },
    );
  });
  return { columns, cells };
}

function sumOf(first: string, second: string, options: CellTableOptions): string {
  const [a, b] = [cellNumber(first, options), cellNumber(second, options)];
  if (a === undefined || b === undefined || Number.isNaN(b)) return first;
  return Number.isNaN(a) ? second : String(a + b).replace('.', options.decimal ?? '.');
}
