import { stat } from 'node:fs/promises';
import { type Box, localProjection } from '@hinterland/geo';
import { fromFile, type GeoTIFFImage } from 'geotiff';
import { ImportError, messageOf } from '../errors/importError.ts';
import { requireFile } from '../files/source.ts';
import type { Heights } from '../inputs/heights.ts';
import type { Report } from '../report/report.ts';
import { type FromDegrees, fromDegrees } from '../shapes/projections.ts';
import { type GridFrame, heightAt } from './heightGrid.ts';

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
  await requireFile(path);
  const tiff = await fromFile(path).catch((error: unknown) => {
    throw new ImportError(`${path} is no GeoTIFF (${messageOf(error)}).`, { cause: error });
  });
  try {
    const image = await tiff.getImage();
    await requireWhole(image, path);
    const whole = frameOf(image, path);
    const project = fromDegrees(crs ?? projectionOf(image, path), path);
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
    if (error instanceof ImportError) throw error;
    throw new ImportError(
      `${path} cannot be read (${messageOf(error)}). It may be cut short: fetch it again and compare its size.`,
      { cause: error },
    );
  } finally {
    await tiff.close();
  }
}

/** Throws where the file ends before its cells, which the library would read as 0. */
async function requireWhole(image: GeoTIFFImage, path: string): Promise<void> {
  const directory = image.getFileDirectory();
  const part = image.isTiled ? 'Tile' : 'Strip';
  const starts = [...((await directory.loadValue(`${part}Offsets`)) ?? [])].map(Number);
  const lengths = [...((await directory.loadValue(`${part}ByteCounts`)) ?? [])].map(Number);
  const end = starts.reduce((most, start, i) => Math.max(most, start + (lengths[i] ?? 0)), 0);
  const { size } = await stat(path);
  if (end > size) throw new Error(`it ends at ${size} bytes of ${end}`);
}

/** A position is a cell's corner, or its middle where the file says that pixels are points. */
function frameOf(image: GeoTIFFImage, path: string): GridFrame {
  let [origin, step]: number[][] = [];
  try {
    [origin, step] = [image.getOrigin(), image.getResolution()];
  } catch (error) {
    throw new ImportError(
      `${path} does not say where it lies (${messageOf(error)}). Heights are read from GeoTIFF files without rotation.`,
      { cause: error },
    );
  }
  const half = image.pixelIsArea() ? 0.5 : 0;
  return {
    columns: image.getWidth(),
    rows: image.getHeight(),
    firstX: origin![0]! + half * step![0]!,
    firstY: origin![1]! + half * step![1]!,
    stepX: step![0]!,
    stepY: step![1]!,
  };
}

/** Code of GeoTIFF for a projection that is defined in the file alone. */
const USER_DEFINED = 32767;

function projectionOf(image: GeoTIFFImage, path: string): string {
  const keys = image.getGeoKeys() ?? {};
  const code = keys.ProjectedCSTypeGeoKey ?? keys.GeographicTypeGeoKey;
  if (typeof code !== 'number' || code === USER_DEFINED) {
    throw new ImportError(
      `${path} does not name its projection. Give it in the recipe as heights.crs, such as EPSG:25832 or a proj4 string.`,
    );
  }
  return `EPSG:${code}`;
}

/** The cells under the box with one more on each side: left, top, right and bottom, the last two not included. */
function windowUnder(
  frame: GridFrame,
  project: FromDegrees | null,
  { west, south, east, north }: Box,
): readonly [number, number, number, number] | null {
  const columns: number[] = [];
  const rows: number[] = [];
  // Sides of the box are curves in a projection.
  for (let i = 0; i <= 16; i++) {
    const [lng, lat] = [west + ((east - west) * i) / 16, south + ((north - south) * i) / 16];
    for (const [x, y] of [
      [lng, south],
      [lng, north],
      [west, lat],
      [east, lat],
    ] as const) {
      const [px, py] = project === null ? [x, y] : project(x, y);
      columns.push((px - frame.firstX) / frame.stepX);
      rows.push((py - frame.firstY) / frame.stepY);
    }
  }
  const left = Math.max(0, Math.floor(Math.min(...columns)) - 1);
  const top = Math.max(0, Math.floor(Math.min(...rows)) - 1);
  const right = Math.min(frame.columns, Math.ceil(Math.max(...columns)) + 2);
  const bottom = Math.min(frame.rows, Math.ceil(Math.max(...rows)) + 2);
  return left < right && top < bottom ? [left, top, right, bottom] : null;
}

/** The shorter side of a cell in the middle of the box. */
function cellMetersOf({ frame, project }: Tile, { west, south, east, north }: Box): number {
  if (project !== null) return Math.min(Math.abs(frame.stepX), Math.abs(frame.stepY));
  const [lng, lat] = [(west + east) / 2, (south + north) / 2];
  const plane = localProjection(lat, lng);
  return Math.min(Math.abs(plane.xMeters(lng + frame.stepX)), Math.abs(plane.yMeters(lat + frame.stepY)));
}
