import { lengthened } from '@hinterland/geo';

/** Above every cost of a day in milliseconds; with the row in front of it, a number keeps within 53 bits. */
const COSTS = 2 ** 27;

/** Rows of a table with a cost each, collected in any order. */
export class CostList {
  readonly #limitCost: number;
  #entries = new Float64Array(1024);
  #count = 0;

  /** Costs above the limit are left out. */
  constructor(limitCost: number) {
    this.#limitCost = limitCost;
  }

  add(row: number, cost: number): void {
    if (cost > this.#limitCost) return;
    if (this.#count === this.#entries.length) this.#entries = lengthened(this.#entries);
    this.#entries[this.#count++] = row * COSTS + cost;
  }

  /** Returns what was added, by row. */
  finish(): { readonly rows: Uint32Array; readonly costs: Uint32Array } {
    const entries = this.#entries.subarray(0, this.#count).sort();
    const rows = new Uint32Array(entries.length);
    const costs = new Uint32Array(entries.length);
    for (let i = 0; i < entries.length; i++) {
      const row = Math.floor(entries[i]! / COSTS);
      rows[i] = row;
      costs[i] = entries[i]! - row * COSTS;
    }
    return { rows, costs };
  }
}
