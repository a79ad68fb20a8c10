import type { StopTimes } from '../transit/rangeRaptor.ts';

/**
 * The travel times to one place, one per departure of the window, and their distribution. A time above the last limit
 * counts as `limitCost + 1`: nobody asks how much it is above.
 */
export class Departures {
  /** The longest time so far. */
  most = 0;
  readonly #times: Int32Array;
  readonly #sorted: Int32Array;
  readonly #stopTimes: Int32Array;
  readonly #limitCost: number;
  readonly #rank: number;
  #isSorted = false;

  constructor({ departures, times }: StopTimes, percentile: number, limitCost: number) {
    this.#times = new Int32Array(departures);
    this.#sorted = new Int32Array(departures);
    this.#stopTimes = times;
    this.#limitCost = limitCost;
    this.#rank = rankOf(percentile, departures);
  }

  /** Begins a place that every departure reaches at this cost, on foot. */
  start(walkCost: number): void {
    this.most = Math.min(walkCost, this.#limitCost + 1);
    this.#times.fill(this.most);
    this.#isSorted = false;
  }

  /** Takes the walk from a stop, given by its row, wherever it makes a departure earlier. */
  offer(row: number, walk: number): void {
    const times = this.#times;
    const stopTimes = this.#stopTimes;
    let most = 0;
    for (let i = 0, at = row * times.length; i < times.length; i++, at++) {
      let time = stopTimes[at]! + walk;
      if (time < times[i]!) times[i] = time;
      else time = times[i]!;
      if (time > most) most = time;
    }
    this.most = most;
    this.#isSorted = false;
  }

  /** The least time that a share of the departures of at least `percentile` does not exceed (nearest rank). */
  get atPercentile(): number {
    return this.#ranked(this.#rank);
  }

  get least(): number {
    return this.#ranked(1);
  }

  get half(): number {
    return this.#ranked(rankOf(50, this.#times.length));
  }

  #ranked(rank: number): number {
    if (!this.#isSorted) {
      this.#sorted.set(this.#times);
      this.#sorted.sort();
      this.#isSorted = true;
    }
    return this.#sorted[rank - 1]!;
  }
}

/** Returns the nearest rank of a percentile among a number of values, from 1. */
function rankOf(percentile: number, values: number): number {
  return Math.max(1, Math.ceil((percentile * values) / 100));
}
