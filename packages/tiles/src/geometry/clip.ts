/** Positions one after the other: x0, y0, x1, y1, … */
export type Flat = ArrayLike<number>;

/**
 * The part of a closed ring inside the square, closed; empty where nothing is left. Edges that join pieces run along the
 * square's sides, which lie in the buffer of a tile.
 * Method: I. E. Sutherland and G. W. Hodgman, "Reentrant Polygon Clipping", CACM 17 (1974).
 */
export function clipRing(ring: Flat, low: number, high: number): Flat {
  const [west, north, east, south] = flatBox(ring);
  if (east < low || west > high || south < low || north > high) return [];
  let points = ring;
  if (west < low) points = clipAt(points, 0, low, 1);
  if (east > high) points = clipAt(points, 0, high, -1);
  if (north < low) points = clipAt(points, 1, low, 1);
  if (south > high) points = clipAt(points, 1, high, -1);
  return points;
}

/** Least x, least y, greatest x, greatest y. */
function flatBox(points: Flat): readonly [number, number, number, number] {
  let west = Infinity;
  let north = Infinity;
  let east = -Infinity;
  let south = -Infinity;
  for (let i = 0; i < points.length; i += 2) {
    const x = points[i]!;
    const y = points[i + 1]!;
    if (x < west) west = x;
    if (x > east) east = x;
    if (y < north) north = y;
    if (y > south) south = y;
  }
  return [west, north, east, south];
}

/** Keeps the side where `sign · (coordinate - limit) ≥ 0`; axis 0 is x, 1 is y. */
function clipAt(ring: Flat, axis: 0 | 1, limit: number, sign: 1 | -1): number[] {
  const kept: number[] = [];
  for (let i = 0; i < ring.length; i += 2) {
    const before = i === 0 ? Math.max(0, ring.length - 4) : i - 2;
    const [ax, ay, bx, by] = [ring[before]!, ring[before + 1]!, ring[i]!, ring[i + 1]!];
    const [a, b] = axis === 0 ? [ax, bx] : [ay, by];
    const isInside = sign * (b - limit) >= 0;
    if (sign * (a - limit) >= 0 !== isInside) {
      const share = (limit - a) / (b - a);
      if (axis === 0) kept.push(limit, ay + share * (by - ay));
      else kept.push(ax + share * (bx - ax), limit);
    }
    if (isInside) kept.push(bx, by);
  }
  if (kept.length > 0 && (kept[0] !== kept[kept.length - 2] || kept[1] !== kept[kept.length - 1])) {
    kept.push(kept[0]!, kept[1]!);
  }
  return kept;
}
