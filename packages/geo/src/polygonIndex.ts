import Flatbush from 'flatbush';
import { isLeftOfUpwardEdge, type MultiPolygonCoordinates } from './polygon.ts';

/** Polygons with more edges than this get buckets by latitude. */
const SMALL_POLYGON_EDGES = 16;
/** Edges per bucket aimed at; an edge lies in each bucket that it crosses. */
const EDGES_PER_BUCKET = 4;
const MAX_BUCKETS = 1 << 16;
/** Cells of a run of points. */
const CELL_DEGREES = 0.005;
/** Number of the outer ring; holes have the next ones. */
const OUTER = 1;

/** One polygon, its edges flattened: x and y of the lower end, x and y of the upper end; level edges are left out. */
interface FlatPolygon {
  /** The multipolygon that it is a part of. */
  row: number;
  south: number;
  bucketsPerDegree: number;
  /** Edges of bucket b are `edges` from 4·bucketStart[b] to 4·bucketStart[b + 1]. */
  bucketStart: Uint32Array;
  edges: Float64Array;
  /** Per edge, the number of its ring from 1 on, negative where the ring goes down along it. Those of a bucket are in order of rings. */
  turns: Int32Array;
}

/**
 * Finds which of many multipolygons hold a point, by the same rule as `pointInMultiPolygon`, to the bit. Boxes of the
 * single polygons lie in a packed R-tree; within a polygon only the edges near the point's latitude are looked at.
 * Memory: 36 bytes per edge and bucket it crosses.
 */
export class PolygonIndex {
  readonly #polygons: FlatPolygon[] = [];
  readonly #tree: Flatbush | null;
  /** See `firstNear`. */
  #cellX = Number.NaN;
  #cellY = Number.NaN;
  #near: number[] = [];

  /** Row numbers in answers are positions in this list; null and empty ones hold nothing. */
  constructor(multiPolygons: Iterable<MultiPolygonCoordinates | null>) {
    const boxes: [number, number, number, number][] = [];
    let row = 0;
    for (const multiPolygon of multiPolygons) {
      for (const rings of multiPolygon ?? []) {
        const flat = flatten(rings, row);
        if (flat === null) continue;
        this.#polygons.push(flat.polygon);
        boxes.push(flat.box);
      }
      row++;
    }
    this.#tree = boxes.length === 0 ? null : new Flatbush(boxes.length);
    for (const [west, south, east, north] of boxes) this.#tree?.add(west, south, east, north);
    this.#tree?.finish();
  }

  /** The lowest row that holds the point, or -1. */
  first(lng: number, lat: number): number {
    return this.#firstOf(this.#candidates(lng, lat), lng, lat);
  }

  /** The same as `first`, for points of which the next one is mostly near: the tree is asked once for the cell of a run of them. */
  firstNear(lng: number, lat: number): number {
    const [x, y] = [Math.floor(lng / CELL_DEGREES), Math.floor(lat / CELL_DEGREES)];
    if (x !== this.#cellX || y !== this.#cellY) {
      const [west, south] = [(x - 0.01) * CELL_DEGREES, (y - 0.01) * CELL_DEGREES];
      const side = 1.02 * CELL_DEGREES;
      this.#near = this.#tree?.search(west, south, west + side, south + side) ?? [];
      this.#cellX = x;
      this.#cellY = y;
    }
    return this.#firstOf(this.#near, lng, lat);
  }

  /** All rows that hold the point, each once, ascending. */
  all(lng: number, lat: number): number[] {
    const rows = new Set<number>();
    for (const candidate of this.#candidates(lng, lat)) {
      const polygon = this.#polygons[candidate]!;
      if (holds(polygon, lng, lat)) rows.add(polygon.row);
    }
    return [...rows].sort((a, b) => a - b);
  }

  #firstOf(candidates: readonly number[], lng: number, lat: number): number {
    let lowest = -1;
    for (const candidate of candidates) {
      const polygon = this.#polygons[candidate]!;
      if ((lowest === -1 || polygon.row < lowest) && holds(polygon, lng, lat)) lowest = polygon.row;
    }
    return lowest;
  }

  #candidates(lng: number, lat: number): number[] {
    return this.#tree?.search(lng, lat, lng, lat) ?? [];
  }
}

function holds(polygon: FlatPolygon, lng: number, lat: number): boolean {
  const { edges, turns, bucketStart } = polygon;
  const bucket = bucketOf(polygon.south, polygon.bucketsPerDegree, bucketStart.length - 1, lat);
  if (!(bucket >= 0)) return false;
  const end = bucketStart[bucket + 1]!;
  let ring = OUTER;
  let winding = 0;
  for (let i = bucketStart[bucket]!; i < end; i++) {
    const turn = turns[i]!;
    if (Math.abs(turn) !== ring) {
      if ((winding !== 0) !== (ring === OUTER)) return false;
      ring = Math.abs(turn);
      winding = 0;
    }
    const lowY = edges[4 * i + 1]!;
    const highY = edges[4 * i + 3]!;
    if (lowY <= lat && lat < highY && isLeftOfUpwardEdge(lng, lat, edges[4 * i]!, lowY, edges[4 * i + 2]!, highY)) {
      winding += Math.sign(turn);
    }
  }
  return (winding !== 0) === (ring === OUTER);
}

/** Rises with latitude, so an edge crosses every bucket from that of its lower end to that of its upper end. */
function bucketOf(south: number, bucketsPerDegree: number, buckets: number, lat: number): number {
  const bucket = Math.floor((lat - south) * bucketsPerDegree);
  return bucket >= buckets ? buckets - 1 : bucket < 0 ? 0 : bucket;
}

function flatten(rings: readonly number[][][], row: number) {
  const upward: number[] = [];
  const turnOf: number[] = [];
  let west = Infinity;
  let south = Infinity;
  let east = -Infinity;
  let north = -Infinity;
  for (const [index, ring] of rings.entries()) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [ax, ay] = ring[j] as [number, number];
      const [bx, by] = ring[i] as [number, number];
      west = Math.min(west, bx);
      south = Math.min(south, by);
      east = Math.max(east, bx);
      north = Math.max(north, by);
      if (ay < by) upward.push(ax, ay, bx, by);
      else if (by < ay) upward.push(bx, by, ax, ay);
      if (ay !== by) turnOf.push(ay < by ? OUTER + index : -(OUTER + index));
    }
  }
  if (upward.length === 0) return null;
  const count = upward.length / 4;
  const buckets = count <= SMALL_POLYGON_EDGES ? 1 : Math.min(MAX_BUCKETS, Math.ceil(count / EDGES_PER_BUCKET));
  const bucketsPerDegree = buckets / (north - south);
  const bucketAt = (lat: number) => bucketOf(south, bucketsPerDegree, buckets, lat);

  const bucketStart = new Uint32Array(buckets + 1);
  for (let i = 0; i < upward.length; i += 4) {
    const last = bucketAt(upward[i + 3]!);
    for (let b = bucketAt(upward[i + 1]!); b <= last; b++) bucketStart[b + 1]!++;
  }
  for (let b = 0; b < buckets; b++) bucketStart[b + 1]! += bucketStart[b]!;
  const edges = new Float64Array(4 * bucketStart[buckets]!);
  const turns = new Int32Array(bucketStart[buckets]!);
  const next = bucketStart.slice(0, buckets);
  for (let i = 0; i < upward.length; i += 4) {
    const last = bucketAt(upward[i + 3]!);
    for (let b = bucketAt(upward[i + 1]!); b <= last; b++) {
      const at = next[b]!++;
      for (let k = 0; k < 4; k++) edges[4 * at + k] = upward[i + k]!;
      turns[at] = turnOf[i / 4]!;
    }
  }
  const polygon: FlatPolygon = { row, south, bucketsPerDegree, bucketStart, edges, turns };
  return { polygon, box: [west, south, east, north] as [number, number, number, number] };
}
