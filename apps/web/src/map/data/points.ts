import type { Feature } from 'geojson';
import type { DataColors } from '../style/colors.ts';

/** Points on the square of the world, each relative to the first: thousandths of a meter are kept in numbers of four bytes. */
export interface Placed {
  readonly origin: readonly [number, number];
  /** x and y of each point. */
  readonly offsets: Float32Array;
}

interface Look {
  readonly fill: keyof DataColors;
  readonly edge: keyof DataColors;
  readonly isLarge: boolean;
}

/** How points look: plain ones, then those with a state, which a plan has opened, that are part of a background job, or that sold other than forecast. */
export const LOOKS: readonly Look[] = [
  { fill: 'rival', edge: 'pointEdge', isLarge: false },
  { fill: 'point', edge: 'pointEdge', isLarge: true },
  { fill: 'areaLine', edge: 'pointEdge', isLarge: true },
  { fill: 'pointEdge', edge: 'point', isLarge: true },
  { fill: 'pointEdge', edge: 'missing', isLarge: true },
  { fill: 'missing', edge: 'pointEdge', isLarge: true },
  { fill: 'shared', edge: 'pointEdge', isLarge: true },
];
const LOOK_OF: Readonly<Record<string, number>> = {
  opened: 2,
  done: 2,
  candidate: 3,
  closed: 3,
  pending: 3,
  skipped: 4,
  failed: 4,
  sold_less: 5,
  sold_more: 6,
};

/** Number of the look of a point with a state. */
export const lookOf = (state: unknown): number => (state === undefined ? 0 : (LOOK_OF[String(state)] ?? 1));

/** Widths of the edges of small and large points, in pixels. */
export const STROKES = [1.5, 2.5] as const;

const between = (zoom: number, far: number, near: number): number =>
  far + (near - far) * Math.min(1, Math.max(0, (zoom - 9) / 5));
/** Radii in pixels, without the edge. */
export const smallRadius = (zoom: number): number => between(zoom, 2.5, 4.5);
export const largeRadius = (zoom: number): number => between(zoom, 5, 8);

/** Radii of points that count for much and for little, in those of plain ones: the area grows with the weight. */
const [LEAST, MOST] = [0.8, 3];
export const scaleOf = (weight: unknown): number =>
  typeof weight === 'number' ? Math.sqrt(LEAST ** 2 + (MOST ** 2 - LEAST ** 2) * Math.min(1, Math.max(0, weight))) : 1;

/** Pixels that the world is wide at zoom 0. */
const WORLD_PIXELS = 512;

/** x and y of a place on Mercator's square of the world, from 0 to 1. */
function mercator(lng: number, lat: number): [number, number] {
  const north = Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360));
  return [(lng + 180) / 360, 0.5 - north / (2 * Math.PI)];
}

/** The shorter way around the world. */
const shorter = (x: number): number => x - Math.round(x);

export function placedOf(features: readonly Feature[]): Placed {
  let origin: readonly [number, number] | null = null;
  const offsets = new Float32Array(2 * features.length);
  for (const [i, { geometry }] of features.entries()) {
    if (geometry.type !== 'Point') {
      offsets.fill(Number.NaN, 2 * i, 2 * i + 2);
      continue;
    }
    const [lng = 0, lat = 0] = geometry.coordinates;
    const [x, y] = mercator(lng, lat);
    origin ??= [x, y];
    offsets[2 * i] = shorter(x - origin[0]);
    offsets[2 * i + 1] = y - origin[1];
  }
  return { origin: origin ?? [0, 0], offsets };
}

/** Number of the last, which is the highest, of the points that reach a place: `reachOf` says how far, in pixels at the zoom. */
export function pointAt(
  { origin, offsets }: Placed,
  { lng, lat }: { readonly lng: number; readonly lat: number },
  zoom: number,
  reachOf: (index: number) => number,
): number | null {
  const [x, y] = mercator(lng, lat);
  const pixels = WORLD_PIXELS * 2 ** zoom;
  const [wantedX, wantedY] = [shorter(x - origin[0]), y - origin[1]];
  for (let i = offsets.length / 2 - 1; i >= 0; i--) {
    const dx = ((offsets[2 * i] as number) - wantedX) * pixels;
    const dy = ((offsets[2 * i + 1] as number) - wantedY) * pixels;
    if (dx * dx + dy * dy <= reachOf(i) ** 2) return i;
  }
  return null;
}
