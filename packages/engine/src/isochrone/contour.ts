import type { Lattice } from './lattice.ts';
import { insideTile, TILE_BITS, TILE_SIDE, TILE_VALUES, type TileGrid } from './tileGrid.ts';

/** A closed line around reached ground, or around a hole in it; the reached side lies to the left. */
export interface Ring {
  /** Longitude and latitude in microdegrees in turn, without the first point repeated. */
  readonly points: Int32Array;
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

/** A box of more cells is looked at place by place. */
const MOST_CELLS_LOOKED_AT = 64;

/**
 * Reached ground at one limit: corners whose cost does not pass it, and the lines around them by marching squares.
 *
 * A line crosses an edge of the lattice between a corner inside and one outside, at a quarter of a cell from the inner one
 * plus what could still be walked at 5 km/h, less than half a cell in all. So crossings depend on the corner inside
 * alone, and with the limit they only move outward: ground of a smaller limit lies within that of a larger one. Ground of
 * finer cells lies within that of coarser ones: a fine cell lies within a coarse one of the same or a lower cost, and
 * reaches less than half a fine side beyond itself, a coarse cell at least a quarter of a coarse side, which is the same
 * length. Opposite corners of a cell are never joined through its middle.
 *
 * Crossings lie on whole microdegrees, at least one away from the corners: rings never touch, nor cross themselves.
 *
 * Source of marching squares: W. E. Lorensen, H. E. Cline, Computer Graphics 21 (1987), in the plane.
 */
export class Contour {
  readonly rings: Ring[] = [];
  readonly #corners: TileGrid;
  readonly #lattice: Lattice;
  readonly #limitCost: number;
  readonly #reachPerCostLng: number;
  readonly #reachPerCostLat: number;
  /** 1 where the corner lies inside, by place in the corners' tiles. */
  readonly #inside: Uint8Array;
  /** Ring + 1 that crosses to the east and to the west of a corner inside. */
  readonly #ringEast: Int32Array;
  readonly #ringWest: Int32Array;

  /** `costPerMeter`: cost of a metre walked. */
  constructor(corners: TileGrid, lattice: Lattice, limitCost: number, costPerMeter: number) {
    this.#corners = corners;
    this.#lattice = lattice;
    this.#limitCost = limitCost;
    this.#reachPerCostLng = 1 / (costPerMeter * lattice.metersPerLng);
    this.#reachPerCostLat = 1 / (costPerMeter * lattice.metersPerLat);
    const size = corners.tiles * TILE_VALUES;
    this.#inside = new Uint8Array(size);
    const { values } = corners;
    for (let i = 0; i < size; i++) this.#inside[i] = values[i]! <= limitCost ? 1 : 0;
    this.#ringEast = cleared(0, size);
    this.#ringWest = cleared(1, size);
    this.#findRings();
  }

  /** The ring that bounds the same ground as a hole, next to the west of it. */
  ringWestOf(hole: Ring): number {
    let x = hole.westCornerX;
    const y = hole.westCornerY;
    while (this.#isInside(x - 1, y)) x--;
    return this.#ringWest[this.#placeOf(x, y)]! - 1;
  }

  /** Makes everything within a ring ground, or no ground, for `holds`. */
  fill(ring: Ring, ground: boolean): void {
    const { cellLng, cellLat } = this.#lattice;
    const crossings = new Map<number, number[]>();
    const { points } = ring;
    for (let i = 0; i < points.length; i += 2) {
      if (points[i + 1]! % cellLat !== 0) continue;
      const y = points[i + 1]! / cellLat;
      const row = crossings.get(y);
      if (row === undefined) crossings.set(y, [points[i]!]);
      else row.push(points[i]!);
    }
    for (const [y, lngs] of crossings) {
      lngs.sort((a, b) => a - b);
      for (let i = 0; i + 1 < lngs.length; i += 2) {
        for (let x = Math.ceil(lngs[i]! / cellLng); x * cellLng < lngs[i + 1]!; x++) {
          const tile = this.#corners.tileAt(x >> TILE_BITS, y >> TILE_BITS);
          if (tile !== -1) this.#inside[tile * TILE_VALUES + insideTile(x, y)] = ground ? 1 : 0;
        }
      }
    }
  }

  /** How much of a box, in microdegrees, is ground, as far as the corners around it tell. */
  coverOf(west: number, south: number, east: number, north: number): 'all' | 'none' | 'some' {
    const { cellLng, cellLat } = this.#lattice;
    const x0 = Math.floor(west / cellLng);
    const y0 = Math.floor(south / cellLat);
    const x1 = Math.floor(east / cellLng) + 1;
    const y1 = Math.floor(north / cellLat) + 1;
    if ((x1 - x0) * (y1 - y0) > MOST_CELLS_LOOKED_AT) return 'some';
    const first = this.#isInside(x0, y0);
    for (let y = y0; y <= y1; y++) {
      for (let x = x0; x <= x1; x++) if (this.#isInside(x, y) !== first) return 'some';
    }
    return first ? 'all' : 'none';
  }

  /**
   * Whether a place, in whole microdegrees, lies on ground. A place on a line belongs to the side to its east, or to the
   * north of a level one, as in `pointInMultiPolygon`, so that both say the same of every place.
   */
  holds(lng: number, lat: number): boolean {
    const { cellLng, cellLat } = this.#lattice;
    const x = Math.floor(lng / cellLng);
    const y = Math.floor(lat / cellLat);
    const southWest = this.#isInside(x, y);
    const southEast = this.#isInside(x + 1, y);
    const northWest = this.#isInside(x, y + 1);
    const northEast = this.#isInside(x + 1, y + 1);
    const count = Number(southWest) + Number(southEast) + Number(northWest) + Number(northEast);
    if (count === 0 || count === 4) return count === 4;
    // Ways to the four sides of the cell.
    const toWest = lng - x * cellLng;
    const toSouth = lat - y * cellLat;
    const toEast = cellLng - toWest;
    const toNorth = cellLat - toSouth;
    if (count === 3) {
      if (!southWest) return !this.#isCutOff(toWest, toSouth, x + 1, y, x, y + 1, false);
      if (!southEast) return !this.#isCutOff(toEast, toSouth, x, y, x + 1, y + 1, true);
      if (!northWest) return !this.#isCutOff(toWest, toNorth, x + 1, y + 1, x, y, false);
      return !this.#isCutOff(toEast, toNorth, x, y + 1, x + 1, y, true);
    }
    if (count === 2 && southWest !== northEast) {
      if (southWest && southEast) {
        const [west, east] = [this.#reachLat(x, y), this.#reachLat(x + 1, y)];
        return isBelow(toSouth * cellLng, west * toEast + east * toWest, east > west);
      }
      if (northWest && northEast) {
        const [west, east] = [this.#reachLat(x, y + 1), this.#reachLat(x + 1, y + 1)];
        return isBelow(toNorth * cellLng, west * toEast + east * toWest, east >= west);
      }
      if (southWest) {
        const reach = this.#reachLng(x, y) * toNorth + this.#reachLng(x, y + 1) * toSouth;
        return isBelow(toWest * cellLat, reach, false);
      }
      const reach = this.#reachLng(x + 1, y) * toNorth + this.#reachLng(x + 1, y + 1) * toSouth;
      return isBelow(toEast * cellLat, reach, true);
    }
    return (
      (southWest && this.#isNear(toWest, toSouth, x, y, false)) ||
      (southEast && this.#isNear(toEast, toSouth, x + 1, y, true)) ||
      (northWest && this.#isNear(toWest, toNorth, x, y + 1, false)) ||
      (northEast && this.#isNear(toEast, toNorth, x + 1, y + 1, true))
    );
  }

  /** In the triangle that a single corner inside has of its cell; ways along and up from it. */
  #isNear(along: number, up: number, x: number, y: number, withRim: boolean): boolean {
    const [reachAlong, reachUp] = [this.#reachLng(x, y), this.#reachLat(x, y)];
    return isBelow(along * reachUp + up * reachAlong, reachAlong * reachUp, withRim);
  }

  /** In the triangle that a single corner outside cuts off, from its neighbours (ax, ay) along and (bx, by) up. */
  #isCutOff(along: number, up: number, ax: number, ay: number, bx: number, by: number, withRim: boolean): boolean {
    const cutAlong = this.#lattice.cellLng - this.#reachLng(ax, ay);
    const cutUp = this.#lattice.cellLat - this.#reachLat(bx, by);
    return isBelow(along * cutUp + up * cutAlong, cutAlong * cutUp, withRim);
  }

  #findRings(): void {
    const { places } = this.#corners;
    const inside = this.#inside;
    for (let tile = 0; tile < places.length / 2; tile++) {
      const x0 = places[2 * tile]! << TILE_BITS;
      const y0 = places[2 * tile + 1]! << TILE_BITS;
      const east = this.#corners.tileAt(places[2 * tile]! + 1, places[2 * tile + 1]!);
      for (let y = 0; y < TILE_SIDE; y++) {
        const at = tile * TILE_VALUES + (y << TILE_BITS);
        for (let x = 0; x < TILE_SIDE - 1; x++) {
          if (inside[at + x]! > inside[at + x + 1]!) this.#ringFrom(at + x, x0 + x, y0 + y);
        }
        const next = east === -1 ? 0 : inside[east * TILE_VALUES + (y << TILE_BITS)]!;
        if (inside[at + TILE_SIDE - 1]! > next) this.#ringFrom(at + TILE_SIDE - 1, x0 + TILE_SIDE - 1, y0 + y);
      }
    }
  }

  /** Follows the ring that crosses to the east of a corner inside, unless it is known already. */
  #ringFrom(place: number, startX: number, startY: number): void {
    if (this.#ringEast[place] !== 0) return;
    const number = this.rings.length + 1;
    const { cellLng, cellLat } = this.#lattice;
    let length = 0;
    let doubleArea = 0;
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
    let [westCornerX, westCornerY] = [0, 0];
    let westCrossing = Infinity;
    // The corner inside, and the step from it to the one outside.
    let x = startX;
    let y = startY;
    let dx = 1;
    let dy = 0;
    do {
      let lng = x * cellLng;
      let lat = y * cellLat;
      if (dy === 0) {
        lng += dx * this.#reachLng(x, y);
        if (dx === 1) this.#ringEast[this.#placeOf(x, y)] = number;
        else this.#ringWest[this.#placeOf(x, y)] = number;
        if (lng < westCrossing) {
          westCrossing = lng;
          westCornerX = x;
          westCornerY = y;
        }
      } else {
        lat += dy * this.#reachLat(x, y);
      }
      if (length === ringPoints.length) ringPoints = doubled(ringPoints);
      ringPoints[length] = lng;
      ringPoints[length + 1] = lat;
      length += 2;
      if (lng < west) west = lng;
      if (lng > east) east = lng;
      if (lat < south) south = lat;
      if (lat > north) north = lat;
      // With the inside to the left, the way ahead is the outward step turned to the left.
      const [ax, ay] = [x - dy, y + dx];
      const outerAhead = this.#isInside(ax + dx, ay + dy);
      const innerAhead = this.#isInside(ax, ay);
      if (!innerAhead) {
        [dx, dy] = [-dy, dx];
      } else if (!outerAhead) {
        x = ax;
        y = ay;
      } else {
        x = ax + dx;
        y = ay + dy;
        [dx, dy] = [dy, -dx];
      }
    } while (x !== startX || y !== startY || dx !== 1 || dy !== 0);

    const points = ringPoints.slice(0, length);
    for (let i = 0, j = points.length - 2; i < points.length; j = i, i += 2) {
      doubleArea += (points[j]! - west) * (points[i + 1]! - south) - (points[i]! - west) * (points[j + 1]! - south);
    }
    this.rings.push({
      points,
      doubleArea,
      west,
      south,
      east,
      north,
      westCornerX,
      westCornerY,
    });
  }

  #isInside(x: number, y: number): boolean {
    const tile = this.#corners.tileAt(x >> TILE_BITS, y >> TILE_BITS);
    return tile !== -1 && this.#inside[tile * TILE_VALUES + insideTile(x, y)] === 1;
  }

  #placeOf(x: number, y: number): number {
    return this.#corners.tileAt(x >> TILE_BITS, y >> TILE_BITS) * TILE_VALUES + insideTile(x, y);
  }

  /** How far the line lies from a corner inside, in microdegrees: a quarter of a cell at least, less than half of one. */
  #reachLng(x: number, y: number): number {
    const quarter = this.#lattice.cellLng / 4;
    return quarter + this.#walk(x, y, this.#reachPerCostLng, quarter - 1);
  }

  #reachLat(x: number, y: number): number {
    const quarter = this.#lattice.cellLat / 4;
    return quarter + this.#walk(x, y, this.#reachPerCostLat, quarter - 1);
  }

  #walk(x: number, y: number, reachPerCost: number, most: number): number {
    const rest = this.#limitCost - this.#corners.get(x, y);
    return Math.max(0, Math.min(most, Math.floor(rest * reachPerCost)));
  }
}

function isBelow(value: number, limit: number, orEqual: boolean): boolean {
  return value < limit || (orEqual && value === limit);
}

/** Points of the ring in hand. */
let ringPoints = new Int32Array(1 << 12);

function doubled(values: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(2 * values.length);
  longer.set(values);
  return longer;
}

const scratch = [new Int32Array(0), new Int32Array(0)];

/** Zeros in memory that is used again by the next contour; a contour's rings are found when it is made. */
function cleared(which: 0 | 1, size: number): Int32Array {
  if (scratch[which]!.length < size) scratch[which] = new Int32Array(2 * size);
  else scratch[which]!.fill(0, 0, size);
  return scratch[which]!;
}
