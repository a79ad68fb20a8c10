import { hash2, noise2 } from '../geometry/noise.ts';
import { distance, distanceToSegment, type Point, smoothLine } from '../geometry/plane.ts';
import { ISLANDS } from '../plan/islands.ts';
import type { Km } from '../plan/kilometers.ts';
import { RIDGES } from '../plan/ridges.ts';
import { RIVERS } from '../plan/rivers.ts';
import { TOWNS } from '../plan/towns.ts';
import { ZONES, type Zone } from '../plan/zones.ts';

/** The raster that everything natural lies on; a cell is also the smallest piece of land that areas are made of. */
export const CELL_METERS = 80;
export const WEST = -28_000;
export const SOUTH = -10_400;
export const COLUMNS = 768;
export const ROWS = 408;

/** Rivers are told apart from land up to this distance; beyond it `bankMeters` says this. */
const RIVER_REACH_METERS = 1_000;

export function toPoint([east, north]: Km): Point {
  return { x: east * 1000, y: north * 1000 };
}

/** Land, water and mountains of the demo country, the same for every seed but for the raggedness of its coasts. */
export class Terrain {
  /** 1 for land, row after row from the south-west. */
  readonly land: Uint8Array;
  /** Distance from the middle of a cell to the coast in metres, negative at sea. */
  readonly #coastMeters: Float32Array;
  /** Distance to the nearest river bank in metres, negative in the water, capped. */
  readonly #bankMeters: Float32Array;
  /** 0 in the plains to 1 on the ridges. */
  readonly #height: Float32Array;
  /** Middle lines of the rivers, from source to mouth. */
  readonly rivers: readonly { readonly name: string; readonly line: readonly Point[] }[];

  constructor(seed: number) {
    this.land = landCells(seed);
    this.#coastMeters = coastDistances(this.land);
    this.rivers = RIVERS.map(({ name, course }) => ({ name, line: smoothLine(course.map(toPoint), 60) }));
    this.#bankMeters = bankDistances(this.rivers.map(({ line }) => line));
    this.#height = heights(seed);
  }

  isLand(point: Point): boolean {
    const column = Math.floor((point.x - WEST) / CELL_METERS);
    const row = Math.floor((point.y - SOUTH) / CELL_METERS);
    return column >= 0 && row >= 0 && column < COLUMNS && row < ROWS && this.land[row * COLUMNS + column] === 1;
  }

  coastMeters(point: Point): number {
    return sample(this.#coastMeters, point);
  }

  bankMeters(point: Point): number {
    return sample(this.#bankMeters, point);
  }

  height(point: Point): number {
    return sample(this.#height, point);
  }

  /** Direction away from the coast, not of unit length; 0, 0 in the middle of an island. */
  inland({ x, y }: Point): { dx: number; dy: number } {
    const step = 60;
    return {
      dx: this.coastMeters({ x: x + step, y }) - this.coastMeters({ x: x - step, y }),
      dy: this.coastMeters({ x, y: y + step }) - this.coastMeters({ x, y: y - step }),
    };
  }

  /** Direction away from the nearest river. */
  awayFromRiver({ x, y }: Point): { dx: number; dy: number } {
    const step = 40;
    return {
      dx: this.bankMeters({ x: x + step, y }) - this.bankMeters({ x: x - step, y }),
      dy: this.bankMeters({ x, y: y + step }) - this.bankMeters({ x, y: y - step }),
    };
  }

  /** The zone that a point lies in, grown by `marginMeters` all around. */
  zone(point: Point, marginMeters = 0): Zone | null {
    for (const zone of ZONES) if (insideEllipse(point, zone, marginMeters)) return zone;
    return null;
  }
}

function insideEllipse(point: Point, zone: Zone, marginMeters: number): boolean {
  const angle = (zone.angleDegrees * Math.PI) / 180;
  const dx = point.x - zone.center[0] * 1000;
  const dy = point.y - zone.center[1] * 1000;
  const along = (dx * Math.cos(angle) + dy * Math.sin(angle)) / (zone.radiusKm[0] * 1000 + marginMeters);
  const across = (-dx * Math.sin(angle) + dy * Math.cos(angle)) / (zone.radiusKm[1] * 1000 + marginMeters);
  return along * along + across * across < 1;
}

/** Value of a raster at a point, linear between the middles of cells. */
function sample(raster: Float32Array, point: Point): number {
  const gx = Math.min(COLUMNS - 1.001, Math.max(0, (point.x - WEST) / CELL_METERS - 0.5));
  const gy = Math.min(ROWS - 1.001, Math.max(0, (point.y - SOUTH) / CELL_METERS - 0.5));
  const column = Math.floor(gx);
  const row = Math.floor(gy);
  const fx = gx - column;
  const fy = gy - row;
  const i = row * COLUMNS + column;
  return (
    (raster[i]! * (1 - fx) + raster[i + 1]! * fx) * (1 - fy) +
    (raster[i + COLUMNS]! * (1 - fx) + raster[i + COLUMNS + 1]! * fx) * fy
  );
}

function cellMiddle(cell: number): Point {
  return {
    x: WEST + ((cell % COLUMNS) + 0.5) * CELL_METERS,
    y: SOUTH + (Math.floor(cell / COLUMNS) + 0.5) * CELL_METERS,
  };
}

/** Cells inside the islands' ragged coasts; crumbs that the noise cut off are sea, ponds are land. */
function landCells(seed: number): Uint8Array {
  const land = new Uint8Array(COLUMNS * ROWS);
  for (const [index, island] of ISLANDS.entries()) {
    const coast = smoothLine(island.coast.map(toPoint), 250, true);
    const box = bounds(coast, 1_000);
    const coarse = signedDistances(coast, box);
    for (let row = 0; row < ROWS; row++) {
      for (let column = 0; column < COLUMNS; column++) {
        const middle = cellMiddle(row * COLUMNS + column);
        if (middle.x < box.west || middle.x > box.east || middle.y < box.south || middle.y > box.north) continue;
        const inside = coarse(middle);
        const rough = inside > 1_500 ? 0 : island.roughnessMeters * ragged(middle, seed + index);
        if (inside + rough > 0) land[row * COLUMNS + column] = 1;
      }
    }
    keepOne(land, cellOf(inner(coast)), box);
  }
  return land;
}

/** Raggedness in about [-1, 1]; calmer where people settled, for they look for sheltered shores. */
function ragged(point: Point, seed: number): number {
  let calm = 1;
  for (const { center, kind } of TOWNS) {
    const harbour = kind === 'capital' ? 4_500 : kind === 'town' ? 1_600 : 700;
    const meters = distance(point, toPoint(center));
    if (meters < harbour + 2_500) calm = Math.min(calm, Math.max(0.12, (meters - harbour) / 2_500));
  }
  return (
    calm *
    (0.6 * noise2(point.x, point.y, 3_100, seed) +
      0.28 * noise2(point.x, point.y, 1_150, seed + 101) +
      0.16 * noise2(point.x, point.y, 420, seed + 202))
  );
}

interface Bounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

function bounds(line: readonly Point[], margin: number): Bounds {
  return {
    west: Math.min(...line.map(({ x }) => x)) - margin,
    south: Math.min(...line.map(({ y }) => y)) - margin,
    east: Math.max(...line.map(({ x }) => x)) + margin,
    north: Math.max(...line.map(({ y }) => y)) + margin,
  };
}

/** Signed distance to a closed line (positive inside), sampled every 400 m and linear in between. */
function signedDistances(line: readonly Point[], box: Bounds): (point: Point) => number {
  const step = 400;
  const columns = Math.ceil((box.east - box.west) / step) + 2;
  const rows = Math.ceil((box.north - box.south) / step) + 2;
  const values = new Float64Array(columns * rows);
  for (let i = 0; i < values.length; i++) {
    const point = { x: box.west + (i % columns) * step, y: box.south + Math.floor(i / columns) * step };
    let least = Number.POSITIVE_INFINITY;
    let inside = false;
    for (let k = 0; k < line.length; k++) {
      const a = line[k]!;
      const b = line[(k + 1) % line.length]!;
      least = Math.min(least, distanceToSegment(point, a, b).meters);
      if (a.y > point.y !== b.y > point.y && point.x < a.x + ((point.y - a.y) / (b.y - a.y)) * (b.x - a.x)) {
        inside = !inside;
      }
    }
    values[i] = inside ? least : -least;
  }
  return ({ x, y }) => {
    const gx = (x - box.west) / step;
    const gy = (y - box.south) / step;
    const column = Math.floor(gx);
    const row = Math.floor(gy);
    const i = row * columns + column;
    const fx = gx - column;
    const fy = gy - row;
    return (
      (values[i]! * (1 - fx) + values[i + 1]! * fx) * (1 - fy) +
      (values[i + columns]! * (1 - fx) + values[i + columns + 1]! * fx) * fy
    );
  };
}

/** A point well inside a closed line: the middle of its box, which all three islands contain. */
function inner(coast: readonly Point[]): Point {
  const box = bounds(coast, 0);
  return { x: (box.west + box.east) / 2, y: (box.south + box.north) / 2 };
}

function cellOf(point: Point): number {
  return Math.floor((point.y - SOUTH) / CELL_METERS) * COLUMNS + Math.floor((point.x - WEST) / CELL_METERS);
}

/** Leaves one connected piece of land in the box, without holes. */
function keepOne(land: Uint8Array, start: number, box: Bounds): void {
  const inBox = (cell: number) => {
    const { x, y } = cellMiddle(cell);
    return x >= box.west && x <= box.east && y >= box.south && y <= box.north;
  };
  const piece = flood(start, (cell) => land[cell] === 1 && inBox(cell));
  const corner = cellOf({ x: box.west + CELL_METERS, y: box.south + CELL_METERS });
  const sea = flood(corner, (cell) => !piece.has(cell) && inBox(cell));
  for (let cell = 0; cell < land.length; cell++) if (inBox(cell)) land[cell] = sea.has(cell) ? 0 : 1;
}

function flood(start: number, open: (cell: number) => boolean): Set<number> {
  const reached = new Set([start]);
  const queue = [start];
  while (queue.length > 0) {
    const cell = queue.pop()!;
    for (const next of [cell - 1, cell + 1, cell - COLUMNS, cell + COLUMNS]) {
      if (next >= 0 && next < COLUMNS * ROWS && !reached.has(next) && open(next)) {
        reached.add(next);
        queue.push(next);
      }
    }
  }
  return reached;
}

/** Distance of every cell to the nearest cell of the other kind, by two chamfer passes (exact to about 4 %). */
function coastDistances(land: Uint8Array): Float32Array {
  const toSea = chamfer(land, 1);
  const toLand = chamfer(land, 0);
  for (let i = 0; i < toSea.length; i++)
    toSea[i] = land[i] === 1 ? toSea[i]! - CELL_METERS / 2 : CELL_METERS / 2 - toLand[i]!;
  return toSea;
}

function chamfer(land: Uint8Array, from: 0 | 1): Float32Array {
  const straight = CELL_METERS;
  const diagonal = CELL_METERS * Math.SQRT2;
  const meters = new Float32Array(land.length);
  for (let i = 0; i < land.length; i++) meters[i] = land[i] === from ? 1e6 : 0;
  const relax = (i: number, neighbour: number, step: number) => {
    if (meters[neighbour]! + step < meters[i]!) meters[i] = meters[neighbour]! + step;
  };
  for (let row = 1; row < ROWS; row++) {
    for (let column = 1; column < COLUMNS - 1; column++) {
      const i = row * COLUMNS + column;
      relax(i, i - 1, straight);
      relax(i, i - COLUMNS, straight);
      relax(i, i - COLUMNS - 1, diagonal);
      relax(i, i - COLUMNS + 1, diagonal);
    }
  }
  for (let row = ROWS - 2; row >= 0; row--) {
    for (let column = COLUMNS - 2; column >= 1; column--) {
      const i = row * COLUMNS + column;
      relax(i, i + 1, straight);
      relax(i, i + COLUMNS, straight);
      relax(i, i + COLUMNS + 1, diagonal);
      relax(i, i + COLUMNS - 1, diagonal);
    }
  }
  return meters;
}

function bankDistances(lines: readonly (readonly Point[])[]): Float32Array {
  const meters = new Float32Array(COLUMNS * ROWS).fill(RIVER_REACH_METERS);
  for (const [index, line] of lines.entries()) {
    const { widthAtSourceMeters, widthAtMouthMeters } = RIVERS[index]!;
    for (let k = 1; k < line.length; k++) {
      const downstream = k / line.length;
      const half = (widthAtSourceMeters + (widthAtMouthMeters - widthAtSourceMeters) * downstream * downstream) / 2;
      eachCellNear(line[k - 1]!, line[k]!, RIVER_REACH_METERS, (cell) => {
        const bank = distanceToSegment(cellMiddle(cell), line[k - 1]!, line[k]!).meters - half;
        if (bank < meters[cell]!) meters[cell] = bank;
      });
    }
  }
  return meters;
}

function eachCellNear(a: Point, b: Point, reachMeters: number, visit: (cell: number) => void): void {
  const low = (from: number, to: number, origin: number) =>
    Math.floor((Math.min(from, to) - reachMeters - origin) / CELL_METERS);
  const high = (from: number, to: number, origin: number) =>
    Math.floor((Math.max(from, to) + reachMeters - origin) / CELL_METERS);
  for (let row = Math.max(0, low(a.y, b.y, SOUTH)); row <= Math.min(ROWS - 1, high(a.y, b.y, SOUTH)); row++) {
    for (
      let column = Math.max(0, low(a.x, b.x, WEST));
      column <= Math.min(COLUMNS - 1, high(a.x, b.x, WEST));
      column++
    ) {
      visit(row * COLUMNS + column);
    }
  }
}

function heights(seed: number): Float32Array {
  const height = new Float32Array(COLUMNS * ROWS);
  for (const ridge of RIDGES) {
    const line = smoothLine(ridge.line.map(toPoint), 800);
    const reach = ridge.halfWidthKm * 1000;
    for (let k = 1; k < line.length; k++) {
      eachCellNear(line[k - 1]!, line[k]!, reach * 1.3, (cell) => {
        const middle = cellMiddle(cell);
        const bend = 0.3 * reach * noise2(middle.x, middle.y, 2_300, seed + 7);
        const meters = distanceToSegment(middle, line[k - 1]!, line[k]!).meters + bend;
        height[cell] = Math.max(height[cell]!, Math.min(1, 1 - meters / reach));
      });
    }
  }
  for (let cell = 0; cell < height.length; cell++) {
    height[cell] = height[cell]! * (0.94 + 0.06 * hash2(cell % COLUMNS, Math.floor(cell / COLUMNS), seed + 11));
  }
  return height;
}
