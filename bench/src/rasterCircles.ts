import { join } from 'node:path';
import { haversineMeters, SeededRandom } from '@hinterland/geo';
import { eachTiffCell } from '@hinterland/importers';
import { percentile } from './percentile.ts';

/** A place with a census and a raster of the world that the command takes, and no map. */
export const CIRCLES = 'Luxembourg and beside it';
const CENSUS = 'luxembourg-geostat-2021-1km-3035.tif';
const GHSL = 'belgium-ghs-pop-1km-mollweide.tif';
const RADII_KM = [5, 10];
const ORIGINS = 200;
const SEED = 20261127;

/** The line of a table: how far the second of each pair lies from the first. Pairs with fewer than 100 people are left out. */
export function errorRow(
  place: string,
  name: string,
  within: string,
  pairs: readonly (readonly [right: number, found: number])[],
  [right, found]: readonly [number, number],
): string {
  const errors = pairs
    .filter(([people, other]) => people >= 100 && !Number.isNaN(other))
    .map(([a, b]) => Math.abs(b / a - 1));
  const percent = (value: number) => `${(100 * value).toFixed(1)}%`;
  const whole = (value: number) => Math.round(value).toLocaleString('en-US');
  return `| ${place} | ${name} | ${within} | ${errors.length} | ${percent(percentile(errors, 0.5))} | ${percent(percentile(errors, 0.9))} | ${whole(found)} of ${whole(right)} |`;
}

interface Cell {
  readonly lng: number;
  readonly lat: number;
  readonly people: number;
}

/**
 * People within 5 and 10 km as the crow flies of 200 random cells of the census, by GHS-POP. Circles are those that lie whole
 * within both files.
 */
export async function circleRows(folder: string): Promise<string[]> {
  const box = { west: 4, south: 48, east: 8, north: 52 };
  const cellsOf = async (file: string, crs?: string): Promise<Cell[]> => {
    const cells: Cell[] = [];
    await eachTiffCell([join(folder, file)], box, { crs, isDensity: false, layers: [] }, ({ ring, figures }) => {
      const middle = (axis: 0 | 1) => (ring[0]![axis]! + ring[2]![axis]!) / 2;
      cells.push({ lng: middle(0), lat: middle(1), people: Number(figures[0]) });
    });
    return cells;
  };
  const [census, ghsl] = [await cellsOf(CENSUS, 'EPSG:3035'), await cellsOf(GHSL)];
  const [inCensus, inGhsl] = [reachOf(census), reachOf(ghsl)];
  const isWithin = (cell: Cell, km: number) => inCensus(cell, km) && inGhsl(cell, km);
  const candidates = census.filter((cell) => isWithin(cell, Math.max(...RADII_KM)));
  const random = new SeededRandom(SEED);
  const origins = Array.from({ length: ORIGINS }, () => candidates[random.int(candidates.length)]!);
  const near = (cells: readonly Cell[], { lng, lat }: Cell, km: number) =>
    cells.reduce(
      (sum, cell) => sum + (haversineMeters(lng, lat, cell.lng, cell.lat) <= km * 1000 ? cell.people : 0),
      0,
    );
  const total = (cells: readonly Cell[]) => cells.reduce((sum, cell) => sum + (isWithin(cell, 0) ? cell.people : 0), 0);
  return RADII_KM.map((km) => {
    const pairs = origins.map((origin) => [near(census, origin, km), near(ghsl, origin, km)] as const);
    return errorRow(CIRCLES, 'GHS-POP R2023A by 1 km', `${km} km`, pairs, [total(census), total(ghsl)]);
  });
}

const BAND_DEGREES = 0.05;
const KM_PER_DEGREE = 111;

/** Whether a circle lies within a file, whose sides are no meridians: by the first and last cell with people of each band of latitude. */
function reachOf(cells: readonly Cell[]): (cell: Cell, km: number) => boolean {
  const bands = new Map<number, { west: number; east: number }>();
  const bandOf = (lat: number) => Math.floor(lat / BAND_DEGREES);
  for (const { lng, lat } of cells) {
    const { west, east } = bands.get(bandOf(lat)) ?? { west: lng, east: lng };
    bands.set(bandOf(lat), { west: Math.min(west, lng), east: Math.max(east, lng) });
  }
  return ({ lng, lat }, km) => {
    const degrees = km / KM_PER_DEGREE;
    const wide = degrees / Math.cos((lat * Math.PI) / 180);
    for (let band = bandOf(lat - degrees); band <= bandOf(lat + degrees); band++) {
      const reach = bands.get(band);
      if (reach === undefined || lng - wide < reach.west || lng + wide > reach.east) return false;
    }
    return true;
  };
}
