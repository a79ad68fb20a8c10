import { FairTurns } from '../fairness/fairTurns.ts';
import type { Pace } from './pace.ts';

/**
 * Steps of jobs while others are at work: one at a time, those of the party first whose steps took the least, and after each a
 * rest of twice its length, a quarter of a second at most. All jobs together thus take a third of the database at most, however many
 * there are. The steps of a party that is alone wait for nothing. Each process keeps turns of its own.
 */
export class Turns {
  readonly #pace: Pick<Pace, 'othersWork'>;
  readonly #turns: FairTurns;

  /** `now` answers milliseconds that never go back. */
  constructor(pace: Pick<Pace, 'othersWork'>, now: () => number, wait?: (milliseconds: number) => Promise<unknown>) {
    this.#pace = pace;
    this.#turns = new FairTurns({ atOnce: 1, turnsRest: true, now, ...(wait === undefined ? {} : { wait }) });
  }

  /** Does a step of a party's job when it is its turn. Throws what the step throws, and the reason of the signal while it waits. */
  async take<T>(party: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    return this.#pace.othersWork(party) ? this.#turns.take(party, work, signal) : work();
  }
}
