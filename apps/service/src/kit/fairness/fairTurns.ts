import type { ProblemError } from '../problem.ts';
import { FairQueue, type Waiting } from './fairQueue.ts';

export interface FairTurnsSettings {
  /** Calls that go at once. */
  readonly atOnce: number;
  readonly waitingMax: number;
  /** The refusal of a call where too many wait. */
  readonly tooMany: () => ProblemError;
  /**
   * Whether a party rests after its call: twice as long as the call took, for each party that has just had or waits for one, five seconds at
   * most. All parties together then take half of the turns at most. Nobody rests where absent.
   */
  readonly rests?: (party: string) => boolean;
}

interface Call extends Waiting {
  begin(): void;
  refuse(error: unknown): void;
}

const LENGTHS_OF_REST = 2;
const LONGEST_REST_MILLISECONDS = 5_000;

/**
 * Calls that take a processor of the machine each: so many go at once, and next is one of the party that was served the least
 * (FairQueue). A party that comes late never waits for more than what is under way and one call of each other.
 */
export class FairTurns {
  readonly #settings: FairTurnsSettings;
  readonly #queue = new FairQueue<Call>();
  /** When the rest of a party ends, milliseconds of performance.now. */
  readonly #restsUntil = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #underWay = 0;
  #calls = 0;

  constructor(settings: FairTurnsSettings) {
    this.#settings = settings;
  }

  /**
   * Does the work when it is its turn. Throws what `tooMany` makes where too many wait and none of them belongs to a party with more of
   * them, and the reason of the signal where that comes first.
   */
  async take<T>(party: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const call = await this.#turn(party, signal);
    const begun = performance.now();
    try {
      return await work();
    } finally {
      const milliseconds = performance.now() - begun;
      // No call is for nothing, however short.
      this.#queue.charge(call, Math.max(1, milliseconds));
      if (this.#settings.rests?.(party) === true) this.#rest(party, milliseconds);
      this.#underWay--;
      this.#next();
    }
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
      if (this.#queue.length > this.#settings.waitingMax) {
        this.#queue.removeLastOfMost()?.refuse(this.#settings.tooMany());
      }
    });
  }

  #rest(party: string, milliseconds: number): void {
    const now = performance.now();
    for (const [one, until] of this.#restsUntil) if (until <= now) this.#restsUntil.delete(one);
    const parties = new Set([party, ...this.#restsUntil.keys(), ...this.#queue.all.map(({ flow }) => flow)]);
    const rest = Math.min(LENGTHS_OF_REST * milliseconds * parties.size, LONGEST_REST_MILLISECONDS);
    this.#restsUntil.set(party, now + rest);
  }

  #next(): void {
    clearTimeout(this.#timer);
    const now = performance.now();
    while (this.#underWay < this.#settings.atOnce) {
      const call = this.#queue.next((party) => (this.#restsUntil.get(party) ?? 0) <= now);
      if (call === undefined) break;
      this.#underWay++;
      call.begin();
    }
    if (this.#underWay === this.#settings.atOnce || this.#queue.length === 0) return;
    const soonest = Math.min(...this.#queue.all.map(({ flow }) => this.#restsUntil.get(flow) ?? now));
    this.#timer = setTimeout(() => this.#next(), Math.ceil(soonest - now));
  }
}
