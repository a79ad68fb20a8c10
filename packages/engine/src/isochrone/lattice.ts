import { EARTH_RADIUS_METERS } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';

const METERS_PER_MICRODEGREE = (EARTH_RADIUS_METERS * Math.PI) / 180e6;

/** North-south side of a cell of class 0, in microdegrees (about 12.5 m); a quarter of a cell is whole. */
const FINEST_CELL_MICRODEGREES = 112;

/** The first class whose cells (about 100 m) are wider than the walk from a road to a house. */
export const COARSE_CLASS = 3;

/** Classes of cells: class k is 2^k times class 0, so up to about 1.6 km. */
export const CELL_CLASSES = 8;

/**
 * The cells on which polygons of a territory are drawn: one lattice for all questions, through (0, 0), whose lines lie on
 * whole microdegrees. A cell of one class is exactly four of the class below.
 */
export interface Lattice {
  readonly cellClass: number;
  /** East-west and north-south side in microdegrees, both divisible by four. */
  readonly cellLng: number;
  readonly cellLat: number;
  /** Meters per microdegree at the territory's middle latitude, where cells are square. */
  readonly metersPerLng: number;
  readonly metersPerLat: number;
}

export function latticeOf(territory: Territory, cellClass: number): Lattice {
  const { south, north } = territory.manifest.bbox;
  const squeeze = Math.max(0.01, Math.cos(((south + north) * Math.PI) / 360));
  return {
    cellClass,
    cellLng: 4 * Math.round(FINEST_CELL_MICRODEGREES / squeeze / 4) * 2 ** cellClass,
    cellLat: FINEST_CELL_MICRODEGREES * 2 ** cellClass,
    metersPerLng: METERS_PER_MICRODEGREE * squeeze,
    metersPerLat: METERS_PER_MICRODEGREE,
  };
}

/** Returns the class whose cells are nearest to this width by ratio: the finest for 0. */
export function nearestCellClass(cellMeters: number): number {
  const finestMeters = FINEST_CELL_MICRODEGREES * METERS_PER_MICRODEGREE;
  return Math.min(CELL_CLASSES - 1, Math.max(0, Math.round(Math.log2(cellMeters / finestMeters))));
}
