import { filled } from '@hinterland/geo';
import { ANY_KIND } from './edgeKinds.ts';
import type { EdgeLines } from './edgeLines.ts';
import { type Foot, offer, pieceFoot } from './foot.ts';

/** Straight pieces per chunk of an edge, so that the box of a long road is not as long as the road. */
const CHUNK_PIECES = 8;
/** Boxes per box of the next level. */
const BRANCHING = 16;

/** Straight pieces: each by its edge, its number on it, and the number of its first point in `EdgeLines`. */
export interface Pieces {
  count: number;
  /** Of all pieces. */
  anyKinds: number;
  readonly edge: Uint32Array;
  readonly piece: Uint32Array;
  readonly point: Uint32Array;
  /** Bits of `edgeKinds`. */
  readonly kinds: Uint32Array;
  /** West, south, east, north in microdegrees. */
  readonly box: Int32Array;
}

/** A box in microdegrees. */
export interface PlaneBox {
  west: number;
  south: number;
  east: number;
  north: number;
}

/**
 * The edges of a network that any mode joins, for finding the nearest one of a kind: boxes around runs of their straight
 * pieces in a packed tree. The edges' own order keeps neighbours together, so nothing is sorted.
 */
export class ChunkTree {
  readonly lines: EdgeLines;
  /** See `edgeKinds`. */
  readonly kinds: Uint32Array;
  readonly #chunkEdge: Uint32Array;
  readonly #chunkPiece: Uint32Array;
  /** From the lowest level up to a single box: west, south, east, north in microdegrees. */
  readonly #levels: Int32Array[];
  /** Of each box, the kinds of all edges in it. */
  readonly #levelKinds: Uint32Array[];
  readonly #found = { distanceMillimeters: 0, fraction: 0 };
  readonly #stackLevel = new Int32Array(BRANCHING * 16);
  readonly #stackIndex = new Int32Array(BRANCHING * 16);

  constructor(lines: EdgeLines, kinds: Uint32Array) {
    this.lines = lines;
    this.kinds = kinds;
    const chunksOf = (edge: number) =>
      (kinds[edge]! & ANY_KIND) === 0 ? 0 : Math.ceil(lines.pieces(edge) / CHUNK_PIECES);
    let chunks = 0;
    for (let edge = 0; edge < kinds.length; edge++) chunks += chunksOf(edge);
    this.#chunkEdge = new Uint32Array(chunks);
    this.#chunkPiece = new Uint32Array(chunks);
    let chunk = 0;
    for (let edge = 0; edge < kinds.length; edge++) {
      for (let i = 0; i < chunksOf(edge); i++) {
        this.#chunkEdge[chunk] = edge;
        this.#chunkPiece[chunk++] = i * CHUNK_PIECES;
      }
    }
    this.#levels = this.#buildLevels();
    this.#levelKinds = this.#buildKinds();
  }

  /**
   * Improves `foot` by what lies nearer to the point (microdegrees) on edges with the bit `kind`; `twoWay` is the bit of
   * those open both ways. `mmPerLng` and `mmPerLat` are millimeters per microdegree at the point. With `isWanted`, edges
   * that it refuses are passed over.
   */
  nearest(
    lng: number,
    lat: number,
    mmPerLng: number,
    mmPerLat: number,
    kind: number,
    twoWay: number,
    foot: Foot,
    isWanted?: (edge: number) => boolean,
  ): void {
    this.#visit(lng, lat, lng, lat, mmPerLng, mmPerLat, kind, foot, (chunk) => {
      const { lngs, lats } = this.lines;
      const edge = this.#chunkEdge[chunk]!;
      if (isWanted !== undefined && !isWanted(edge)) return;
      const isTwoWay = (this.kinds[edge]! & twoWay) !== 0;
      const point = this.#point(chunk);
      let ax = (lngs[point]! - lng) * mmPerLng;
      let ay = (lats[point]! - lat) * mmPerLat;
      for (let i = 0; i < this.#pieces(chunk); i++) {
        const bx = (lngs[point + i + 1]! - lng) * mmPerLng;
        const by = (lats[point + i + 1]! - lat) * mmPerLat;
        if (pieceFoot(foot.distanceMillimeters, ax, ay, bx, by, this.#found)) {
          offer(foot, edge, this.#chunkPiece[chunk]! + i, isTwoWay, this.#found);
        }
        ax = bx;
        ay = by;
      }
    });
  }

  /**
   * Fills `found` with every piece that may lie within `millimeters` of the box, some others among them; `mmPerLng` is that
   * of the box's latitude farthest from the equator. False where there are more than `found` has room for.
   */
  near(box: PlaneBox, millimeters: number, mmPerLng: number, mmPerLat: number, found: Pieces): boolean {
    const { west, south, east, north } = box;
    const { lngs, lats } = this.lines;
    const reachLng = (millimeters + 1) / mmPerLng;
    const reachLat = (millimeters + 1) / mmPerLat;
    found.count = 0;
    found.anyKinds = 0;
    let fits = true;
    const limit = { distanceMillimeters: millimeters };
    this.#visit(west, south, east, north, mmPerLng, mmPerLat, ANY_KIND, limit, (chunk) => {
      const point = this.#point(chunk);
      const edge = this.#chunkEdge[chunk]!;
      for (let i = 0; i < this.#pieces(chunk); i++) {
        const at = point + i;
        const [pieceWest, pieceEast] = [Math.min(lngs[at]!, lngs[at + 1]!), Math.max(lngs[at]!, lngs[at + 1]!)];
        const [pieceSouth, pieceNorth] = [Math.min(lats[at]!, lats[at + 1]!), Math.max(lats[at]!, lats[at + 1]!)];
        if (pieceWest > east + reachLng || pieceEast < west - reachLng) continue;
        if (pieceSouth > north + reachLat || pieceNorth < south - reachLat) continue;
        const number = found.count;
        if (number === found.edge.length) {
          fits = false;
          return;
        }
        found.count = number + 1;
        found.box[4 * number] = pieceWest;
        found.box[4 * number + 1] = pieceSouth;
        found.box[4 * number + 2] = pieceEast;
        found.box[4 * number + 3] = pieceNorth;
        found.edge[number] = edge;
        found.piece[number] = this.#chunkPiece[chunk]! + i;
        found.point[number] = at;
        found.kinds[number] = this.kinds[edge]!;
        found.anyKinds |= this.kinds[edge]!;
      }
    });
    return fits;
  }

  /**
   * Calls `take` for each chunk of an edge with any of the bits `kinds` whose box lies within the limit, which may shrink
   * meanwhile, of the given box.
   */
  #visit(
    west: number,
    south: number,
    east: number,
    north: number,
    mmPerLng: number,
    mmPerLat: number,
    kinds: number,
    limit: { readonly distanceMillimeters: number },
    take: (chunk: number) => void,
  ): void {
    const levels = this.#levels;
    const [stackLevel, stackIndex] = [this.#stackLevel, this.#stackIndex];
    // Above the single box there is none to test.
    let depth = 1;
    stackLevel[0] = levels.length;
    stackIndex[0] = 0;
    while (depth > 0) {
      const level = stackLevel[--depth]! - 1;
      const boxes = levels[level]!;
      const boxKinds = this.#levelKinds[level]!;
      const first = 4 * BRANCHING * stackIndex[depth]!;
      const end = Math.min(first + 4 * BRANCHING, boxes.length);
      for (let at = first; at < end; at += 4) {
        if ((boxKinds[at / 4]! & kinds) === 0) continue;
        const dx = Math.max(boxes[at]! - east, 0, west - boxes[at + 2]!) * mmPerLng;
        const dy = Math.max(boxes[at + 1]! - north, 0, south - boxes[at + 3]!) * mmPerLat;
        const reach = limit.distanceMillimeters + 1;
        if (dx * dx + dy * dy > reach * reach) continue;
        if (level === 0) {
          take(at / 4);
          continue;
        }
        stackLevel[depth] = level;
        stackIndex[depth++] = at / 4;
      }
    }
  }

  #point(chunk: number): number {
    return this.lines.first[this.#chunkEdge[chunk]!]! + this.#chunkPiece[chunk]!;
  }

  #pieces(chunk: number): number {
    return Math.min(CHUNK_PIECES, this.lines.pieces(this.#chunkEdge[chunk]!) - this.#chunkPiece[chunk]!);
  }

  #buildKinds(): Uint32Array[] {
    const lowest = filled(new Uint32Array(this.#chunkEdge.length), (chunk) => this.kinds[this.#chunkEdge[chunk]!]!);
    const levels = [lowest];
    for (const boxes of this.#levels.slice(1)) {
      const lower = levels.at(-1)!;
      const upper = new Uint32Array(boxes.length / 4);
      lower.forEach((kinds, i) => {
        upper[Math.floor(i / BRANCHING)]! |= kinds;
      });
      levels.push(upper);
    }
    return levels;
  }

  #buildLevels(): Int32Array[] {
    const count = this.#chunkEdge.length;
    const lowest = new Int32Array(4 * count);
    const { lngs, lats } = this.lines;
    for (let chunk = 0; chunk < count; chunk++) {
      let [west, south, east, north] = [0x7fffffff, 0x7fffffff, -0x80000000, -0x80000000];
      const first = this.#point(chunk);
      for (let point = first; point <= first + this.#pieces(chunk); point++) {
        west = Math.min(west, lngs[point]!);
        south = Math.min(south, lats[point]!);
        east = Math.max(east, lngs[point]!);
        north = Math.max(north, lats[point]!);
      }
      const at = 4 * chunk;
      lowest[at] = west;
      lowest[at + 1] = south;
      lowest[at + 2] = east;
      lowest[at + 3] = north;
    }
    const levels = [lowest];
    for (let lower = lowest; lower.length > 4; ) {
      const upper = new Int32Array(4 * Math.ceil(lower.length / 4 / BRANCHING));
      for (let i = 0; i < upper.length / 4; i++) {
        let [west, south, east, north] = [0x7fffffff, 0x7fffffff, -0x80000000, -0x80000000];
        for (let at = 4 * i * BRANCHING; at < Math.min(lower.length, 4 * (i + 1) * BRANCHING); at += 4) {
          west = Math.min(west, lower[at]!);
          south = Math.min(south, lower[at + 1]!);
          east = Math.max(east, lower[at + 2]!);
          north = Math.max(north, lower[at + 3]!);
        }
        upper.set([west, south, east, north], 4 * i);
      }
      levels.push(upper);
      lower = upper;
    }
    return levels;
  }
}
