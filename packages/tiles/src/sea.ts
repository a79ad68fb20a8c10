import { type Box, oncePer } from '@hinterland/geo';
import { BACKDROP_KINDS, type Backdrop, type Territory } from '@hinterland/territory';
import { mercatorX, mercatorY } from './geometry/mercator.ts';
import { backdropShapes } from './layers/backdropShapes.ts';

/** Parts of a side that are looked at each by itself. */
const PARTS = 32;
/** Water of a box may end a little before its sides: places are looked at this share of the box within. */
const INSET = 0.002;
/** The ends of Web Mercator, in degrees. */
const [END_LNG, END_LAT] = [180, 85];
const OCEAN = BACKDROP_KINDS.indexOf('ocean');
const WATER = BACKDROP_KINDS.indexOf('water');

/**
 * Where the sea goes on beyond the box of a territory, as coordinates of a MultiPolygon: what lies beyond a part of a side is taken to be what lies just
 * within it. A map that ends in the sea shows no edge then.
 */
export const seaBeyond = oncePer(({ backdrop, manifest: { bbox } }: Pick<Territory, 'backdrop' | 'manifest'>) =>
  backdrop === null
    ? []
    : seaAround(backdrop, bbox).map(({ west, south, east, north }) => [
        [
          [west, south],
          [east, south],
          [east, north],
          [west, north],
          [west, south],
        ],
      ]),
);

function seaAround(backdrop: Backdrop, { west, south, east, north }: Box): Box[] {
  const at = (from: number, to: number, share: number) => from + (to - from) * share;
  const isSea = (across: number, up: number): boolean =>
    isWater(backdrop, at(west, east, within(across)), at(south, north, within(up)));
  const across = runsOf((share) => isSea(share, 0)).map(([from, to]) => ({
    west: at(west, east, from),
    east: at(west, east, to),
    south: -END_LAT,
    north: south,
  }));
  const above = runsOf((share) => isSea(share, 1)).map(([from, to]) => ({
    west: at(west, east, from),
    east: at(west, east, to),
    south: north,
    north: END_LAT,
  }));
  const left = runsOf((share) => isSea(0, share)).map(([from, to]) => ({
    west: -END_LNG,
    east: west,
    south: at(south, north, from),
    north: at(south, north, to),
  }));
  const right = runsOf((share) => isSea(1, share)).map(([from, to]) => ({
    west: east,
    east: END_LNG,
    south: at(south, north, from),
    north: at(south, north, to),
  }));
  const corners = [
    [0, 0, { west: -END_LNG, east: west, south: -END_LAT, north: south }],
    [1, 0, { west: east, east: END_LNG, south: -END_LAT, north: south }],
    [0, 1, { west: -END_LNG, east: west, south: north, north: END_LAT }],
    [1, 1, { west: east, east: END_LNG, south: north, north: END_LAT }],
  ] as const;
  return [...across, ...above, ...left, ...right, ...corners.flatMap(([x, y, box]) => (isSea(x, y) ? [box] : []))];
}

const within = (share: number): number => INSET + share * (1 - 2 * INSET);

/** Parts of a side that follow each other, as shares of it from 0 to 1. */
function runsOf(isSea: (share: number) => boolean): [from: number, to: number][] {
  const runs: [number, number][] = [];
  for (let part = 0; part < PARTS; part++) {
    if (!isSea((part + 0.5) / PARTS)) continue;
    const last = runs.at(-1);
    if (last?.[1] === part / PARTS) last[1] = (part + 1) / PARTS;
    else runs.push([part / PARTS, (part + 1) / PARTS]);
  }
  return runs;
}

/** Whether the ocean or other water lies at a place, in degrees. */
function isWater(backdrop: Backdrop, lng: number, lat: number): boolean {
  const { tree, shape } = backdropShapes(backdrop);
  const [x, y] = [mercatorX(lng * 1e6), mercatorY(lat * 1e6)];
  let isFound = false;
  tree.visitBox(lng * 1e6, lat * 1e6, lng * 1e6, lat * 1e6, (row) => {
    const kind = backdrop.features.kind[row];
    if (isFound || (kind !== OCEAN && kind !== WATER)) return;
    isFound = shape(row).some((rings) => rings.filter((ring) => isInRing(ring, x, y)).length % 2 === 1);
  });
  return isFound;
}

/** By the even-odd rule; a ring is x and y in turn. */
function isInRing(ring: ArrayLike<number>, x: number, y: number): boolean {
  let isInside = false;
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    const [ax, ay, bx, by] = [ring[j]!, ring[j + 1]!, ring[i]!, ring[i + 1]!];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside;
  }
  return isInside;
}
