/** Rows per leaf box, and boxes per box of the next level. */
export const BOX_BRANCHING = 16;

/** Lower and upper corners in whole units: west, south, east, north; the empty box when west > east. */
type WriteBox = (row: number, box: Int32Array) => void;

/** Boxes one after the other, row = box. */
export interface BoxLevels {
  readonly west: Int32Array;
  readonly south: Int32Array;
  readonly east: Int32Array;
  readonly north: Int32Array;
}

/**
 * Boxes over rows that lie in an order that keeps neighbors together: box i of the lowest level covers rows 16i to
 * 16i + 15, and so on upwards to a single box. The lowest level stands first; about one box per 15 rows. `extend` must
 * widen the box to hold the row.
 */
export function boxLevels(rows: number, extend: WriteBox): BoxLevels {
  const counts = boxCounts(rows);
  const all = counts.reduce((sum, count) => sum + count, 0);
  const column = () => new Int32Array(all);
  const levels = { west: column(), south: column(), east: column(), north: column() };
  const { west, south, east, north } = levels;
  const box = new Int32Array(4);
  let below = rows;
  let belowStart = -1;
  let start = 0;
  for (const count of counts) {
    for (let i = 0; i < count; i++) {
      box[0] = box[1] = 0x7fffffff;
      box[2] = box[3] = -0x80000000;
      for (let child = i * BOX_BRANCHING; child < Math.min(below, (i + 1) * BOX_BRANCHING); child++) {
        if (belowStart === -1) {
          extend(child, box);
          continue;
        }
        const at = belowStart + child;
        if (west[at]! < box[0]!) box[0] = west[at]!;
        if (south[at]! < box[1]!) box[1] = south[at]!;
        if (east[at]! > box[2]!) box[2] = east[at]!;
        if (north[at]! > box[3]!) box[3] = north[at]!;
      }
      west[start + i] = box[0]!;
      south[start + i] = box[1]!;
      east[start + i] = box[2]!;
      north[start + i] = box[3]!;
    }
    below = count;
    belowStart = start;
    start += count;
  }
  return levels;
}

/** Boxes by level, from the lowest up to a single one. */
export function boxCounts(rows: number): number[] {
  const counts = [Math.ceil(rows / BOX_BRANCHING)];
  while (counts.at(-1)! > 1) counts.push(Math.ceil(counts.at(-1)! / BOX_BRANCHING));
  return counts;
}

/** Widens a box by a point. */
export function extendByPoint(box: Int32Array, x: number, y: number): void {
  if (x < box[0]!) box[0] = x;
  if (y < box[1]!) box[1] = y;
  if (x > box[2]!) box[2] = x;
  if (y > box[3]!) box[3] = y;
}
