import type { Ellipse } from '../geometry/ellipse.ts';
import type { Point } from '../geometry/plane.ts';

/** Positions of the plan are whole tens of meters, so that lines drawn to the same place meet in it. */
const STEP_METERS = 10;

const rounded = (meters: number) => Math.round(meters / STEP_METERS) * STEP_METERS;

/** The nearest position of the plan. */
export function snapped({ x, y }: Point): Point {
  return { x: rounded(x), y: rounded(y) };
}

/** The ellipse with an axis drawn from end to end, in whole tens of meters and whole degrees. */
export function ellipseOf(axis: readonly Point[], widthMeters: number): Ellipse {
  const [from, to] = axis as [Point, Point];
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  return {
    center: snapped({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }),
    alongMeters: rounded(Math.sqrt(dx * dx + dy * dy) / 2),
    acrossMeters: widthMeters / 2,
    angleDegrees: Math.round((Math.atan2(dy, dx) * 180) / Math.PI),
  };
}
