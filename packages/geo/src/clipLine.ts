import type { Box } from './box.ts';

/**
 * Parts of a line inside a box, in order; none where it stays outside. Positions lie one after the other: x0, y0, x1, y1, …
 * Method: Y.-D. Liang and B. A. Barsky, "A New Concept and Method for Line Clipping", ACM TOG 3 (1984).
 */
export function clipLine(line: ArrayLike<number>, { west, south, east, north }: Box): number[][] {
  const parts: number[][] = [];
  let part: number[] | null = null;
  for (let i = 2; i < line.length; i += 2) {
    const [ax, ay, bx, by] = [line[i - 2]!, line[i - 1]!, line[i]!, line[i + 1]!];
    const range = insideRange(ax, bx - ax, west, east, insideRange(ay, by - ay, south, north, [0, 1]));
    if (range === null) {
      part = null;
      continue;
    }
    const [from, to] = range;
    if (part === null || from > 0) {
      part = [ax + from * (bx - ax), ay + from * (by - ay)];
      parts.push(part);
    }
    part.push(ax + to * (bx - ax), ay + to * (by - ay));
    if (to < 1) part = null;
  }
  return parts;
}

type Range = readonly [number, number] | null;

/** The part of a range of a segment, by shares of its length, in which one coordinate lies from low to high. */
function insideRange(start: number, step: number, low: number, high: number, range: Range): Range {
  if (range === null) return null;
  if (step === 0) return start < low || start > high ? null : range;
  const [a, b] = [(low - start) / step, (high - start) / step];
  const from = Math.max(range[0], Math.min(a, b));
  const to = Math.min(range[1], Math.max(a, b));
  return from <= to ? [from, to] : null;
}
