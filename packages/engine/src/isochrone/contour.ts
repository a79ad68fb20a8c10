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
  /** Westernmost crossing of a row of corners: the corner inside, west of it for a hole, east of it for an outer ring. */
  readonly westCornerX: number;
  readonly westCornerY: number;
}

/** Corners of a cell as `Corners.around` names them. */
const SOUTH_WEST = 1;
const SOUTH_EAST = 2;
const NORTH_WEST = 4;
const NORTH_EAST = 8;

/**
 * By the side of a corner inside on which a line passes, east, north, west or south: the step to that side, from the corner
 * to the cell that the line enters next with the inside to its left, and that cell's corners ahead, inner and outer.
 */
const STEP_X = [1, 0, -1, 0];
const STEP_Y = [0, 1, 0, -1];
const CELL_X = [0, -1, -1, 0];
const CELL_Y = [0, 0, -1, -1];
const INNER_AHEAD = [NORTH_WEST, SOUTH_WEST, SOUTH_EAST, NORTH_EAST];
const OUTER_AHEAD = [NORTH_EAST, NORTH_WEST, SOUTH_WEST, SOUTH_EAST];

/**
 * Reached ground at one limit: the corners inside, and the lines around them by marching squares.
 *
 * A line crosses an edge of the lattice between a corner inside and one outside, a quarter of a cell from the inner one.
 * So with more corners inside, lines only move outward: ground of a smaller limit lies within that of a larger one. Ground
 * of finer cells lies within that of coarser ones: a fine cell lies within a coarse one of the same or a lower cost, and a
 * quarter of its side is half of a quarter of the coarse one's. Opposite corners of a cell are never joined through its
 * middle.
 *
 * Crossings lie on whole microdegrees, a quarter of a cell away from the corners: rings never touch, nor cross themselves.
 * Lines run in eight directions alone, so that straights along streets and diagonals have two points each.
 *
 * Source of marching squares: W. E. Lorensen, H. E. Cline, Computer Graphics 21 (1987), in the plane.
 */
export class Contour {
  readonly rings: Ring[] = [];
  /**
   * Points of all rings, longitude and latitude in microdegrees in turn, without the first one repeated and without points
   * on a straight. The memory is used again by the next contour.
   */
  points: Int32Array = scratchPoints;
  readonly #corners: Corners;
  readonly #lattice: Lattice;
  /** How far a line lies from a corner inside, in microdegrees. */
  readonly #reachLng: number;
  readonly #reachLat: number;
  /** Ring that crosses to the west of a corner inside, by the corner's word and bit. */
  readonly #ringWest: Int32Array;
  /** Numbers in `points`. */
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

  /** The ring that bounds the same ground as a hole, next to the west of it. */
  ringWestOf({ westCornerX, westCornerY }: Ring): number {
    const x = this.#corners.runToWest(westCornerX, westCornerY);
    return this.#ringWest[this.#bitOf(x, westCornerY)]!;
  }

  /** Makes everything within a ring ground, or no ground, for `holds`. */
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

  /** How much of a box, in microdegrees, is ground, as far as the corners around it tell. */
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
   * Whether a place, in whole microdegrees, lies on ground. A place on a line belongs to the side to its east, or to the
   * north of a level one, as in `pointInMultiPolygon`, so that both say the same of every place.
   */
  holds(lng: number, lat: number): boolean {
    const { cellLng, cellLat } = this.#lattice;
    const x = Math.floor(lng / cellLng);
    const y = Math.floor(lat / cellLat);
    const around = this.#corners.around(x, y);
    if (around === 0 || around === 15) return around === 15;
    // Ways to the four sides of the cell.
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

  /** In the triangle that a single corner inside has of its cell; ways along and up from it. */
  #isNear(along: number, up: number, withRim: boolean): boolean {
    return isInTriangle(along, up, this.#reachLng, this.#reachLat, withRim);
  }

  /** In the triangle that a single corner outside cuts off; ways along and up from it. */
  #isCutOff(along: number, up: number, withRim: boolean): boolean {
    const { cellLng, cellLat } = this.#lattice;
    return isInTriangle(along, up, cellLng - this.#reachLng, cellLat - this.#reachLat, withRim);
  }

  /** Follows the ring that crosses to the east of a corner inside, and takes its crossings to the east off the edges. */
  #followRing(startX: number, startY: number, edges: Int32Array): void {
    const { cellLng, cellLat } = this.#lattice;
    const corners = this.#corners;
    const number = this.rings.length;
    const first = this.#length;
    let [westCornerX, westCornerY] = [0, 0];
    let westCrossing = Infinity;
    // The corner inside, the number of the step from it to the one outside, and the last segment's heading in eighths.
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
      // Straight ahead is the step to the side turned to the left.
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
      if (this.#length === this.points.length) this.points = scratchPoints = doubled(scratchPoints);
      this.points[this.#length++] = lng;
      this.points[this.#length++] = lat;
    } while (x !== startX || y !== startY || side !== 0);
    this.rings.push(this.#ring(first, westCornerX, westCornerY));
  }

  /** The ring whose points were written last. The first one, where following began, may lie between its neighbours. */
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

/** In a triangle with a right angle at the origin and the given legs, the rim of the long side with it or not. */
function isInTriangle(along: number, up: number, legAlong: number, legUp: number, withRim: boolean): boolean {
  const way = along * legUp + up * legAlong;
  return way < legAlong * legUp || (withRim && way === legAlong * legUp);
}

function doubled(values: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(2 * values.length);
  longer.set(values);
  return longer;
}

let scratchPoints = new Int32Array(1 << 12);
let scratch = new Int32Array(0);

/** Memory that is used again by the next contour: every number that a contour reads it has written before. */
function scratchOf(size: number): Int32Array {
  if (scratch.length < size) scratch = new Int32Array(2 * size);
  return scratch;
}
