import type { Bounds } from '../geometry/bounds.ts';
import { distanceToSegment, type Point } from '../geometry/plane.ts';

/** Signed distance to a closed line (positive inside), sampled every 400 m and linear in between. */
export function signedDistances(line: readonly Point[], box: Bounds): (point: Point) => number {
  const step = 400;
  const columns = Math.ceil((box.east - box.west) / step) + 2;
  const rows = Math.ceil((box.north - box.south) / step) + 2;
  const values = new Float64Array(columns * rows);
  for (let i = 0; i < values.length; i++) {
    const point = { x: box.west + (i % columns) * step, y: box.south + Math.floor(i / columns) * step };
    let least = Number.POSITIVE_INFINITY;
    let inside = false;
    for (let k = 0; k < line.length; k++) {
      const a = line[k]!;
      const b = line[(k + 1) % line.length]!;
      least = Math.min(least, distanceToSegment(point, a, b).meters);
      if (a.y > point.y !== b.y > point.y && point.x < a.x + ((point.y - a.y) / (b.y - a.y)) * (b.x - a.x)) {
        inside = !inside;
      }
    }
    values[i] = inside ? least : -least;
  }
  return ({ x, y }) => {
    const gx = (x - box.west) / step;
    const gy = (y - box.south) / step;
    const column = Math.floor(gx);
    const row = Math.floor(gy);
    const i = row * columns + column;
    const fx = gx - column;
    const fy = gy - row;
    return (
      (values[i]! * (1 - fx) + values[i + 1]! * fx) * (1 - fy) +
      (values[i + columns]! * (1 - fx) + values[i + columns + 1]! * fx) * fy
    );
  };
}
