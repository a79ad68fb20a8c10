import { setTimeout as sleep } from 'node:timers/promises';
import { rateLimited } from '../problem.ts';
import { Counter } from './counter.ts';
import { networkOf } from './networks.ts';

/** What a party may do at once after a pause: the requests of so much time, and at least so many. */
const AT_ONCE_SECONDS = 0.3;
const AT_ONCE_REQUESTS = 30;
/** Longest wait of a request; one that would wait longer is refused. */
const LONGEST_WAIT_SECONDS = 10;
/** Refusals that a party gets at once after a pause, then per second. */
const REFUSALS_AT_ONCE = 10;
const REFUSALS_PER_SECOND = 5;
/** A party is at work for so long after its last request. */
const AT_WORK_MILLISECONDS = 1_000;
/** Customers are at work for so long after the last request of any. */
const CUSTOMERS_AT_WORK_MILLISECONDS = 5_000;
/** A level of the counter is time, which passes by itself. */
const MILLISECONDS_PER_SECOND = 1_000;

/** Requests that a heavy one counts as: about as many as take the same time of processors. */
export const HEAVY_WEIGHT = 20;
/** Bytes of a body that count as one more request, and the most requests that a body counts as. */
const BYTES_PER_WEIGHT = 4_096;
const BODY_WEIGHT_MAX = 256;
/** Requests that a body counts as whose length is not known. */
const UNKNOWN_BODY_WEIGHT = 16;

/** Returns the requests that a body of so many bytes counts as, beside the one that it belongs to; null stands for an unknown length. */
export const weightOfBody = (bytes: number | null): number =>
  bytes === null ? UNKNOWN_BODY_WEIGHT : Math.min(BODY_WEIGHT_MAX, Math.floor(bytes / BYTES_PER_WEIGHT));

/** Items of a batch that count as one more request. */
const ITEMS_PER_WEIGHT = 5;

/** Returns the requests that so many items of a batch count as, beside the one that starts it. */
export const weightOfItems = (items: number): number => Math.floor(items / ITEMS_PER_WEIGHT);

/** Names of parties. */
const ORGANIZATION = 'organization ';
export const organizationParty = (id: number): string => `${ORGANIZATION}${id}`;
export const networkParty = (address: string): string => `network ${networkOf(address)}`;

/** A request as the pace sees it. */
export interface Paced {
  /** Requests that it counts as. */
  readonly weight: number;
  /** Aborted when its caller has gone. */
  readonly signal: AbortSignal;
}

/**
 * Spaces out the requests of each party, an organization or a network address, while another party is at work: so many per second,
 * after some at once; further ones wait for their turn (the generic cell rate algorithm, ITU-T I.371, as virtual
 * scheduling). A party that is alone waits for nothing. Each process keeps a pace of its own.
 */
export class Pace {
  readonly #now: () => number;
  readonly #wait: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
  /** Milliseconds until everything that a party was let in for is worked off at its pace. */
  readonly #ahead = new Counter();
  #latest = { party: '', at: Number.NEGATIVE_INFINITY };
  /** The last request of any party but the latest. */
  #otherAt = Number.NEGATIVE_INFINITY;
  /** The last request of any organization. */
  #organizationAt = Number.NEGATIVE_INFINITY;

  /** `now` answers milliseconds that never go back. */
  constructor(now: () => number, wait = waitFor) {
    this.#now = now;
    this.#wait = wait;
  }

  /**
   * Resolves when it is the request's turn. Throws rate_limited, at once, where that is more than ten seconds away, and the reason
   * of the signal.
   */
  async enter(party: string, { weight, signal }: Paced, perSecond: number): Promise<void> {
    const now = this.#now();
    const milliseconds = 1000 / perSecond;
    const atOnce = Math.max(AT_ONCE_SECONDS * 1000, AT_ONCE_REQUESTS * milliseconds);
    const ahead = this.#ahead.level(party, MILLISECONDS_PER_SECOND, now);
    const cost = weight * milliseconds;
    if (!this.#come(party, now)) {
      this.#ahead.set(party, Math.min(ahead + cost, atOnce), now);
      return;
    }
    const wait = ahead - atOnce;
    if (wait > LONGEST_WAIT_SECONDS * 1000) throw tooFast(perSecond, Math.ceil(wait / 1000));
    this.#ahead.set(party, ahead + cost, now);
    if (wait > 0) await this.#wait(wait, signal);
  }

  /**
   * Resolves when a party may be told that it came too often: ten times at once, then five times per second, and after ten seconds in any
   * case. A client that repeats a refused request at once is thus no faster than one that waits. Throws the reason of the signal.
   */
  async refuse(party: string, signal: AbortSignal): Promise<void> {
    const now = this.#now();
    if (!this.#come(party, now)) return;
    const milliseconds = 1000 / REFUSALS_PER_SECOND;
    const atOnce = REFUSALS_AT_ONCE * milliseconds;
    const longest = LONGEST_WAIT_SECONDS * 1000;
    const refusals = `refusals of ${party}`;
    const ahead = this.#ahead.level(refusals, MILLISECONDS_PER_SECOND, now);
    this.#ahead.set(refusals, Math.min(ahead + milliseconds, atOnce + longest), now);
    const wait = Math.min(ahead - atOnce, longest);
    if (wait > 0) await this.#wait(wait, signal);
  }

  /** Whether another party is at work. */
  othersWork(party: string): boolean {
    const other = this.#latest.party === party ? this.#otherAt : this.#latest.at;
    return this.#now() - other < AT_WORK_MILLISECONDS;
  }

  /** Whether any organization is at work. */
  customersWork(): boolean {
    return this.#now() - this.#organizationAt < CUSTOMERS_AT_WORK_MILLISECONDS;
  }

  /** Notes that a party is at work. Returns whether another one is. */
  #come(party: string, now: number): boolean {
    if (party !== this.#latest.party) this.#otherAt = this.#latest.at;
    this.#latest = { party, at: now };
    if (party.startsWith(ORGANIZATION)) this.#organizationAt = now;
    return now - this.#otherAt < AT_WORK_MILLISECONDS;
  }
}

/** Waits; throws the reason of a signal that is aborted meanwhile. */
async function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(milliseconds, undefined, { signal });
  } catch {
    signal.throwIfAborted();
  }
}

const tooFast = (perSecond: number, retryAfter: number) =>
  rateLimited(
    `More requests wait than can be answered in ${LONGEST_WAIT_SECONDS} seconds at ${Math.floor(perSecond)} per second, while others ` +
      `are at work. Wait ${retryAfter} s.`,
    'pace',
    retryAfter,
  );
