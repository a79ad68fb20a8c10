import type { StopTimes } from '../transit/rangeRaptor.ts';
import type { Rows } from './rows.ts';

/** Rows in plain TypeScript: what the kernels of rowKernel.as do, for platforms without them and as their oracle. */
export class ScalarRows implements Rows {
  readonly #rows: Int32Array;
  readonly #times: Int32Array;

  constructor({ departures, times }: Pick<StopTimes, 'departures' | 'times'>) {
    this.#rows = times;
    this.#times = new Int32Array(departures);
  }

  start(time: number): void {
    this.#times.fill(time);
  }

  offer(row: number, walk: number): number {
    const times = this.#times;
    let most = 0;
    for (let i = 0, at = row * times.length; i < times.length; i++, at++) {
      times[i] = Math.min(times[i]!, this.#rows[at]! + walk);
      most = Math.max(most, times[i]!);
    }
    return most;
  }

  least(): number {
    return this.#times.reduce((a, b) => Math.min(a, b));
  }

  ranked(rank: number, low: number, high: number): number {
    const least = this.#times.toSorted()[rank - 1]!;
    return Math.max(low, Math.min(high, least));
  }
}
