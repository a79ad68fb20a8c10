import { type Box, localProjection } from '@hinterland/geo';
import { ImportError } from '../errors/importError.ts';
import type { Heights } from '../inputs/heights.ts';
import { type GridFrame, windowUnder } from '../raster/gridFrame.ts';
import { frameOf, openTiff, projectionOf, unreadable } from '../raster/tiffFile.ts';
import type { Report } from '../report/report.ts';
import { type FromDegrees, fromDegrees } from '../shapes/projections.ts';
import { heightAt } from './heightGrid.ts';

/** Cells that are read of one file at most: 1 GB of memory. */
const MOST_CELLS = 2 ** 28;

/** The part of a file that lies under the map. */
interface Tile {
  readonly frame: GridFrame;
  readonly meters: Float32Array;
  readonly project: FromDegrees | null;
}

/**
 * Reads elevation models, GeoTIFF files with one height in meters per cell, as far as they lie under a box. Of files that
 * overlap the first one with a height counts. `crs` is their projection where they do not say it themselves. Throws
 * ImportError for a file that is none, or whose projection is not known.
 */
export async function readHeights(
  paths: readonly string[],
  crs: string | undefined,
  box: Box,
  report: Report,
): Promise<Heights> {
  const tiles: Tile[] = [];
  let cellMeters = Infinity;
  for (const path of paths) {
    const tile = await readTile(path, crs, box);
    if (tile === null) {
      report.warn(`${path} holds no height under the map.`);
      continue;
    }
    tiles.push(tile);
    cellMeters = Math.min(cellMeters, cellMetersOf(tile, box));
    report.fact(`cells of ${path.split('/').at(-1)}`, tile.meters.length);
  }
  return {
    cellMeters,
    at(lng, lat) {
      for (const { frame, meters, project } of tiles) {
        const [x, y] = project === null ? [lng, lat] : project(lng, lat);
        const height = heightAt(frame, meters, x, y);
        if (!Number.isNaN(height)) return height;
      }
      return Number.NaN;
    },
  };
}

/** Returns the part of a file under the box; null where there is none. */
async function readTile(path: string, crs: string | undefined, box: Box): Promise<Tile | null> {
  const tiff = await openTiff(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  try {
    const { image } = tiff;
    const whole = frameOf(image, path);
    const project = fromDegrees(crs ?? projectionOf(image, path, 'heights.crs'), path);
    const window = windowUnder(whole, project, box);
    if (window === null) return null;
    const [left, top, right, bottom] = window;
    const [columns, rows] = [right - left, bottom - top];
    if (columns * rows > MOST_CELLS) {
      throw new ImportError(
        `${path} has ${columns} by ${rows} cells under the map, more than ${MOST_CELLS}. Cut it into several files, or make its cells larger.`,
      );
    }
    const [values] = (await image.readRasters({ window: [...window], samples: [0] })) as unknown as ArrayLike<number>[];
    const frame = {
      ...whole,
      columns,
      rows,
      firstX: whole.firstX + left * whole.stepX,
      firstY: whole.firstY + top * whole.stepY,
    };
    const missing = image.getGDALNoData();
    const meters = Float32Array.from(values!, (value) => (value === missing ? Number.NaN : value));
    return { frame, meters, project };
  } catch (error) {
    throw unreadable(path, error);
  } finally {
    await tiff.close();
  }
}

/** The shorter side of a cell in the middle of the box. */
function cellMetersOf({ frame, project }: Tile, { west, south, east, north }: Box): number {
  if (project !== null) return Math.min(Math.abs(frame.stepX), Math.abs(frame.stepY));
  const [lng, lat] = [(west + east) / 2, (south + north) / 2];
  const plane = localProjection(lat, lng);
  return Math.min(Math.abs(plane.xMeters(lng + frame.stepX)), Math.abs(plane.yMeters(lat + frame.stepY)));
}
