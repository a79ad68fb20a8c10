import type { Box } from '@hinterland/geo';
import { fromDegrees } from '../shapes/projections.ts';

/** The grid of tiles of GHSL in Mollweide: squares of 1,000 km, counted from the upper left corner. */
const TILE_METERS = 1_000_000;
const LEFT_METERS = -18_041_000;
const TOP_METERS = 9_000_000;
const STEPS = 32;

/** Tiles that a box touches, row by row. */
export function ghslTiles({ west, south, east, north }: Box): { readonly row: number; readonly column: number }[] {
  const project = fromDegrees('ESRI:54009', 'GHSL')!;
  const found = new Map<string, { row: number; column: number }>();
  for (let i = 0; i <= STEPS; i++) {
    for (let j = 0; j <= STEPS; j++) {
      const [x, y] = project(west + ((east - west) * i) / STEPS, south + ((north - south) * j) / STEPS);
      const row = Math.floor((TOP_METERS - y) / TILE_METERS) + 1;
      const column = Math.floor((x - LEFT_METERS) / TILE_METERS) + 1;
      found.set(`${row} ${column}`, { row, column });
    }
  }
  return [...found.values()].sort((a, b) => a.row - b.row || a.column - b.column);
}
