import type { Point } from './plane.ts';

/** A box of the plane in meters. */
export interface Bounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Box around a line, grown by `margin` meters. */
export function bounds(line: readonly Point[], margin: number): Bounds {
  return {
    west: Math.min(...line.map(({ x }) => x)) - margin,
    south: Math.min(...line.map(({ y }) => y)) - margin,
    east: Math.max(...line.map(({ x }) => x)) + margin,
    north: Math.max(...line.map(({ y }) => y)) + margin,
  };
}

/** Whether two boxes have a point in common. */
export function overlap(a: Bounds, b: Bounds): boolean {
  return a.west <= b.east && b.west <= a.east && a.south <= b.north && b.south <= a.north;
}
