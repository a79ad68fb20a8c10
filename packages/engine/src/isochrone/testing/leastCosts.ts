import type { CellSink } from '../reachedCells.ts';

/** The least cost of every cell that was reached, plainly kept. */
export class LeastCosts implements CellSink {
  readonly #costs = new Map<number, number>();

  lower(x: number, y: number, cost: number): void {
    const key = keyOf(x, y);
    const known = this.#costs.get(key);
    if (known === undefined || cost < known) this.#costs.set(key, cost);
  }

  /** Cost of a cell, Infinity where it was not reached. */
  get(x: number, y: number): number {
    return this.#costs.get(keyOf(x, y)) ?? Infinity;
  }

  each(visit: (x: number, y: number, cost: number) => void): void {
    for (const [key, cost] of this.#costs) visit(Math.floor(key / SPAN) - HALF, (key % SPAN) - HALF, cost);
  }
}

/** More than the cells of the world, each way. */
const SPAN = 2 ** 24;
const HALF = SPAN / 2;

function keyOf(x: number, y: number): number {
  return (x + HALF) * SPAN + y + HALF;
}
