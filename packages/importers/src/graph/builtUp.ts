import { EARTH_RADIUS_METERS, haversineMeters } from '@hinterland/geo';
import { NONE } from '@hinterland/territory';
import type { OsmData } from '../map/osmData.ts';
import { BUILT_UP } from './speeds.ts';

const METERS_PER_DEGREE = (EARTH_RADIUS_METERS * Math.PI) / 180;

/**
 * Tells whether ways lie in a built-up area: where streets for cars are as dense as in towns (BUILT_UP in parameters.ts).
 * Streets are added up in cells; a way is judged at its middle node by the cells around it.
 */
export class BuiltUpAreas {
  readonly #map: OsmData;
  /** Meters of street by row of cells, then by place in the row. */
  readonly #meters = new Map<number, Map<number, number>>();

  constructor(map: OsmData) {
    this.#map = map;
    for (let way = 0; way < map.ways.ids.length; way++) {
      if (!BUILT_UP.classes.has(map.tag('way', way, 'highway') ?? '')) continue;
      const nodes = map.wayNodes(way);
      for (let i = 1; i < nodes.length; i++) {
        const [a, b] = [nodes[i - 1]!, nodes[i]!];
        if (a === NONE || b === NONE) continue;
        const row = rowOf(map.lat(a));
        const cell = cellOf(map.lng(a), row);
        const meters = haversineMeters(map.lng(a), map.lat(a), map.lng(b), map.lat(b));
        let cells = this.#meters.get(row);
        if (cells === undefined) {
          cells = new Map();
          this.#meters.set(row, cells);
        }
        cells.set(cell, (cells.get(cell) ?? 0) + meters);
      }
    }
  }

  has(way: number): boolean {
    const middle = this.#middleOf(way);
    if (middle === NONE) return false;
    const [lat, lng] = [this.#map.lat(middle), this.#map.lng(middle)];
    let meters = 0;
    for (let north = -BUILT_UP.cellsAround; north <= BUILT_UP.cellsAround; north++) {
      const row = rowOf(lat) + north;
      const cells = this.#meters.get(row);
      if (cells === undefined) continue;
      const cell = cellOf(lng, row);
      for (let east = -BUILT_UP.cellsAround; east <= BUILT_UP.cellsAround; east++) {
        meters += cells.get(cell + east) ?? 0;
      }
    }
    const sideMeters = (2 * BUILT_UP.cellsAround + 1) * BUILT_UP.cellDegrees * METERS_PER_DEGREE;
    const squareMeters = sideMeters * sideMeters;
    return meters / squareMeters >= BUILT_UP.kilometersPerSquareKm / 1000;
  }

  /** The middle one of a way's nodes in the map, NONE where there is none. */
  #middleOf(way: number): number {
    const nodes = this.#map.wayNodes(way);
    let missing = 0;
    for (let i = 0; i < nodes.length; i++) if (nodes[i] === NONE) missing++;
    if (missing === nodes.length) return NONE;
    if (missing === 0) return nodes[nodes.length >> 1]!;
    const present = nodes.filter((node) => node !== NONE);
    return present[present.length >> 1]!;
  }
}

const rowOf = (lat: number): number => Math.floor(lat / BUILT_UP.cellDegrees);

/** Place of a cell in its row; cells of a row are as wide as they are high. */
const cellOf = (lng: number, row: number): number => Math.floor(lng / widthOf(row));

/** Degrees of longitude, by row from the south pole on. */
const WIDTHS = new Float64Array(2 * (Math.ceil(90 / BUILT_UP.cellDegrees) + BUILT_UP.cellsAround) + 1);

function widthOf(row: number): number {
  const at = row + (WIDTHS.length >> 1);
  if (WIDTHS[at] === 0) {
    WIDTHS[at] = BUILT_UP.cellDegrees / Math.max(0.01, Math.cos((row * BUILT_UP.cellDegrees * Math.PI) / 180));
  }
  return WIDTHS[at]!;
}
