import type { Box } from '@hinterland/geo';
import { ImportError } from '../errors/importError.ts';
import { type FileSource, labelOf } from '../files/source.ts';
import { type ProjectedBox, projectedBox } from '../shapes/projectedBox.ts';
import { fromDegrees, type ToDegrees, toDegrees } from '../shapes/projections.ts';
import { columnIndex } from '../tables/mappedRow.ts';
import { cellNumber, type NumberFormat } from '../tables/numberText.ts';
import { readTable, type TableOptions } from '../tables/readTable.ts';
import type { RowListener } from '../tables/rowListener.ts';
import type { RowSums } from '../tables/rowSums.ts';
import { type Cell, cellRing, isCount } from './cell.ts';
import { gridCode } from './gridCode.ts';

export interface CellTableOptions extends TableOptions, NumberFormat {
  /** Column with the code of the cell. */
  readonly cell: string;
  /** Column with its people. */
  readonly people: string;
  /** Projection of the codes; that in the code where absent. */
  readonly crs?: string | undefined;
  /** Hears of all rows, also those outside the box. */
  readonly sums?: RowSums | undefined;
  /** Hears of them, too. */
  readonly alsoTo?: RowListener | undefined;
}

/** What a box covers in the projection of a grid. */
interface Grid extends ProjectedBox {
  readonly toDegrees: ToDegrees | null;
}

/** Rows of a table of cells, which the caller keeps; `columns` are those of the file. */
export interface CellTable {
  readonly columns: readonly string[];
  readonly label: string;
}

/**
 * Gives the cells of a table with people that may touch a box; `figures` are the cells of the row, in the order of the file's
 * columns. Rows outside the box are passed over as they are read. Throws ImportError for a code that is none of a grid.
 */
export async function eachTableCell(
  source: FileSource,
  box: Box,
  options: CellTableOptions,
  visit: (cell: Cell, people: number) => void,
): Promise<CellTable> {
  const label = labelOf(source);
  let columns: readonly string[] = [];
  const grids = new Map<number, Grid>();
  const { sums, alsoTo, ...reading } = options;
  await readTable(source, reading, (header) => {
    columns = header;
    sums?.begin(label, header);
    alsoTo?.begin(label, header);
    const codeColumn = columnIndex(label, header, options.cell);
    const peopleColumn = columnIndex(label, header, options.people);
    return (record) => {
      const { cells, row } = record;
      const code = cells[codeColumn]!.trim();
      if (code === '') return;
      sums?.add(cells);
      const coded = gridCode(code);
      if (coded === undefined) {
        throw new ImportError(
          `${label}, row ${row}: "${code}" is no code of a cell such as CRS3035RES1000mN2684000E4285000. Name the column with the codes as cell.`,
        );
      }
      const { epsg, meters, east, north } = coded;
      let grid = grids.get(epsg);
      if (grid === undefined) {
        const projection = options.crs ?? `EPSG:${epsg}`;
        grid = { ...projectedBox(fromDegrees(projection, label), box), toDegrees: toDegrees(projection, label) };
        grids.set(epsg, grid);
      }
      const isNear =
        east + meters >= grid.left && east <= grid.right && north + meters >= grid.bottom && north <= grid.top;
      alsoTo?.add(record, isNear);
      if (!isNear) return;
      const people = cellNumber(cells[peopleColumn]!, options);
      if (people === undefined) {
        throw new ImportError(
          `${label}, row ${row}, column "${options.people}": "${cells[peopleColumn]}" is no number. List it under missing if it means "not published".`,
        );
      }
      if (!isCount(people) || people === 0) return;
      visit(
        { code, ring: cellRing([east, north, east + meters, north + meters], grid.toDegrees), figures: cells },
        people,
      );
    };
  });
  return { columns, label };
}
