/** The point of a segment nearest to another, in the plane. */
interface SegmentFoot {
  readonly x: number;
  readonly y: number;
  /** Position of the foot from the first end (0) to the second (1). */
  readonly fraction: number;
  readonly distance: number;
}

/** Nearest point of the segment from (ax, ay) to (bx, by); all in one unit, such as meters of a local projection. */
export function nearestOnSegment(px: number, py: number, ax: number, ay: number, bx: number, by: number): SegmentFoot {
  const dx = bx - ax;
  const dy = by - ay;
  const squared = dx * dx + dy * dy;
  const raw = squared === 0 ? 0 : ((px - ax) * dx + (py - ay) * dy) / squared;
  const fraction = raw < 0 ? 0 : raw > 1 ? 1 : raw;
  const x = fraction === 1 ? bx : ax + fraction * dx;
  const y = fraction === 1 ? by : ay + fraction * dy;
  return { x, y, fraction, distance: Math.hypot(px - x, py - y) };
}
