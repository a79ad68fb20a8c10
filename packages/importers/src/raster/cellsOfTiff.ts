import type { Box } from '@hinterland/geo';
import { ImportError } from '../errors/importError.ts';
import { fromDegrees, type ToDegrees, toDegrees } from '../shapes/projections.ts';
import { type Cell, cellRing, isCount, ringAreaSquareKm } from './cell.ts';
import { type GridFrame, windowUnder } from './gridFrame.ts';
import { frameOf, openTiff, projectionOf, type TiffFile, unreadable } from './tiffFile.ts';

export interface TiffOptions {
  readonly crs?: string | undefined;
  /** Whether the numbers are people per km² rather than people of the cell. */
  readonly isDensity: boolean;
  /** Further files with the same cells, by the name of their figure: people by age, by sex. */
  readonly layers: readonly string[];
}

/** Rows that are read at once: memory grows with the box, not with the file. */
const SLICE_ROWS = 128;

/** Gives the cells of GeoTIFF files with people that may touch a box; of files that overlap, the first with a number counts. */
export async function eachTiffCell(
  paths: readonly string[],
  box: Box,
  options: TiffOptions,
  visit: (cell: Cell) => void,
): Promise<void> {
  const taken = paths.length > 1 ? new Set<string>() : null;
  for (const [number, path] of paths.entries()) {
    const open: { path: string; tiff: TiffFile }[] = [];
    try {
      for (const one of [path, ...options.layers]) open.push({ path: one, tiff: await openTiff(one) });
      await readOne(open, `${paths.length > 1 ? `${number + 1}-` : ''}`, box, options, (cell) => {
        // Tiles that touch have no cell in common; those that overlap have cells with the same middle.
        const place = cell.ring[0]!.map((degrees) => degrees.toFixed(6)).join();
        if (taken?.has(place)) return;
        taken?.add(place);
        visit(cell);
      });
    } catch (error) {
      throw unreadable(path, error);
    } finally {
      for (const { tiff } of open) await tiff.close();
    }
  }
}

async function readOne(
  files: readonly { path: string; tiff: TiffFile }[],
  prefix: string,
  box: Box,
  { crs, isDensity }: TiffOptions,
  visit: (cell: Cell) => void,
): Promise<void> {
  const [{ path, tiff }] = files as [{ path: string; tiff: TiffFile }];
  const frame = frameOf(tiff.image, path);
  for (const other of files.slice(1)) requireSameCells(frame, frameOf(other.tiff.image, other.path), path, other.path);
  const projection = crs ?? projectionOf(tiff.image, path, 'census.units.crs');
  const degrees = toDegrees(projection, path);
  for (const turned of degrees === null ? turnsOf(frame) : [frame]) {
    const window = windowUnder(turned, fromDegrees(projection, path), box);
    if (window !== null) await readWindow(files, turned, window, { prefix, degrees, isDensity }, visit);
  }
}

/** A frame in degrees; one that counts longitudes to 360 lies on both sides of the antimeridian. */
function turnsOf(frame: GridFrame): readonly GridFrame[] {
  const east = frame.firstX + (frame.columns - 0.5) * frame.stepX;
  return east > 180 + frame.stepX ? [frame, { ...frame, firstX: frame.firstX - 360 }] : [frame];
}

async function readWindow(
  files: readonly { readonly tiff: TiffFile }[],
  frame: GridFrame,
  [left, top, right, bottom]: readonly [number, number, number, number],
  { prefix, degrees, isDensity }: { prefix: string; degrees: ToDegrees | null; isDensity: boolean },
  visit: (cell: Cell) => void,
): Promise<void> {
  const missing = files.map(({ tiff: { image } }) => image.getGDALNoData());
  for (let from = top; from < bottom; from += SLICE_ROWS) {
    const to = Math.min(bottom, from + SLICE_ROWS);
    const slices: ArrayLike<number>[] = [];
    for (const {
      tiff: { image },
    } of files) {
      const [values] = (await image.readRasters({
        window: [left, from, right, to],
        samples: [0],
      })) as unknown as ArrayLike<number>[];
      slices.push(values!);
    }
    for (let row = from; row < to; row++) {
      for (let column = left; column < right; column++) {
        const at = (row - from) * (right - left) + column - left;
        const values = slices.map((slice, i) => (slice[at] === missing[i] ? Number.NaN : slice[at]!));
        if (!isCount(values[0]!) || values[0] === 0) continue;
        const ring = cellRing(sidesOf(frame, column, row), degrees);
        const factor = isDensity ? ringAreaSquareKm(ring) : 1;
        const figures = values.map((value) => (isCount(value) ? String(value * factor) : ''));
        visit({ code: `${prefix}r${row}c${column}`, ring, figures });
      }
    }
  }
}

function sidesOf(
  { firstX, firstY, stepX, stepY }: GridFrame,
  column: number,
  row: number,
): [number, number, number, number] {
  const [x, y] = [firstX - stepX / 2, firstY - stepY / 2];
  const xs = [x + column * stepX, x + (column + 1) * stepX];
  const ys = [y + row * stepY, y + (row + 1) * stepY];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

function requireSameCells(a: GridFrame, b: GridFrame, path: string, other: string): void {
  const isSame =
    a.columns === b.columns &&
    a.rows === b.rows &&
    Math.abs(a.firstX - b.firstX) < Math.abs(a.stepX) / 100 &&
    Math.abs(a.firstY - b.firstY) < Math.abs(a.stepY) / 100;
  if (isSame) return;
  throw new ImportError(`${other} has other cells than ${path}. Layers of one raster must have the same ones.`);
}
