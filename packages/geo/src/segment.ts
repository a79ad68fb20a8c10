/** The point of a segment nearest to another, in the plane. */
export interface SegmentFoot {
  readonly x: number;
  readonly y: number;
  /** Where the foot lies from the first end (0) to the second (1). */
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

/** The point of a polyline nearest to another, in the plane. */
export interface PolylineFoot extends SegmentFoot {
  /** The segment from point `segment` to the next one; `fraction` lies on it. 0 on a line of a single point. */
  readonly segment: number;
  /** Length along the line from its first point to the foot. */
  readonly along: number;
  /** Length of the whole line. */
  readonly length: number;
}

/**
 * Nearest point of a polyline of at least one point; of several the one that comes first along the line. Infinite
 * distance for an empty line.
 */
export function nearestOnPolyline(px: number, py: number, xs: ArrayLike<number>, ys: ArrayLike<number>): PolylineFoot {
  const x = xs[0] ?? NaN;
  const y = ys[0] ?? NaN;
  let best: SegmentFoot = { x, y, fraction: 0, distance: xs.length === 0 ? Infinity : Math.hypot(px - x, py - y) };
  let segment = 0;
  let along = 0;
  let length = 0;
  for (let i = 0; i + 1 < xs.length; i++) {
    const foot = nearestOnSegment(px, py, xs[i]!, ys[i]!, xs[i + 1]!, ys[i + 1]!);
    const segmentLength = Math.hypot(xs[i + 1]! - xs[i]!, ys[i + 1]! - ys[i]!);
    if (foot.distance < best.distance) {
      best = foot;
      segment = i;
      along = length + foot.fraction * segmentLength;
    }
    length += segmentLength;
  }
  return { ...best, segment, along, length };
}
