import { Buckets } from '../geometry/buckets.ts';
import { crossing, distance, type Point } from '../geometry/plane.ts';
import type { Line } from './line.ts';

/**
 * Finds the places where lines of the same level cross: the numbers of both lines, the distances along them and the
 * point. `along`: distances of their points.
 */
export function eachCrossing(
  lines: readonly Line[],
  along: readonly (readonly number[])[],
  found: (first: number, firstMeters: number, second: number, secondMeters: number, point: Point) => void,
): void {
  const buckets = new Buckets<{ line: number; segment: number }>(70);
  for (const [index, { points }] of lines.entries()) {
    for (let segment = 1; segment < points.length; segment++) {
      buckets.addSegment(points[segment - 1]!, points[segment]!, { line: index, segment });
    }
  }
  const seen = new Set<string>();
  for (const bucket of buckets.values()) {
    for (let i = 0; i < bucket.length; i++) {
      for (let j = i + 1; j < bucket.length; j++) {
        const one = bucket[i]!;
        const two = bucket[j]!;
        if (one.line === two.line || lines[one.line]!.level !== lines[two.line]!.level) continue;
        const [a, b] = [lines[one.line]!.points[one.segment - 1]!, lines[one.line]!.points[one.segment]!];
        const [c, d] = [lines[two.line]!.points[two.segment - 1]!, lines[two.line]!.points[two.segment]!];
        const meet = crossing(a, b, c, d);
        if (meet === null) continue;
        const key = `${one.line}/${one.segment}/${two.line}/${two.segment}`;
        if (seen.has(key)) continue;
        seen.add(key);
        found(
          one.line,
          along[one.line]![one.segment - 1]! + meet.onFirst * distance(a, b),
          two.line,
          along[two.line]![two.segment - 1]! + meet.onSecond * distance(c, d),
          { x: a.x + (b.x - a.x) * meet.onFirst, y: a.y + (b.y - a.y) * meet.onFirst },
        );
      }
    }
  }
}
