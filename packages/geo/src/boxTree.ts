import { BOX_BRANCHING, type BoxLevels, boxCounts } from './boxLevels.ts';

/** Whether a box, in microdegrees, is worth looking into. */
export type EnterBox = (west: number, south: number, east: number, north: number) => boolean;

/** Returns the part of a box, in microdegrees, that is covered. */
export type CoverOfBox = (west: number, south: number, east: number, north: number) => 'all' | 'none' | 'some';

/** Rows `first` to `end` - 1. */
export type VisitRows = (first: number, end: number) => void;

/** Returns whether rows `first` to `end` - 1 hold what was looked for. */
export type FindRow = (first: number, end: number) => boolean;

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
      (west, south, east, north) => (enter(west, south, east, north) ? 'some' : 'none'),
      () => {},
      (first, end) => {
        for (let i = first; i < end; i++) row(i);
      },
    );
  }

  /** Visits the rows of the largest boxes that are covered all over, and of the lowest ones that are in part. */
  visitCovered(coverOf: CoverOfBox, all: VisitRows, some: VisitRows): void {
    const levels = this.#starts.length - 1;
    if (this.rows > 0) this.#visit(levels - 1, 0, BOX_BRANCHING ** levels, coverOf, all, some);
  }

  /** `span`: rows that a box of the level holds. */
  #visit(level: number, index: number, span: number, coverOf: CoverOfBox, all: VisitRows, some: VisitRows): void {
    const { west, south, east, north } = this.#boxes;
    const at = this.#starts[level]! + index;
    const cover = coverOf(west[at]!, south[at]!, east[at]!, north[at]!);
    if (cover === 'none') return;
    if (cover === 'all' || level === 0) {
      const visit = cover === 'all' ? all : some;
      visit(index * span, Math.min(this.rows, (index + 1) * span));
      return;
    }
    const first = index * BOX_BRANCHING;
    const end = Math.min(this.#starts[level]! - this.#starts[level - 1]!, first + BOX_BRANCHING);
    for (let i = first; i < end; i++) this.#visit(level - 1, i, span / BOX_BRANCHING, coverOf, all, some);
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
