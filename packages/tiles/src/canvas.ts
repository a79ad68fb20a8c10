import { BUFFER, EXTENT, type TileAddress } from './address.ts';
import { clipLine, clipRing, type Flat } from './geometry/clip.ts';
import { thinned } from './geometry/thin.ts';

/** A position in whole units of the tile. */
export type TilePoint = [number, number];

/** Draws positions of the unit square (see mercator.ts) onto one tile: cut to it, thinned, in whole units. */
export class Canvas {
  readonly zoom: number;
  /** Tiles along a side of the world, times units along a side of a tile. */
  readonly #scale: number;
  readonly #left: number;
  readonly #top: number;
  readonly #toleranceUnits: number;

  /** `toleranceUnits`: distance by which a thinned line may differ from the line. */
  constructor({ z, x, y }: TileAddress, toleranceUnits: number) {
    this.zoom = z;
    this.#scale = 2 ** z * EXTENT;
    this.#left = x * EXTENT;
    this.#top = y * EXTENT;
    this.#toleranceUnits = toleranceUnits;
  }

  /** Length in units of the tile of a length on the unit square. */
  units(length: number): number {
    return length * this.#scale;
  }

  /** The point, or null where it lies outside the tile; on an edge that two tiles share it is in one of them. */
  point(x: number, y: number): TilePoint | null {
    const [u, v] = [x * this.#scale - this.#left, y * this.#scale - this.#top];
    return u >= 0 && u < EXTENT && v >= 0 && v < EXTENT ? [Math.floor(u), Math.floor(v)] : null;
  }

  /** The parts of a line in the tile and its buffer. */
  line(line: Flat): TilePoint[][] {
    const parts = clipLine(this.#place(line), -BUFFER, EXTENT + BUFFER);
    return parts.map((part) => thinned(part, this.#toleranceUnits)).filter((part) => part.length > 1);
  }

  /** The part of a polygon, outer ring first, in the tile and its buffer; empty where nothing is left of it. */
  polygon(rings: readonly Flat[]): TilePoint[][] {
    const drawn: TilePoint[][] = [];
    for (const [i, ring] of rings.entries()) {
      const cut = thinned(clipRing(this.#place(ring), -BUFFER, EXTENT + BUFFER), this.#toleranceUnits);
      const area = cut.length < 4 ? 0 : twiceArea(cut);
      if (area !== 0) drawn.push(area > 0 === (i === 0) ? cut : cut.reverse());
      else if (i === 0) return [];
    }
    return drawn;
  }

  #place(points: Flat): Float64Array {
    const placed = new Float64Array(points.length);
    for (let i = 0; i < points.length; i += 2) {
      placed[i] = points[i]! * this.#scale - this.#left;
      placed[i + 1] = points[i + 1]! * this.#scale - this.#top;
    }
    return placed;
  }
}

/** Above 0 for outer rings as the vector tile specification wants them (section 4.3.4.4). */
function twiceArea(ring: readonly TilePoint[]): number {
  let sum = 0;
  for (let i = 1; i < ring.length; i++) sum += ring[i - 1]![0] * ring[i]![1] - ring[i]![0] * ring[i - 1]![1];
  return sum;
}
