import { lengthened } from '@hinterland/geo';
import type { Corners } from './corners.ts';
import type { Lattice } from './lattice.ts';

/** A closed line around reached ground, or around a hole in it; the reached side lies to the left. */
export interface Ring {
  /** Its points are `points[first]` to `points[end - 1]` of its contour: longitude and latitude in turn. */
  readonly first: number;
  readonly end: number;
  /** Twice the area in square microdegrees: above 0 for an outer ring, below for a hole. */
  readonly doubleArea: number;
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  /** The inner corner at the ring's westernmost crossing: west of the crossing for a hole, east of it for an outer ring. */
  readonly westCornerX: number;
  readonly westCornerY: number;
}

/** Corners of a cell as `Corners.around` names them. */
const SOUTH_WEST = 1;
const SOUTH_EAST = 2;
const NORTH_WEST = 4;
const NORTH_EAST = 8;

/**
 * Indexed by the side on which a line passes an inner corner: 0 east, 1 north, 2 west, 3 south. STEP is the step to that
 * side; CELL the step to the cell that the line enters next, with the inside to its left; AHEAD are the corners of that cell
 * in front of the line, to the left (inner) and to the right (outer).
 */
const STEP_X = [1, 0, -1, 0];
const STEP_Y = [0, 1, 0, -1];
const CELL_X = [0, -1, -1, 0];
const CELL_Y = [0, 0, -1, -1];
const INNER_AHEAD = [NORTH_WEST, SOUTH_WEST, SOUTH_EAST, NORTH_EAST];
const OUTER_AHEAD = [NORTH_EAST, NORTH_WEST, SOUTH_WEST, SOUTH_EAST];

/**
 * The reached ground of one limit: its inner corners and, by marching squares, the lines around them.
 *
 * A line crosses an edge of the lattice between an inner and an outer corner, a quarter of a cell from the inner one. More
 * inner corners therefore move lines outward only: the ground of a smaller limit lies within that of a larger one. Ground
 * on finer cells lies within ground on coarser cells: a fine cell lies in a coarse cell of the same or a lower cost, and a
 * quarter of its side is shorter. Opposite corners of a cell are never joined through its middle.
 *
 * Crossings lie on whole microdegrees, a quarter of a cell away from the corners: rings never touch, nor cross themselves.
 * Lines run in eight directions alone, so that straights along streets and diagonals have two points each.
 *
 * Source of marching squares: W. E. Lorensen, H. E. Cline, Computer Graphics 21 (1987), in the plane.
 */
export class Contour {
  readonly rings: Ring[] = [];
  /**
   * Points of all rings, longitude and latitude in microdegrees in turn. The first point is not repeated, and no point lies
   * on a straight line between its neighbors. The next contour overwrites this memory.
   */
  points: Int32Array = scratchPoints;
  readonly #corners: Corners;
  readonly #lattice: Lattice;
  /** Distance of a line from an inner corner, in microdegrees. */
  readonly #reachLng: number;
  readonly #reachLat: number;
  /** By word and bit of an inner corner the number of the ring that crosses to its west. */
  readonly #ringWest: Int32Array;
  /** Numbers of `points` in use. */
  #length = 0;

  constructor(corners: Corners, lattice: Lattice) {
    this.#corners = corners;
    this.#lattice = lattice;
    this.#reachLng = lattice.cellLng / 4;
    this.#reachLat = lattice.cellLat / 4;
    const edges = corners.eastEdges();
    this.#ringWest = scratchOf(edges.length << 5);
    for (let place = 0; place < edges.length; place++) {
      while (edges[place] !== 0) {
        const [x, y] = corners.cornerOf(place);
        this.#followRing(x + 31 - Math.clz32(edges[place]! & -edges[place]!), y, edges);
      }
    }
  }

  /** Returns the number of the next ring to the west of a hole that bounds the same ground. */
  ringWestOf({ westCornerX, westCornerY }: Ring): number {
    const x = this.#corners.runToWest(westCornerX, westCornerY);
    return this.#ringWest[this.#bitOf(x, westCornerY)]!;
  }

  /** Turns everything within a ring into ground or into no ground. Changes `holds` and `coverOf`, not the rings. */
  fill({ first, end, south, north }: Ring, ground: boolean): void {
    const { cellLng, cellLat } = this.#lattice;
    const firstRow = Math.ceil(south / cellLat);
    const crossings = Array.from({ length: Math.floor(north / cellLat) - firstRow + 1 }, (): number[] => []);
    const { points } = this;
    for (let i = first, j = end - 2; i < end; j = i, i += 2) {
      const [ax, ay, bx, by] = [points[j]!, points[j + 1]!, points[i]!, points[i + 1]!];
      for (let y = Math.ceil(Math.min(ay, by) / cellLat); y * cellLat < Math.max(ay, by); y++) {
        crossings[y - firstRow]!.push(ax + ((bx - ax) * (y * cellLat - ay)) / (by - ay));
      }
    }
    crossings.forEach((lngs, row) => {
      lngs.sort((a, b) => a - b);
      for (let i = 0; i + 1 < lngs.length; i += 2) {
        this.#corners.fillRow(
          firstRow + row,
          Math.ceil(lngs[i]! / cellLng),
          Math.floor(lngs[i + 1]! / cellLng),
          ground,
        );
      }
    });
  }

  /** Returns how much of a box is ground, judged by the corners around it. In: microdegrees. */
  coverOf(west: number, south: number, east: number, north: number): 'all' | 'none' | 'some' {
    const { cellLng, cellLat } = this.#lattice;
    return this.#corners.coverOf(
      Math.floor(west / cellLng),
      Math.floor(south / cellLat),
      Math.floor(east / cellLng) + 1,
      Math.floor(north / cellLat) + 1,
    );
  }

  /**
   * Returns whether a place lies on ground. In: whole microdegrees. A place on a line belongs to the side east of the line,
   * or north of it if the line is level. `pointInMultiPolygon` has the same rule, so both agree on every place.
   */
  holds(lng: number, lat: number): boolean {
    const { cellLng, cellLat } = this.#lattice;
    const x = Math.floor(lng / cellLng);
    const y = Math.floor(lat / cellLat);
    const around = this.#corners.around(x, y);
    if (around === 0 || around === 15) return around === 15;
    // Distances to the four sides of the cell.
    const toWest = lng - x * cellLng;
    const toSouth = lat - y * cellLat;
    const toEast = cellLng - toWest;
    const toNorth = cellLat - toSouth;
    switch (around) {
      case NORTH_EAST | NORTH_WEST | SOUTH_EAST:
        return !this.#isCutOff(toWest, toSouth, false);
      case NORTH_EAST | NORTH_WEST | SOUTH_WEST:
        return !this.#isCutOff(toEast, toSouth, true);
      case NORTH_EAST | SOUTH_EAST | SOUTH_WEST:
        return !this.#isCutOff(toWest, toNorth, false);
      case NORTH_WEST | SOUTH_EAST | SOUTH_WEST:
        return !this.#isCutOff(toEast, toNorth, true);
      case SOUTH_WEST | SOUTH_EAST:
        return toSouth < this.#reachLat;
      case NORTH_WEST | NORTH_EAST:
        return toNorth <= this.#reachLat;
      case SOUTH_WEST | NORTH_WEST:
        return toWest < this.#reachLng;
      case SOUTH_EAST | NORTH_EAST:
        return toEast <= this.#reachLng;
    }
    return (
      ((around & SOUTH_WEST) !== 0 && this.#isNear(toWest, toSouth, false)) ||
      ((around & SOUTH_EAST) !== 0 && this.#isNear(toEast, toSouth, true)) ||
      ((around & NORTH_WEST) !== 0 && this.#isNear(toWest, toNorth, false)) ||
      ((around & NORTH_EAST) !== 0 && this.#isNear(toEast, toNorth, true))
    );
  }

  /** Returns whether a place lies in the triangle of a single inner corner, `along` and `up` from that corner. */
  #isNear(along: number, up: number, withRim: boolean): boolean {
    return isInTriangle(along, up, this.#reachLng, this.#reachLat, withRim);
  }

  /** Returns whether a place lies in the triangle that a single outer corner cuts off, `along` and `up` from that corner. */
  #isCutOff(along: number, up: number, withRim: boolean): boolean {
    const { cellLng, cellLat } = this.#lattice;
    return isInTriangle(along, up, cellLng - this.#reachLng, cellLat - this.#reachLat, withRim);
  }

  /** Follows the ring that crosses to the east of an inner corner, and clears its eastern crossings in `edges`. */
  #followRing(startX: number, startY: number, edges: Int32Array): void {
    const { cellLng, cellLat } = this.#lattice;
    const corners = this.#corners;
    const number = this.rings.length;
    const first = this.#length;
    let [westCornerX, westCornerY] = [0, 0];
    let westCrossing = Infinity;
    // The inner corner, the side on which the line passes it, and the heading of the last segment in eighths of a turn.
    let x = startX;
    let y = startY;
    let side = 0;
    let heading = -1;
    do {
      const dx = STEP_X[side]!;
      const dy = STEP_Y[side]!;
      const lng = x * cellLng + dx * this.#reachLng;
      if (dx !== 0) {
        if (dx === 1) edges[corners.placeOf(x, y)]! &= ~(1 << x);
        else this.#ringWest[this.#bitOf(x, y)] = number;
        if (lng < westCrossing) {
          westCrossing = lng;
          westCornerX = x;
          westCornerY = y;
        }
      }
      const lat = y * cellLat + dy * this.#reachLat;
      const around = corners.around(x + CELL_X[side]!, y + CELL_Y[side]!);
      // Straight ahead is the passed side, turned to the left.
      let next = 2 * side + 2;
      if ((around & INNER_AHEAD[side]!) === 0) {
        next++;
        side = (side + 1) & 3;
      } else {
        x -= dy;
        y += dx;
        if ((around & OUTER_AHEAD[side]!) !== 0) {
          next--;
          x += dx;
          y += dy;
          side = (side + 3) & 3;
        }
      }
      next &= 7;
      if (next === heading) continue;
      heading = next;
      if (this.#length === this.points.length) this.points = scratchPoints = lengthened(scratchPoints);
      this.points[this.#length++] = lng;
      this.points[this.#length++] = lat;
    } while (x !== startX || y !== startY || side !== 0);
    this.rings.push(this.#ring(first, westCornerX, westCornerY));
  }

  /** Returns the ring whose points were written last, without its first point if that lies on a straight line. */
  #ring(begin: number, westCornerX: number, westCornerY: number): Ring {
    const { points } = this;
    const end = this.#length;
    const turn =
      (points[begin]! - points[end - 2]!) * (points[begin + 3]! - points[begin + 1]!) -
      (points[begin + 1]! - points[end - 1]!) * (points[begin + 2]! - points[begin]!);
    const first = turn === 0 ? begin + 2 : begin;
    let [west, south, east, north] = [points[first]!, points[first + 1]!, points[first]!, points[first + 1]!];
    for (let i = first + 2; i < end; i += 2) {
      const [x, y] = [points[i]!, points[i + 1]!];
      if (x < west) west = x;
      else if (x > east) east = x;
      if (y < south) south = y;
      else if (y > north) north = y;
    }
    let doubleArea = 0;
    for (let i = first, j = end - 2; i < end; j = i, i += 2) {
      doubleArea += (points[j]! - west) * (points[i + 1]! - south) - (points[i]! - west) * (points[j + 1]! - south);
    }
    return { first, end, doubleArea, west, south, east, north, westCornerX, westCornerY };
  }

  #bitOf(x: number, y: number): number {
    return (this.#corners.placeOf(x, y) << 5) | (x & 31);
  }
}

/** Returns whether a point lies in a right triangle at the origin; `withRim` includes its long side. */
function isInTriangle(along: number, up: number, legAlong: number, legUp: number, withRim: boolean): boolean {
  const way = along * legUp + up * legAlong;
  return way < legAlong * legUp || (withRim && way === legAlong * legUp);
}

let scratchPoints = new Int32Array(1 << 12);
let scratch = new Int32Array(0);

/** Returns memory that all contours share. A contour reads only what it has written itself. */
function scratchOf(size: number): Int32Array {
  if (scratch.length < size) scratch = new Int32Array(2 * size);
  return scratch;
}
