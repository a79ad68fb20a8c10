import { localProjection } from './projection.ts';
import { nearestOnSegment } from './segment.ts';

/**
 * Numbers of the points of a line that are left when points are dropped as long as every dropped one stays within
 * `tolerance` of the line that is left; in order, with the first and the last. Positions in the plane, all in one unit;
 * tolerance 0 drops only points that lie on the line.
 * Method: D. H. Douglas and T. K. Peucker, The Canadian Cartographer 10 (1973), without recursion.
 */
export function simplifyLine(xs: ArrayLike<number>, ys: ArrayLike<number>, tolerance: number): number[] {
  const keep = new Uint8Array(xs.length);
  keep.fill(1, 0, 1);
  keep.fill(1, -1);
  markFarPoints(xs, ys, 0, xs.length - 1, tolerance, keep);
  return [...keep.keys()].filter((i) => keep[i] === 1);
}

/**
 * The same for a closed ring of [lng, lat] pairs, with the tolerance in meters. Its first point and the point farthest
 * from it stay, and the one farthest from the line between them, so a ring never falls below four points. The result
 * may cross itself at large tolerances. A new array with the same pairs.
 */
export function simplifyRing(ring: readonly number[][], toleranceMeters: number): number[][] {
  if (ring.length <= 4) return [...ring];
  const last = ring.length - 1;
  const { xs, ys } = project(ring);
  const far = argMax(1, last, (i) => Math.hypot(xs[i]! - xs[0]!, ys[i]! - ys[0]!));
  const wide = argMax(1, last, (i) =>
    i === far ? -1 : nearestOnSegment(xs[i]!, ys[i]!, xs[0]!, ys[0]!, xs[far]!, ys[far]!).distance,
  );
  const keep = new Uint8Array(ring.length);
  const corners = [0, Math.min(far, wide), Math.max(far, wide), last];
  for (const corner of corners) keep[corner] = 1;
  for (let i = 0; i + 1 < corners.length; i++) {
    markFarPoints(xs, ys, corners[i]!, corners[i + 1]!, toleranceMeters, keep);
  }
  return ring.filter((_, i) => keep[i] === 1);
}

function markFarPoints(
  xs: ArrayLike<number>,
  ys: ArrayLike<number>,
  from: number,
  to: number,
  tolerance: number,
  keep: Uint8Array,
): void {
  const open: [number, number][] = [[from, to]];
  for (let range = open.pop(); range !== undefined; range = open.pop()) {
    const [a, b] = range;
    if (b - a < 2) continue;
    const distance = (i: number) => nearestOnSegment(xs[i]!, ys[i]!, xs[a]!, ys[a]!, xs[b]!, ys[b]!).distance;
    const farthest = argMax(a + 1, b, distance);
    if (distance(farthest) <= tolerance) continue;
    keep[farthest] = 1;
    open.push([a, farthest], [farthest, b]);
  }
}

function project(line: readonly number[][]): { xs: Float64Array; ys: Float64Array } {
  const start = line[0]!;
  const local = localProjection(start[1]!, start[0]!);
  return {
    xs: Float64Array.from(line, (point) => local.xMeters(point[0]!)),
    ys: Float64Array.from(line, (point) => local.yMeters(point[1]!)),
  };
}

/** The first index in from..end-1 with the largest value. */
function argMax(from: number, end: number, value: (i: number) => number): number {
  let best = from;
  let largest = -Infinity;
  for (let i = from; i < end; i++) {
    const v = value(i);
    if (v > largest) {
      largest = v;
      best = i;
    }
  }
  return best;
}
