import type { Point } from './plane.ts';

/** Values by place, to be found again within a few meters: a grid of square buckets. */
export class Buckets<T> {
  readonly #size: number;
  readonly #buckets = new Map<number, T[]>();

  constructor(sizeMeters: number) {
    this.#size = sizeMeters;
  }

  add(point: Point, value: T): void {
    this.#push(Math.floor(point.x / this.#size), Math.floor(point.y / this.#size), value);
  }

  /** Adds a value to every bucket that the box of the segment a-b touches. */
  addSegment(a: Point, b: Point, value: T): void {
    const [west, east] = a.x < b.x ? [a.x, b.x] : [b.x, a.x];
    const [south, north] = a.y < b.y ? [a.y, b.y] : [b.y, a.y];
    for (let column = Math.floor(west / this.#size); column <= Math.floor(east / this.#size); column++) {
      for (let row = Math.floor(south / this.#size); row <= Math.floor(north / this.#size); row++) {
        this.#push(column, row, value);
      }
    }
  }

  /** Visits the values of all buckets within reach, some more than once; stops when `visit` answers true. */
  near(point: Point, reachMeters: number, visit: (value: T) => boolean | undefined): boolean {
    const size = this.#size;
    for (
      let column = Math.floor((point.x - reachMeters) / size);
      column <= Math.floor((point.x + reachMeters) / size);
      column++
    ) {
      for (
        let row = Math.floor((point.y - reachMeters) / size);
        row <= Math.floor((point.y + reachMeters) / size);
        row++
      ) {
        const bucket = this.#buckets.get(column * 65_536 + row);
        if (bucket === undefined) continue;
        for (const value of bucket) if (visit(value) === true) return true;
      }
    }
    return false;
  }

  /** All buckets, each with at least one value. */
  values(): IterableIterator<T[]> {
    return this.#buckets.values();
  }

  #push(column: number, row: number, value: T): void {
    const key = column * 65_536 + row;
    const bucket = this.#buckets.get(key);
    if (bucket === undefined) this.#buckets.set(key, [value]);
    else bucket.push(value);
  }
}
