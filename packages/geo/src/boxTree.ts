import { BOX_BRANCHING, type BoxLevels, boxCounts } from './boxLevels.ts';

/** Whether a box, in microdegrees, is worth looking into. */
export type EnterBox = (west: number, south: number, east: number, north: number) => boolean;

/** Returns the part of a box, in microdegrees, that the cover of this number covers; `some` where that is not known. */
export type CoverOfBox = (
  cover: number,
  west: number,
  south: number,
  east: number,
  north: number,
) => 'all' | 'none' | 'some';

/** Rows `first` to `end` - 1, which covers `firstCover` to `endCover` - 1 hold as said. */
export type VisitRows = (first: number, end: number, firstCover: number, endCover: number) => void;

/** Returns whether rows `first` to `end` - 1 hold what was looked for. */
export type FindRow = (first: number, end: number) => boolean;

interface Visit {
  readonly coverOf: CoverOfBox;
  readonly all: VisitRows;
  readonly some: VisitRows;
}

/**
 * A packed tree of boxes over rows that already lie in an order that keeps neighbors together (nodes, edges and poles of
 * a bundle follow a Hilbert curve), so that nothing needs to be sorted: box i of the lowest level covers rows 16i to
 * 16i + 15, and so on upwards. 1 byte per row. Right in any order, fast in a good one.
 */
export class BoxTree {
  readonly rows: number;
  readonly #boxes: BoxLevels;
  /** First box of each level, the lowest first, and the number of all boxes. */
  readonly #starts: readonly number[];

  /** `boxes` as `boxLevels` makes them. */
  constructor(rows: number, boxes: BoxLevels) {
    this.rows = rows;
    this.#boxes = boxes;
    const starts = [0];
    for (const count of boxCounts(rows)) starts.push(starts[starts.length - 1]! + count);
    this.#starts = starts;
  }

  /**
   * Visits the rows of every lowest box that `enter` lets in; a box that it keeps out hides everything below. In: west,
   * south, east, north in microdegrees. Rows come in ascending order.
   */
  visit(enter: EnterBox, row: (row: number) => void): void {
    this.visitCovered(
      1,
      (_, west, south, east, north) => (enter(west, south, east, north) ? 'some' : 'none'),
      () => {},
      (first, end) => {
        for (let i = first; i < end; i++) row(i);
      },
    );
  }

  /**
   * Visits the rows that nested covers hold: each lies within the next. For every cover, each row in it is told once, with
   * the largest box that is covered all over (`all`) or with its lowest one (`some`).
   */
  visitCovered(covers: number, coverOf: CoverOfBox, all: VisitRows, some: VisitRows): void {
    const levels = this.#starts.length - 1;
    if (this.rows > 0 && covers > 0)
      this.#visit(levels - 1, 0, BOX_BRANCHING ** levels, 0, covers, { coverOf, all, some });
  }

  /**
   * `span`: rows that a box of the level holds. Of the box above, covers below `low` hold nothing, and those from `high` on
   * hold everything.
   */
  #visit(level: number, index: number, span: number, low: number, high: number, visit: Visit): void {
    const { west, south, east, north } = this.#boxes;
    const at = this.#starts[level]! + index;
    const [w, s, e, n] = [west[at]!, south[at]!, east[at]!, north[at]!];
    const firstRow = index * span;
    const endRow = Math.min(this.rows, firstRow + span);
    // The smallest first, since all others hold what it holds; then the largest, since none holds what it does not.
    const smallest = visit.coverOf(low, w, s, e, n);
    if (smallest === 'all') {
      visit.all(firstRow, endRow, low, high);
      return;
    }
    let first = smallest === 'none' ? low + 1 : low;
    let end = high;
    for (let cover = high - 1; cover > low; cover--) {
      const part = visit.coverOf(cover, w, s, e, n);
      if (part === 'none') {
        first = cover + 1;
        break;
      }
      if (part === 'all') end = cover;
    }
    if (end < high) visit.all(firstRow, endRow, end, high);
    if (first >= end) return;
    if (level === 0) {
      visit.some(firstRow, endRow, first, end);
      return;
    }
    const firstBelow = index * BOX_BRANCHING;
    const endBelow = Math.min(this.#starts[level]! - this.#starts[level - 1]!, firstBelow + BOX_BRANCHING);
    for (let i = firstBelow; i < endBelow; i++) this.#visit(level - 1, i, span / BOX_BRANCHING, first, end, visit);
  }

  /** Visits the rows of all lowest boxes that touch the given one. */
  visitBox(west: number, south: number, east: number, north: number, row: (row: number) => void): void {
    this.someInBox(west, south, east, north, (first, end) => {
      for (let i = first; i < end; i++) row(i);
      return false;
    });
  }

  /** Visits the same box by box until `found` returns true; returns whether it did. */
  someInBox(west: number, south: number, east: number, north: number, found: FindRow): boolean {
    return this.rows > 0 && this.#find(this.#starts.length - 2, 0, 1, west, south, east, north, found);
  }

  /** Looks at boxes `first` to `end` - 1 of a level and at those below them. */
  #find(
    level: number,
    first: number,
    end: number,
    west: number,
    south: number,
    east: number,
    north: number,
    found: FindRow,
  ): boolean {
    const boxes = this.#boxes;
    const start = this.#starts[level]!;
    const below = level === 0 ? this.rows : start - this.#starts[level - 1]!;
    for (let i = first, at = start + first; i < end; i++, at++) {
      if (boxes.west[at]! > east || boxes.east[at]! < west || boxes.south[at]! > north || boxes.north[at]! < south)
        continue;
      const firstBelow = i * BOX_BRANCHING;
      const endBelow = Math.min(below, firstBelow + BOX_BRANCHING);
      const isFound =
        level === 0
          ? found(firstBelow, endBelow)
          : this.#find(level - 1, firstBelow, endBelow, west, south, east, north, found);
      if (isFound) return true;
    }
    return false;
  }
}
