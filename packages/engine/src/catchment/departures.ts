import type { StopTimes } from '../transit/rangeRaptor.ts';
import type { Rows } from './rows.ts';
import { ScalarRows } from './scalarRows.ts';
import { areWasmRowsSupported, WasmRows } from './wasmRows.ts';

/**
 * The travel times to one place, one per departure of the window, and their distribution. A time above the last limit
 * counts as `limitCost + 1`: nobody asks how much it is above.
 */
export class Departures {
  /** The longest time so far. */
  most = 0;
  readonly #rows: Rows;
  readonly #limitCost: number;
  readonly #rank: number;
  readonly #halfRank: number;
  #least = -1;
  #atPercentile = -1;

  constructor(stopTimes: StopTimes, percentile: number, limitCost: number) {
    this.#rows = areWasmRowsSupported() ? new WasmRows(stopTimes) : new ScalarRows(stopTimes);
    this.#limitCost = limitCost;
    this.#rank = rankOf(percentile, stopTimes.departures);
    this.#halfRank = rankOf(50, stopTimes.departures);
  }

  /** Begins a place that every departure reaches at this cost, on foot. */
  start(walkCost: number): void {
    this.most = Math.min(walkCost, this.#limitCost + 1);
    this.#rows.start(this.most);
    this.#least = this.most;
    this.#atPercentile = this.most;
  }

  /** Takes the walk from a stop, given by its row, wherever it makes a departure earlier. */
  offer(row: number, walk: number): void {
    this.most = this.#rows.offer(row, walk);
    this.#least = -1;
    this.#atPercentile = -1;
  }

  /** Whether the time at the percentile lies within the last limit. */
  get isWithinLimit(): boolean {
    return this.least <= this.#limitCost && this.atPercentile <= this.#limitCost;
  }

  /** The least time that a share of the departures of at least `percentile` does not exceed (nearest rank). */
  get atPercentile(): number {
    if (this.#atPercentile === -1) this.#atPercentile = this.#rows.ranked(this.#rank, this.least, this.most);
    return this.#atPercentile;
  }

  get least(): number {
    if (this.#least === -1) this.#least = this.#rows.least();
    return this.#least;
  }

  get half(): number {
    return this.#rank === this.#halfRank ? this.atPercentile : this.#rows.ranked(this.#halfRank, this.least, this.most);
  }
}

/** Returns the nearest rank of a percentile among a number of values, from 1. */
function rankOf(percentile: number, values: number): number {
  return Math.max(1, Math.ceil((percentile * values) / 100));
}
