import { setTimeout as sleep } from 'node:timers/promises';
import type { ProblemError } from '../problem.ts';
import { FairQueue, type Waiting } from './fairQueue.ts';

export interface FairTurnsSettings {
  /** Calls that go at once. */
  readonly atOnce: number;
  /** Any number of calls waits where absent. */
  readonly waitingMax?: number;
  /** The refusal of a call where more than `waitingMax` wait. */
  readonly tooMany?: () => ProblemError;
  /**
   * Whether a party rests after its call: twice as long as the call took, for each party that has just had or waits for one, five seconds at
   * most. All parties together then take half of the turns at most. Nobody rests where absent.
   */
  readonly rests?: (party: string) => boolean;
  /** Whether a turn stays taken for twice as long as its call took, a quarter of a second at most. */
  readonly turnsRest?: boolean;
  /** Milliseconds that never go back. */
  readonly now?: () => number;
  /** How a turn rests; tests replace it. */
  readonly wait?: (milliseconds: number) => Promise<unknown>;
}

interface Call extends Waiting {
  begin(): void;
  refuse(error: unknown): void;
}

const LENGTHS_OF_REST = 2;
const LONGEST_REST_MILLISECONDS = 5_000;
const LONGEST_REST_OF_A_TURN_MILLISECONDS = 250;

/**
 * Calls that take a processor of the machine each: so many go at once, and next is one of the party that was served the least
 * (FairQueue). A party that comes late never waits for more than what is under way and one call of each other.
 */
export class FairTurns {
  readonly #settings: FairTurnsSettings;
  readonly #now: () => number;
  readonly #wait: (milliseconds: number) => Promise<unknown>;
  readonly #queue = new FairQueue<Call>();
  /** When the rest of a party ends, in milliseconds of the clock. */
  readonly #restsUntil = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #underWay = 0;
  #calls = 0;

  constructor(settings: FairTurnsSettings) {
    this.#settings = settings;
    this.#now = settings.now ?? (() => performance.now());
    this.#wait = settings.wait ?? ((milliseconds) => sleep(milliseconds, undefined, { ref: false }));
  }

  /**
   * Does the work when it is its turn. Throws what `tooMany` makes where too many wait and none of them belongs to a party with more of
   * them, and the reason of the signal where that comes first.
   */
  async take<T>(party: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const call = await this.#turn(party, signal);
    const begun = this.#now();
    try {
      return await work();
    } finally {
      const milliseconds = this.#now() - begun;
      // No call is for nothing, however short.
      this.#queue.charge(call, Math.max(1, milliseconds));
      if (this.#settings.rests?.(party) === true) this.#rest(party, milliseconds);
      if (this.#settings.turnsRest === true) void this.#endAfterRest(milliseconds);
      else this.#end();
    }
  }

  async #endAfterRest(milliseconds: number): Promise<void> {
    await this.#wait(Math.min(LENGTHS_OF_REST * milliseconds, LONGEST_REST_OF_A_TURN_MILLISECONDS));
    this.#end();
  }

  #end(): void {
    this.#underWay--;
    this.#next();
  }

  #turn(party: string, signal: AbortSignal | undefined): Promise<Call> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        if (this.#queue.remove(call)) reject(signal?.reason);
      };
      const ended = () => signal?.removeEventListener('abort', leave);
      const call: Call = {
        flow: party,
        weight: 1,
        dueAt: this.#calls++,
        begin() {
          ended();
          resolve(call);
        },
        refuse(error) {
          ended();
          reject(error);
        },
      };
      signal?.addEventListener('abort', leave);
      this.#queue.add(call);
      this.#next();
      const { waitingMax = Number.POSITIVE_INFINITY, tooMany } = this.#settings;
      if (this.#queue.length > waitingMax) this.#queue.removeLastOfMost()?.refuse(tooMany?.());
    });
  }

  #rest(party: string, milliseconds: number): void {
    const now = this.#now();
    for (const [one, until] of this.#restsUntil) if (until <= now) this.#restsUntil.delete(one);
    const parties = new Set([party, ...this.#restsUntil.keys(), ...this.#queue.all.map(({ flow }) => flow)]);
    const rest = Math.min(LENGTHS_OF_REST * milliseconds * parties.size, LONGEST_REST_MILLISECONDS);
    this.#restsUntil.set(party, now + rest);
  }

  #next(): void {
    clearTimeout(this.#timer);
    const now = this.#now();
    while (this.#underWay < this.#settings.atOnce) {
      const call = this.#queue.next(({ flow }) => (this.#restsUntil.get(flow) ?? 0) <= now);
      if (call === undefined) break;
      this.#underWay++;
      call.begin();
    }
    if (this.#underWay === this.#settings.atOnce || this.#queue.length === 0) return;
    const soonest = Math.min(...this.#queue.all.map(({ flow }) => this.#restsUntil.get(flow) ?? now));
    this.#timer = setTimeout(() => this.#next(), Math.ceil(soonest - now));
  }
}
