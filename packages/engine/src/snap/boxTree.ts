/** Rows per leaf box, and boxes per box of the next level. */
export const BRANCHING = 16;

/** Lower and upper corners in microdegrees: west, south, east, north; the empty box when west > east. */
export type WriteBox = (row: number, box: Int32Array) => void;

/** Whether a box, in microdegrees, is worth looking into. */
export type EnterBox = (west: number, south: number, east: number, north: number) => boolean;

/** How much of a box, in microdegrees, is covered by something. */
export type CoverOfBox = (west: number, south: number, east: number, north: number) => 'all' | 'none' | 'some';

/** Rows `first` to `end` - 1. */
export type VisitRows = (first: number, end: number) => void;

/**
 * A packed tree of boxes over rows that already lie in an order that keeps neighbours together (nodes, edges and poles of
 * a bundle follow a Hilbert curve), so that nothing needs to be sorted: box i of the lowest level covers rows 16i to
 * 16i + 15, and so on upwards. 1 byte per row. Right in any order, fast in a good one.
 */
export class BoxTree {
  readonly rows: number;
  /** From the lowest level up to a single box: 4 numbers per box. */
  readonly #levels: Int32Array[] = [];

  /** `boxes` as `boxesOf` makes them. */
  constructor(rows: number, boxes: Int32Array) {
    this.rows = rows;
    let start = 0;
    for (const count of boxCounts(rows)) {
      this.#levels.push(boxes.subarray(start, start + 4 * count));
      start += 4 * count;
    }
  }

  /**
   * Visits the rows of every lowest box that `enter` lets in; a box that it keeps out hides everything below. In: west,
   * south, east, north in microdegrees. Rows come in ascending order.
   */
  visit(enter: EnterBox, row: (row: number) => void): void {
    this.visitCovered(
      (west, south, east, north) => (enter(west, south, east, north) ? 'some' : 'none'),
      () => {},
      (first, end) => {
        for (let i = first; i < end; i++) row(i);
      },
    );
  }

  /** Visits the rows of the largest boxes that are covered all over, and of the lowest ones that are in part. */
  visitCovered(coverOf: CoverOfBox, all: VisitRows, some: VisitRows): void {
    if (this.rows > 0) this.#visit(this.#levels.length - 1, 0, BRANCHING ** this.#levels.length, coverOf, all, some);
  }

  /** `span`: rows that a box of the level holds. */
  #visit(level: number, index: number, span: number, coverOf: CoverOfBox, all: VisitRows, some: VisitRows): void {
    const boxes = this.#levels[level]!;
    const at = 4 * index;
    const cover = coverOf(boxes[at]!, boxes[at + 1]!, boxes[at + 2]!, boxes[at + 3]!);
    if (cover === 'none') return;
    if (cover === 'all' || level === 0) {
      const visit = cover === 'all' ? all : some;
      visit(index * span, Math.min(this.rows, (index + 1) * span));
      return;
    }
    const first = index * BRANCHING;
    const end = Math.min(this.#levels[level - 1]!.length / 4, first + BRANCHING);
    for (let i = first; i < end; i++) this.#visit(level - 1, i, span / BRANCHING, coverOf, all, some);
  }

  /** Visits the rows of all lowest boxes that touch the given one. */
  visitBox(west: number, south: number, east: number, north: number, row: (row: number) => void): void {
    this.visit((w, s, e, n) => w <= east && e >= west && s <= north && n >= south, row);
  }
}

/** Boxes of all levels, the lowest first. `extend` must widen the box (given as west, south, east, north) to hold the row. */
export function boxesOf(rows: number, extend: WriteBox): Int32Array {
  const counts = boxCounts(rows);
  const boxes = new Int32Array(4 * counts.reduce((sum, count) => sum + count, 0));
  const box = new Int32Array(4);
  let below = rows;
  let belowStart = -1;
  let start = 0;
  for (const count of counts) {
    for (let i = 0; i < count; i++) {
      box[0] = box[1] = 0x7fffffff;
      box[2] = box[3] = -0x80000000;
      for (let child = i * BRANCHING; child < Math.min(below, (i + 1) * BRANCHING); child++) {
        if (belowStart === -1) extend(child, box);
        else extendByBox(box, boxes, belowStart + 4 * child);
      }
      boxes.set(box, start + 4 * i);
    }
    below = count;
    belowStart = start;
    start += 4 * count;
  }
  return boxes;
}

/** Boxes by level, from the lowest up to a single one. */
function boxCounts(rows: number): number[] {
  const counts = [Math.ceil(rows / BRANCHING)];
  while (counts.at(-1)! > 1) counts.push(Math.ceil(counts.at(-1)! / BRANCHING));
  return counts;
}

function extendByBox(box: Int32Array, boxes: Int32Array, at: number): void {
  box[0] = Math.min(box[0]!, boxes[at]!);
  box[1] = Math.min(box[1]!, boxes[at + 1]!);
  box[2] = Math.max(box[2]!, boxes[at + 2]!);
  box[3] = Math.max(box[3]!, boxes[at + 3]!);
}

/** Widens a box by a point, in microdegrees. */
export function extendByPoint(box: Int32Array, lng: number, lat: number): void {
  if (lng < box[0]!) box[0] = lng;
  if (lat < box[1]!) box[1] = lat;
  if (lng > box[2]!) box[2] = lng;
  if (lat > box[3]!) box[3] = lat;
}
