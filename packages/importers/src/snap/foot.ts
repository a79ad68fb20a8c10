/** The best place found so far; `edge` -1 for none. */
export interface Foot {
  edge: number;
  /** Whole millimeters: nearer by less than that is not nearer. */
  distanceMillimeters: number;
  isTwoWay: boolean;
  /** Number of the straight piece on its edge. */
  piece: number;
  fraction: number;
}

/** A foot that has found nothing yet and takes what is no farther than `mostMillimeters`. */
export const noFoot = (mostMillimeters = 0): Foot => ({
  edge: -1,
  distanceMillimeters: mostMillimeters,
  isTwoWay: false,
  piece: 0,
  fraction: 0,
});

export function resetFoot(foot: Foot, mostMillimeters: number): void {
  foot.edge = -1;
  foot.distanceMillimeters = mostMillimeters;
}

/** Point of a straight piece that is nearest to another point. */
interface PieceFoot {
  /** Whole millimeters. */
  distanceMillimeters: number;
  fraction: number;
}

/**
 * Finds the nearest place of the straight piece from a to b, in millimeters from the point. False where it is farther
 * than `limitMillimeters`; most pieces are, and that is seen without a root.
 */
export function pieceFoot(
  limitMillimeters: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
  found: PieceFoot,
): boolean {
  // A millimeter more than the limit, for rounding. Wholly on one side, too far away:
  const limit = limitMillimeters + 1;
  if ((ax > limit && bx > limit) || (ax < -limit && bx < -limit)) return false;
  if ((ay > limit && by > limit) || (ay < -limit && by < -limit)) return false;
  // Too far from the straight line through a and b:
  const dx = bx - ax;
  const dy = by - ay;
  const across = ax * dy - ay * dx;
  if (across * across > limit * limit * (dx * dx + dy * dy)) return false;
  // Beyond an end of the piece, and that end is too far away:
  if (ax * dx + ay * dy > 0 && ax * ax + ay * ay > limit * limit) return false;
  if (bx * dx + by * dy < 0 && bx * bx + by * by > limit * limit) return false;
  // As `nearestOnSegment`, without an object per piece.
  const squared = dx * dx + dy * dy;
  const raw = squared === 0 ? 0 : -(ax * dx + ay * dy) / squared;
  const fraction = raw < 0 ? 0 : raw > 1 ? 1 : raw;
  const x = fraction === 1 ? bx : ax + fraction * dx;
  const y = fraction === 1 ? by : ay + fraction * dy;
  found.distanceMillimeters = Math.round(Math.sqrt(x * x + y * y));
  found.fraction = fraction;
  return found.distanceMillimeters <= limitMillimeters;
}

/**
 * Improves `foot` by a place on a piece where that is nearer; of equally near places one on a road open both ways is
 * taken, else one on the lowest edge, so the order of offers does not matter.
 */
export function offer(
  foot: Foot,
  edge: number,
  piece: number,
  isTwoWay: boolean,
  { distanceMillimeters, fraction }: PieceFoot,
): void {
  if (distanceMillimeters > foot.distanceMillimeters) return;
  if (distanceMillimeters === foot.distanceMillimeters && foot.edge !== -1) {
    if (isTwoWay !== foot.isTwoWay ? foot.isTwoWay : edge > foot.edge) return;
    if (isTwoWay === foot.isTwoWay && edge === foot.edge && piece >= foot.piece) return;
  }
  foot.edge = edge;
  foot.distanceMillimeters = distanceMillimeters;
  foot.isTwoWay = isTwoWay;
  foot.piece = piece;
  foot.fraction = fraction;
}
