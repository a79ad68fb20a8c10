import { setTimeout as sleep } from 'node:timers/promises';
import { FairQueue, type Waiting } from '../fairness/fairQueue.ts';
import type { Pace } from './pace.ts';

/** Rest after a step, in lengths of the step, and the longest. */
const LENGTHS_OF_REST = 2;
const LONGEST_REST_MILLISECONDS = 250;

interface Step extends Waiting {
  begin(): void;
}

/**
 * Steps of jobs while others are at work: one at a time, those of the party first whose steps took the least, and after each a
 * rest of twice its length, a quarter of a second at most. All jobs together thus take a third of the database at most, however many
 * there are. The steps of a party that is alone wait for nothing. Each process keeps turns of its own.
 */
export class Turns {
  readonly #pace: Pick<Pace, 'othersWork'>;
  readonly #now: () => number;
  readonly #wait: (milliseconds: number) => Promise<unknown>;
  readonly #queue = new FairQueue<Step>();
  /** Whether a step or the rest after it is under way. */
  #isTaken = false;
  #steps = 0;

  /** `now` answers milliseconds that never go back. */
  constructor(pace: Pick<Pace, 'othersWork'>, now: () => number, wait = rest) {
    this.#pace = pace;
    this.#now = now;
    this.#wait = wait;
  }

  /** Does a step of a party's job when it is its turn. Throws what the step throws, and the reason of the signal while it waits. */
  async take<T>(party: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    if (!this.#pace.othersWork(party)) return work();
    const step = await this.#turn(party, signal);
    const begun = this.#now();
    try {
      return await work();
    } finally {
      const milliseconds = this.#now() - begun;
      this.#queue.charge(step, milliseconds);
      void this.#rest(milliseconds);
    }
  }

  #turn(party: string, signal: AbortSignal): Promise<Step> {
    return new Promise((resolve, reject) => {
      const abort = () => {
        if (this.#queue.remove(step)) reject(signal.reason);
      };
      const step: Step = {
        flow: party,
        weight: 1,
        dueAt: this.#steps++,
        begin() {
          signal.removeEventListener('abort', abort);
          resolve(step);
        },
      };
      signal.addEventListener('abort', abort);
      this.#queue.add(step);
      this.#next();
    });
  }

  async #rest(stepMilliseconds: number): Promise<void> {
    await this.#wait(Math.min(LENGTHS_OF_REST * stepMilliseconds, LONGEST_REST_MILLISECONDS));
    this.#isTaken = false;
    this.#next();
  }

  #next(): void {
    if (this.#isTaken) return;
    const step = this.#queue.next();
    if (step === undefined) return;
    this.#isTaken = true;
    step.begin();
  }
}

const rest = (milliseconds: number): Promise<unknown> => sleep(milliseconds, undefined, { ref: false });
