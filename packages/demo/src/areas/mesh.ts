import type { MultiPolygonCoordinates } from '@hinterland/territory';
import { latMicrodegrees, lngMicrodegrees, type Point } from '../geometry/plane.ts';
import { CELL_METERS, COLUMNS, ROWS, SOUTH, WEST } from '../geometry/raster.ts';
import { cornersOf, eastOf, northOf } from './corners.ts';
import { smoothCorners } from './smoothCorners.ts';

/**
 * The country cut into the cells of the raster, with the corners along boundaries moved so that coasts and borders are
 * smooth. All areas are sets of cells, and neighbors share corners: areas of any level tile the land without gap or
 * overlap, whatever is merged. Corners lie on the grid of microdegrees.
 *
 * Why no two areas overlap: cells that are turned inside out are put back, so the map from the straight raster to the
 * moved one keeps its sense everywhere and leaves the frame of the raster where it is.
 */
export class Mesh {
  /** Group of each cell, below 0 for the sea. */
  readonly groups: Int32Array;
  readonly #lng: Int32Array;
  readonly #lat: Int32Array;

  /** `groups`: the smallest areas; their boundaries are what is made smooth. */
  constructor(groups: Int32Array) {
    this.groups = groups;
    const { x, y } = smoothCorners(groups);
    this.#lng = Int32Array.from(x, lngMicrodegrees);
    this.#lat = Int32Array.from(y, latMicrodegrees);
    this.#putBackTurned();
  }

  /** Row of the cell that holds a point of the microdegree grid, -1 at sea. Points on an edge go to one of its sides. */
  cellAt(point: Point): number {
    const column = Math.floor((point.x - WEST) / CELL_METERS);
    const row = Math.floor((point.y - SOUTH) / CELL_METERS);
    if (column < 1 || row < 1 || column >= COLUMNS - 1 || row >= ROWS - 1) return -1;
    const here = row * COLUMNS + column;
    const lng = lngMicrodegrees(point.x);
    const lat = latMicrodegrees(point.y);
    for (const step of [0, -1, 1, -COLUMNS, COLUMNS, -COLUMNS - 1, -COLUMNS + 1, COLUMNS - 1, COLUMNS + 1]) {
      if (this.#holds(here + step, lng, lat)) return this.groups[here + step]! < 0 ? -1 : here + step;
    }
    return -1;
  }

  /** Outlines of all areas of a level, given the area of every group; in degrees, outer rings counterclockwise. */
  outlines(areaOfGroup: (group: number) => number): Map<number, MultiPolygonCoordinates> {
    const areaOf = (cell: number) => (this.groups[cell]! < 0 ? -1 : areaOfGroup(this.groups[cell]!));
    const borders = new Map<number, Map<number, number[]>>();
    for (let cell = 0; cell < this.groups.length; cell++) {
      const area = areaOf(cell);
      if (area < 0) continue;
      for (const [neighbor, from, to] of sides(cell)) {
        if (areaOf(neighbor) === area) continue;
        const border = borders.get(area) ?? new Map<number, number[]>();
        borders.set(area, border);
        const next = border.get(from);
        if (next === undefined) border.set(from, [to]);
        else next.push(to);
      }
    }
    return new Map([...borders].map(([area, border]) => [area, this.#polygons(border)]));
  }

  #polygons(border: Map<number, number[]>): MultiPolygonCoordinates {
    const rings = simpleRings(border).map((ring) => this.#withoutStraight(ring));
    const outer = rings.filter((ring) => this.#doubleArea(ring) > 0);
    const polygons = outer.map((ring) => ({ ring, holes: [] as number[][] }));
    for (const hole of rings) {
      if (this.#doubleArea(hole) > 0) continue;
      const around = polygons
        .filter(({ ring }) => hole.some((corner) => !ring.includes(corner) && this.#inRing(ring, corner)))
        .sort((a, b) => this.#doubleArea(a.ring) - this.#doubleArea(b.ring))[0];
      around!.holes.push(hole);
    }
    const closed = (ring: number[]) =>
      [...ring, ring[0]!].map((corner) => [this.#lng[corner]! / 1e6, this.#lat[corner]! / 1e6]);
    return polygons.map(({ ring, holes }) => [closed(ring), ...holes.map(closed)]);
  }

  /** Drops corners in the middle of a straight run along a meridian or parallel, which changes no outline. */
  #withoutStraight(ring: readonly number[]): number[] {
    const [lng, lat] = [this.#lng, this.#lat];
    return ring.filter((corner, i) => {
      const before = ring.at(i - 1)!;
      const after = ring[(i + 1) % ring.length]!;
      const vertical = lng[before] === lng[corner] && lng[corner] === lng[after];
      return !vertical && !(lat[before] === lat[corner] && lat[corner] === lat[after]);
    });
  }

  #doubleArea(ring: readonly number[]): number {
    let sum = 0;
    for (let i = 0; i < ring.length; i++) {
      const a = ring[i]!;
      const b = ring[(i + 1) % ring.length]!;
      const [x0, y0] = [this.#lng[ring[0]!]!, this.#lat[ring[0]!]!];
      sum += (this.#lng[a]! - x0) * (this.#lat[b]! - y0) - (this.#lng[b]! - x0) * (this.#lat[a]! - y0);
    }
    return sum;
  }

  #inRing(ring: readonly number[], corner: number): boolean {
    const x = this.#lng[corner]!;
    const y = this.#lat[corner]!;
    let inside = false;
    for (let i = 0; i < ring.length; i++) {
      const [ax, ay] = [this.#lng[ring[i]!]!, this.#lat[ring[i]!]!];
      const b = ring[(i + 1) % ring.length]!;
      const [bx, by] = [this.#lng[b]!, this.#lat[b]!];
      if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
    }
    return inside;
  }

  #holds(cell: number, lng: number, lat: number): boolean {
    let inside = false;
    const corners = cornersOf(cell);
    for (let i = 0; i < 4; i++) {
      const [ax, ay] = [this.#lng[corners[i]!]!, this.#lat[corners[i]!]!];
      const b = corners[(i + 1) % 4]!;
      const [bx, by] = [this.#lng[b]!, this.#lat[b]!];
      // Whole numbers below 2^53: no rounding, and both neighbors of an edge decide alike.
      if (ay <= lat === by <= lat) continue;
      const left = (bx - ax) * (lat - ay) - (lng - ax) * (by - ay);
      if (ay < by ? left > 0 : left < 0) inside = !inside;
    }
    return inside;
  }

  /** Puts the corners of cells back where moving them has turned the cell over. */
  #putBackTurned(): void {
    for (let turned = true; turned; ) {
      turned = false;
      for (let cell = 0; cell < this.groups.length; cell++) {
        const corners = cornersOf(cell);
        if (this.#isUpright(corners)) continue;
        turned = true;
        for (const corner of corners) {
          this.#lng[corner] = lngMicrodegrees(eastOf(corner));
          this.#lat[corner] = latMicrodegrees(northOf(corner));
        }
      }
    }
  }

  /** Whether a four-sided cell is simple and turns counterclockwise: one of its diagonals cuts it into two upright triangles. */
  #isUpright([a, b, c, d]: readonly number[]): boolean {
    const up = (p: number, q: number, r: number) =>
      (this.#lng[q]! - this.#lng[p]!) * (this.#lat[r]! - this.#lat[p]!) -
        (this.#lng[r]! - this.#lng[p]!) * (this.#lat[q]! - this.#lat[p]!) >
      0;
    return (up(a!, b!, c!) && up(a!, c!, d!)) || (up(b!, c!, d!) && up(b!, d!, a!));
  }
}

/** The four sides of a cell: the cell beyond, and the side's corners with the cell on its left. */
function sides(cell: number): [neighbor: number, from: number, to: number][] {
  const [a, b, c, d] = cornersOf(cell);
  return [
    [cell - COLUMNS, a, b],
    [cell + 1, b, c],
    [cell + COLUMNS, c, d],
    [cell - 1, d, a],
  ];
}

/** Closed rings of border sides that pass no corner twice. */
function simpleRings(border: Map<number, number[]>): number[][] {
  const rings: number[][] = [];
  for (const [start, next] of border) {
    while (next.length > 0) {
      const path: number[] = [];
      const position = new Map<number, number>();
      let corner = start;
      do {
        position.set(corner, path.length);
        path.push(corner);
        corner = border.get(corner)!.pop()!;
        const seen = position.get(corner);
        if (seen !== undefined) {
          // A loop has closed: cut it off as a ring of its own and go on from where it began.
          const ring = path.splice(seen);
          for (const member of ring) position.delete(member);
          rings.push(ring);
        }
      } while (path.length > 0);
    }
  }
  return rings;
}
