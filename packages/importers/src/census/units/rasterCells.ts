import type { MultiPolygonCoordinates } from '@hinterland/geo';
import { iso1A2Code } from '@rapideditor/country-coder';
import { z } from 'zod';
import { ImportError } from '../../errors/importError.ts';
import type { CensusUnit } from '../../inputs/census.ts';
import { type Cell, ringAreaSquareKm } from '../../raster/cell.ts';
import { eachTiffCell } from '../../raster/cellsOfTiff.ts';
import { cellClipper } from '../../raster/clipCell.ts';
import { coarseFigures } from '../../raster/coarseRaster.ts';
import { cellsOfOneTable } from '../../raster/oneTable.ts';
import { readOutlines } from '../../shapes/read.ts';
import { file, numberFields, tableFields } from '../../source/fields.ts';
import { sourceKind } from '../../source/kind.ts';
import { KeyedTable } from '../../tables/keyedTable.ts';
import { RowSums, sumsSchema } from '../../tables/rowSums.ts';
import { areasOfMap } from './areasOfMap.ts';
import { UNITS_SUBJECT, type UnitContext, type Units } from './unitSource.ts';

/** The name by which topics find the figures of a raster's cells. */
export const CELLS_TABLE = 'cells';

export const rasterCells = sourceKind({
  from: 'raster',
  says: 'Cells of a population grid: GeoTIFF, or a table of cells; their figures are the table `cells`',
  schema: {
    ...tableFields,
    file: z
      .union([file, z.array(file).min(1)])
      .describe('GeoTIFF, or several that lie side by side, or a table of cells'),
    cell: z.string().optional().describe('Of a table: column with the code, such as CRS3035RES1000mN2684000E4285000'),
    people: z.string().optional().describe('Of a table: column with the people'),
    layers: z
      .record(z.string(), file)
      .default({})
      .describe('Of a GeoTIFF: further files with the same cells, by the name of their figure'),
    coarse: z
      .strictObject({
        files: z
          .array(z.strictObject({ file, key: z.string().min(1).describe('Key of the row with its sums') }))
          .min(1)
          .describe('Archives of GeoTIFF files, one per country'),
        figures: z
          .record(z.string(), z.string())
          .describe(
            'By name of the figure: the end of the name of its file in the archive, in which * stands for any letters',
          ),
      })
      .optional()
      .describe(
        'Of a GeoTIFF: figures of the larger cells that the middles of cells lie in, to spread topics from; a warning where they cannot be read',
      ),
    crs: z.string().optional().describe("Projection of the cells; the file's own where absent"),
    per: z
      .enum(['cell', 'square-kilometer'])
      .default('cell')
      .describe('Of a GeoTIFF: whether its numbers are people of the cell, or people per km²'),
    missing: z
      .array(z.string())
      .default([])
      .describe('Of a table: cells that mean "not published", besides empty ones'),
    missingBelow: z.number().optional().describe('Of a table: numbers below this mean "not published"'),
    ...numberFields,
    sums: sumsSchema.optional(),
    within: z
      .union([
        z.strictObject({ level: z.int().min(2).max(11).describe('Value of admin_level of a boundary of the map') }),
        z.strictObject({ file }),
      ])
      .optional()
      .describe('Cells are cut at this outline, by area; people outside it are not counted'),
    countries: z
      .array(z.string().length(2))
      .optional()
      .describe('Two-letter codes: cells whose middle lies in another country are left out'),
    nearestMeters: z
      .number()
      .nonnegative()
      .default(300)
      .describe('People of a cell without a home go to the nearest one that is at most so far from the cell'),
  },
  async open(entry, context: UnitContext): Units {
    const { dataBox, mapBox, report, resolve } = context;
    const counter = report.subject(UNITS_SUBJECT);
    const paths = [entry.file].flat().map(resolve);
    const box = mapBox ?? dataBox;
    const outline = await outlineOf(entry.within, context);
    const clip = outline === null ? null : cellClipper(outline);
    const units: CensusUnit[] = [];
    const rows = new Map<string, { cells: readonly string[]; row: number }>();
    const take = ({ code, ring, figures }: Cell): void => {
      if (entry.countries !== undefined && !isIn(ring, entry.countries)) {
        counter.dropped('in another country', code);
        return;
      }
      const polygon = clip === null ? [[ring]] : clip(ring);
      if (polygon === null) {
        counter.dropped('outside the outline that cells are cut at', code);
        return;
      }
      units.push({ code, polygon, areaSquareKm: ringAreaSquareKm(ring), nearestMeters: entry.nearestMeters });
      rows.set(code, { cells: figures, row: units.length });
      counter.kept();
    };
    let columns: readonly string[];
    if (/\.tiff?$/i.test(paths[0]!)) {
      const names = Object.keys(entry.layers);
      columns = ['people', ...names];
      const layers = names.map((name) => resolve(entry.layers[name]!));
      await eachTiffCell(paths, box, { crs: entry.crs, isDensity: entry.per !== 'cell', layers }, take);
      if (entry.coarse !== undefined) columns = await addCoarse(entry.coarse, { columns, units, rows }, context);
    } else {
      const { cell, people } = entry;
      if (cell === undefined || people === undefined) {
        throw new ImportError(
          'census.units: a table of cells needs cell and people, the columns with its codes and people.',
        );
      }
      columns = [];
      const earlier = new Set<string>();
      const sums = entry.sums === undefined ? undefined : new RowSums(entry.sums, entry);
      for (const path of paths) {
        const options = { ...entry, cell, people, sums, alsoTo: context.alsoTo };
        const table = await cellsOfOneTable({ path, entry: entry.entry }, box, options);
        columns = table.columns;
        for (const [code, { parts, ...found }] of table.cells) {
          if (earlier.has(code)) counter.dropped('a cell of a table before', code);
          else take({ code, ...found });
          if (!earlier.has(code) && parts > 1) counter.changed('rows of the same cell were added up', code);
        }
        for (const code of table.cells.keys()) earlier.add(code);
      }
      for (const [key, cells] of sums?.rows(columns) ?? []) rows.set(key, { cells, row: 0 });
    }
    if (units.length === 0) {
      throw new ImportError(
        `${paths.join(', ')}: no cell with people lies in the map. Check that it is of this place, and its projection (crs).`,
      );
    }
    context.addTable(CELLS_TABLE, new KeyedTable(paths[0]!, columns, entry, rows));
    return units;
  },
});

interface FoundCells {
  readonly columns: readonly string[];
  readonly units: readonly CensusUnit[];
  readonly rows: Map<string, { cells: readonly string[]; row: number }>;
}

interface Coarse {
  readonly files: readonly { readonly file: string; readonly key: string }[];
  readonly figures: Readonly<Record<string, string>>;
}

/** Adds the figures of larger cells to the rows of cells, and a row of sums per file. Returns the columns; the old ones where a file cannot be read. */
async function addCoarse(
  { files, figures }: Coarse,
  { columns, units, rows }: FoundCells,
  { report, resolve }: UnitContext,
): Promise<readonly string[]> {
  const names = Object.keys(figures);
  const places = units.map(({ polygon }) => middleOf(polygon[0]![0]!));
  const found = names.map(() => new Float64Array(units.length).fill(Number.NaN));
  const sums: (readonly [key: string, figures: number[]])[] = [];
  try {
    for (const { file: path, key } of files) {
      const own: number[] = [];
      for (const [i, name] of names.entries()) {
        const { values, sum } = await coarseFigures({ path: resolve(path), entry: figures[name]! }, places);
        own.push(sum);
        values.forEach((value, unit) => {
          if (Number.isNaN(found[i]![unit]!)) found[i]![unit] = value;
        });
      }
      sums.push([key, own]);
    }
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    report.warn(`Figures of larger cells are left out: ${error.message}`);
    return columns;
  }
  const textOf = (value: number) => (Number.isNaN(value) ? '' : String(value));
  units.forEach(({ code }, unit) => {
    const row = rows.get(code)!;
    rows.set(code, { ...row, cells: [...row.cells, ...found.map((values) => textOf(values[unit]!))] });
  });
  for (const [key, own] of sums) rows.set(key, { cells: [...columns.map(() => ''), ...own.map(textOf)], row: 0 });
  return [...columns, ...names];
}

function middleOf(ring: readonly (readonly number[])[]): readonly [number, number] {
  const corners = ring.slice(0, -1);
  const mean = (axis: 0 | 1) => corners.reduce((sum, corner) => sum + corner[axis]!, 0) / corners.length;
  return [mean(0), mean(1)];
}

/** Whether the middle of a cell lies in one of the countries. */
function isIn(ring: number[][], countries: readonly string[]): boolean {
  const [a, , c] = ring as [number[], number[], number[]];
  const code = iso1A2Code([(a[0]! + c[0]!) / 2, (a[1]! + c[1]!) / 2]);
  return code !== null && countries.includes(code);
}

/** What cells are cut at; null where all of them count. */
async function outlineOf(
  within: { readonly level: number } | { readonly file: string } | undefined,
  context: UnitContext,
): Promise<MultiPolygonCoordinates | null> {
  const { report, resolve } = context;
  if (within === undefined) return null;
  if ('file' in within) {
    const counter = report.subject('outline that cells are cut at');
    const outlines = await readOutlines({ path: resolve(within.file) }, {}, counter);
    counter.kept(outlines.length);
    return outlines.flatMap(({ polygon }) => polygon);
  }
  const { level } = within;
  const found = areasOfMap(level, context).filter(({ cut }) => !cut);
  if (found.length === 0) {
    report.warn(
      `The extract has no whole boundary of admin_level ${level}, so cells of the raster are not cut at one.`,
    );
    return null;
  }
  return found.flatMap(({ polygon }) => polygon);
}
