import { clipLine } from '@hinterland/geo';
import { BUFFER, EXTENT, type TileAddress } from './address.ts';
import { clipRing, type Flat } from './geometry/clip.ts';
import { type Placing, type TilePoint, thinned } from './geometry/thin.ts';

/** The tile with its buffer. */
const SQUARE = { west: -BUFFER, south: -BUFFER, east: EXTENT + BUFFER, north: EXTENT + BUFFER };
/** Of positions that are in units of the tile already. */
const IN_UNITS: Placing = { scale: 1, left: 0, top: 0 };

/** Draws positions of the unit square (see mercator.ts) onto one tile: cut to it, thinned, in whole units. */
export class Canvas {
  /** `scale`: tiles along a side of the world, times units along a side of a tile. */
  readonly #placing: Placing;
  readonly #toleranceUnits: number;

  /** `toleranceUnits`: distance by which a thinned line may differ from the line. */
  constructor({ z, x, y }: TileAddress, toleranceUnits: number) {
    this.#placing = { scale: 2 ** z * EXTENT, left: x * EXTENT, top: y * EXTENT };
    this.#toleranceUnits = toleranceUnits;
  }

  /** Length in units of the tile of a length on the unit square. */
  units(length: number): number {
    return length * this.#placing.scale;
  }

  /** The point, or null where it lies outside the tile; on an edge that two tiles share it is in one of them. */
  point(x: number, y: number): TilePoint | null {
    const { scale, left, top } = this.#placing;
    const u = x * scale - left;
    const v = y * scale - top;
    return u >= 0 && u < EXTENT && v >= 0 && v < EXTENT ? { x: Math.floor(u), y: Math.floor(v) } : null;
  }

  /** The parts of a line in the tile and its buffer. */
  line(line: Flat): TilePoint[][] {
    const where = this.#where(line);
    if (where === 'outside') return [];
    const parts =
      where === 'inside'
        ? [thinned(line, this.#placing, this.#toleranceUnits)]
        : clipLine(this.#inUnits(line), SQUARE).map((part) => thinned(part, IN_UNITS, this.#toleranceUnits));
    return parts.filter((part) => part.length > 1);
  }

  /** The part of a polygon, outer ring first, in the tile and its buffer; empty where nothing is left of it. */
  polygon(rings: readonly Flat[]): TilePoint[][] {
    const drawn: TilePoint[][] = [];
    for (const [i, ring] of rings.entries()) {
      const cut = this.#ring(ring);
      const area = cut.length < 4 ? 0 : twiceArea(cut);
      if (area !== 0) drawn.push(area > 0 === (i === 0) ? cut : cut.reverse());
      else if (i === 0) return [];
    }
    return drawn;
  }

  #ring(ring: Flat): TilePoint[] {
    const where = this.#where(ring);
    if (where === 'outside') return [];
    if (where === 'inside') return thinned(ring, this.#placing, this.#toleranceUnits);
    return thinned(clipRing(this.#inUnits(ring), -BUFFER, EXTENT + BUFFER), IN_UNITS, this.#toleranceUnits);
  }

  /** Most of what is drawn lies inside the tile and needs no cutting. */
  #where(points: Flat): 'inside' | 'outside' | 'across' {
    const { scale, left, top } = this.#placing;
    let x0 = Infinity;
    let y0 = Infinity;
    let x1 = -Infinity;
    let y1 = -Infinity;
    for (let i = 0; i < points.length; i += 2) {
      const x = points[i]! * scale - left;
      const y = points[i + 1]! * scale - top;
      if (x < x0) x0 = x;
      if (x > x1) x1 = x;
      if (y < y0) y0 = y;
      if (y > y1) y1 = y;
    }
    if (x0 > SQUARE.east || x1 < SQUARE.west || y0 > SQUARE.north || y1 < SQUARE.south) return 'outside';
    const isInside = x0 >= SQUARE.west && x1 <= SQUARE.east && y0 >= SQUARE.south && y1 <= SQUARE.north;
    return isInside ? 'inside' : 'across';
  }

  #inUnits(points: Flat): Float64Array {
    const { scale, left, top } = this.#placing;
    const placed = new Float64Array(points.length);
    for (let i = 0; i < points.length; i += 2) {
      placed[i] = points[i]! * scale - left;
      placed[i + 1] = points[i + 1]! * scale - top;
    }
    return placed;
  }
}

/** Above 0 for outer rings as the vector tile specification wants them (section 4.3.4.4). */
function twiceArea(ring: readonly TilePoint[]): number {
  let sum = 0;
  for (let i = 1; i < ring.length; i++) sum += ring[i - 1]!.x * ring[i]!.y - ring[i]!.x * ring[i - 1]!.y;
  return sum;
}
