import { MODES } from '@hinterland/catalogue';
import { EARTH_RADIUS_METERS } from '@hinterland/geo';
import type { ChunkTree, Pieces, PlaneBox } from './chunkTree.ts';
import { kindBit, twoWayBit } from './edgeKinds.ts';
import { type Foot, noFoot, offer, pieceFoot, resetFoot } from './foot.ts';

export const MILLIMETERS_PER_MICRODEGREE = (EARTH_RADIUS_METERS * Math.PI) / 180e3;

/** Poles that share the pieces near them: as many, within so many microdegrees each way. */
const GROUP_POLES = 64;
const GROUP_MICRODEGREES = 1500;
/** Most poles have a road within this of their group: such pieces are tried first. */
const CLOSE_MILLIMETERS = 30_000;
/** Straight pieces that are looked at for such a group; where there are more, each pole asks the tree. */
const GROUP_PIECES = 2048;

const USUAL_OF = MODES.map((_, mode) => kindBit(mode, 'usual'));
const USUAL = USUAL_OF.reduce((bits, bit) => bits | bit, 0);
const TWO_WAY_OF = MODES.map((_, mode) => twoWayBit(mode));

export const cosine = (microdegrees: number) => Math.cos((microdegrees * Math.PI) / 180e6);

/**
 * Neighboring poles and all straight pieces within reach of them, found by one walk through the tree. What lies farther is
 * searched for in the tree.
 */
export class PoleGroup {
  /** Per mode, the nearest usual place of the last pole that `usual` was called for; none beyond `reachMillimeters`. */
  readonly feet = MODES.map(() => noFoot());
  /** What lies no farther is among the pieces of the group. */
  reachMillimeters = 0;
  readonly #tree: ChunkTree;
  readonly #lng: Int32Array;
  readonly #lat: Int32Array;
  readonly #mostMillimeters: number;
  readonly #box: PlaneBox = { west: 0, south: 0, east: 0, north: 0 };
  readonly #found = { distanceMillimeters: 0, fraction: 0 };
  readonly #pieces: Pieces = {
    count: 0,
    anyKinds: 0,
    edge: new Uint32Array(GROUP_PIECES),
    piece: new Uint32Array(GROUP_PIECES),
    point: new Uint32Array(GROUP_PIECES),
    kinds: new Uint32Array(GROUP_PIECES),
    box: new Int32Array(4 * GROUP_PIECES),
  };
  /** The first so many pieces are all that lie within CLOSE_MILLIMETERS of the group, and perhaps others. */
  #close = 0;

  /** `mostMillimeters`: how far the pieces of a group are looked for. */
  constructor(tree: ChunkTree, lng: Int32Array, lat: Int32Array, mostMillimeters: number) {
    this.#tree = tree;
    this.#lng = lng;
    this.#lat = lat;
    this.#mostMillimeters = mostMillimeters;
  }

  /** Goes to the group that begins with a pole. Returns the pole after the group. */
  goTo(first: number): number {
    const end = this.#gather(first);
    const { south, north } = this.#box;
    const mmPerLng = MILLIMETERS_PER_MICRODEGREE * Math.min(cosine(south), cosine(north));
    const most = this.#mostMillimeters;
    const isComplete = this.#tree.near(this.#box, most, mmPerLng, MILLIMETERS_PER_MICRODEGREE, this.#pieces);
    this.reachMillimeters = isComplete ? most : 0;
    if (!isComplete) this.#pieces.count = 0;
    this.#close = closeFirst(
      this.#pieces,
      this.#box,
      CLOSE_MILLIMETERS / mmPerLng,
      CLOSE_MILLIMETERS / MILLIMETERS_PER_MICRODEGREE,
    );
    return end;
  }

  /** Finds the nearest usual place of each mode within reach, for a pole of the group: see `feet`. */
  usual(pole: number): void {
    const { feet } = this;
    const { count, edge, piece, point, kinds, box } = this.#pieces;
    const { lngs, lats } = this.#tree.lines;
    const found = this.#found;
    const [lng, lat] = [this.#lng[pole]!, this.#lat[pole]!];
    const mmPerLng = MILLIMETERS_PER_MICRODEGREE * cosine(lat);
    const mmPerLat = MILLIMETERS_PER_MICRODEGREE;
    for (const foot of feet) resetFoot(foot, this.reachMillimeters);
    let limit = this.reachMillimeters;
    let [reachLng, reachLat] = [(limit + 1) / mmPerLng, (limit + 1) / mmPerLat];
    for (let i = 0; i < count; i++) {
      if (i === this.#close && limit <= CLOSE_MILLIMETERS) return;
      const bits = kinds[i]!;
      if ((bits & USUAL) === 0) continue;
      const at = 4 * i;
      if (box[at]! - lng > reachLng || lng - box[at + 2]! > reachLng) continue;
      if (box[at + 1]! - lat > reachLat || lat - box[at + 3]! > reachLat) continue;
      const from = point[i]!;
      const ax = (lngs[from]! - lng) * mmPerLng;
      const ay = (lats[from]! - lat) * mmPerLat;
      const bx = (lngs[from + 1]! - lng) * mmPerLng;
      const by = (lats[from + 1]! - lat) * mmPerLat;
      if (!pieceFoot(limit, ax, ay, bx, by, found)) continue;
      limit = 0;
      for (let mode = 0; mode < MODES.length; mode++) {
        const foot = feet[mode]!;
        if ((bits & USUAL_OF[mode]!) !== 0) {
          offer(foot, edge[i]!, piece[i]!, (bits & TWO_WAY_OF[mode]!) !== 0, found);
        }
        if (foot.distanceMillimeters > limit) limit = foot.distanceMillimeters;
      }
      reachLng = (limit + 1) / mmPerLng;
      reachLat = (limit + 1) / mmPerLat;
    }
  }

  /**
   * Improves a foot of a pole of the group by edges with any of the bits `kinds`, if need be by those that are wanted alone.
   * Its distance says how far to look.
   */
  nearest(pole: number, kinds: number, mode: number, foot: Foot, isWanted?: (edge: number) => boolean): void {
    const [lng, lat] = [this.#lng[pole]!, this.#lat[pole]!];
    const mmPerLng = MILLIMETERS_PER_MICRODEGREE * cosine(lat);
    if (foot.distanceMillimeters <= this.reachMillimeters) {
      if ((this.#pieces.anyKinds & kinds) === 0) return;
      this.#nearestHere(lng, lat, mmPerLng, kinds, twoWayBit(mode), foot, isWanted);
    } else {
      const mmPerLat = MILLIMETERS_PER_MICRODEGREE;
      this.#tree.nearest(lng, lat, mmPerLng, mmPerLat, kinds, twoWayBit(mode), foot, isWanted);
    }
  }

  #nearestHere(
    lng: number,
    lat: number,
    mmPerLng: number,
    wanted: number,
    twoWay: number,
    foot: Foot,
    isWanted: ((edge: number) => boolean) | undefined,
  ): void {
    const { count, edge, piece, point, kinds, box } = this.#pieces;
    const { lngs, lats } = this.#tree.lines;
    const found = this.#found;
    const mmPerLat = MILLIMETERS_PER_MICRODEGREE;
    let reachLng = (foot.distanceMillimeters + 1) / mmPerLng;
    let reachLat = (foot.distanceMillimeters + 1) / mmPerLat;
    for (let i = 0; i < count; i++) {
      const bits = kinds[i]!;
      if ((bits & wanted) === 0) continue;
      const at = 4 * i;
      if (box[at]! - lng > reachLng || lng - box[at + 2]! > reachLng) continue;
      if (box[at + 1]! - lat > reachLat || lat - box[at + 3]! > reachLat) continue;
      if (isWanted !== undefined && !isWanted(edge[i]!)) continue;
      const from = point[i]!;
      const ax = (lngs[from]! - lng) * mmPerLng;
      const ay = (lats[from]! - lat) * mmPerLat;
      const bx = (lngs[from + 1]! - lng) * mmPerLng;
      const by = (lats[from + 1]! - lat) * mmPerLat;
      if (!pieceFoot(foot.distanceMillimeters, ax, ay, bx, by, found)) continue;
      offer(foot, edge[i]!, piece[i]!, (bits & twoWay) !== 0, found);
      reachLng = (foot.distanceMillimeters + 1) / mmPerLng;
      reachLat = (foot.distanceMillimeters + 1) / mmPerLat;
    }
  }

  /** Sets the box of the group that begins with a pole. Returns the pole after it. */
  #gather(first: number): number {
    const box = this.#box;
    box.west = box.east = this.#lng[first]!;
    box.south = box.north = this.#lat[first]!;
    let pole = first + 1;
    for (; pole < this.#lng.length && pole < first + GROUP_POLES; pole++) {
      const [lng, lat] = [this.#lng[pole]!, this.#lat[pole]!];
      const [west, east] = [Math.min(box.west, lng), Math.max(box.east, lng)];
      const [south, north] = [Math.min(box.south, lat), Math.max(box.north, lat)];
      if (east - west > GROUP_MICRODEGREES || north - south > GROUP_MICRODEGREES) break;
      box.west = west;
      box.east = east;
      box.south = south;
      box.north = north;
    }
    return pole;
  }
}

/** Puts pieces first whose boxes reach into the box with a margin (microdegrees). Returns their number. */
function closeFirst(
  pieces: Pieces,
  { west, south, east, north }: PlaneBox,
  marginLng: number,
  marginLat: number,
): number {
  const { count, edge, piece, point, kinds, box } = pieces;
  const [lngMargin, latMargin] = [marginLng + 1, marginLat + 1];
  let close = 0;
  for (let i = 0; i < count; i++) {
    const at = 4 * i;
    if (box[at]! > east + lngMargin || box[at + 2]! < west - lngMargin) continue;
    if (box[at + 1]! > north + latMargin || box[at + 3]! < south - latMargin) continue;
    if (i !== close) {
      swap(edge, i, close);
      swap(piece, i, close);
      swap(point, i, close);
      swap(kinds, i, close);
      for (let side = 0; side < 4; side++) swap(box, at + side, 4 * close + side);
    }
    close++;
  }
  return close;
}

function swap(values: Uint32Array | Int32Array, a: number, b: number): void {
  const value = values[a]!;
  values[a] = values[b]!;
  values[b] = value;
}
