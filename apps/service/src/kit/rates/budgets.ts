import { LIMITS } from '@hinterland/contract';
import { rateLimited } from '../problem.ts';
import { Counter } from './counter.ts';
import { networkParty, organizationParty, type Pace, type Paced } from './pace.ts';

/** What a subject may spend: so much per second, and `burst` at once after a pause. */
export interface Rate {
  /** Named in the answer that refuses. */
  readonly policy: string;
  /** Completes "more than so many … per second". */
  readonly of: string;
  readonly perSecond: number;
  readonly burst: number;
}

const MEBIBYTE = 2 ** 20;
export const BYTES_PER_KEY: Rate = {
  policy: 'bytes',
  of: 'bytes of bodies',
  perSecond: 4 * MEBIBYTE,
  burst: 32 * MEBIBYTE,
};
/** Higher than that of a key: many users of one office share an address. */
export const BYTES_PER_ADDRESS: Rate = {
  policy: 'bytes_address',
  of: 'bytes of bodies',
  perSecond: 8 * MEBIBYTE,
  burst: 64 * MEBIBYTE,
};

const perMinute = (policy: string, of: string, requests: number): Rate => ({
  policy,
  of,
  perSecond: requests / 60,
  burst: requests,
});
/** Requests of one user in the web app. */
const REQUESTS_PER_USER = perMinute('session_requests', 'requests of this user', LIMITS.sessionRequestsPerMinute);
/** Requests of all keys and members of an organization together. */
const requestsPerOrganization = (aMinute: number): Rate =>
  perMinute('organization_requests', 'requests of this organization', aMinute);

/** Counts a request, and has it wait for its turn where its party is paced. Throws rate_limited. */
export interface RequestCounts {
  ofOrganization(organizationId: number, request: Paced): Promise<void>;
  /** Has a request wait that an organization makes dearer than it looked. */
  dearer(organizationId: number, request: Paced): Promise<void>;
  ofUser(userId: number): void;
  /** A request of nobody who is known. */
  ofAddress(address: string, request: Paced): Promise<void>;
}

export interface RequestCountSettings {
  readonly budgets: Budgets;
  readonly pace: Pick<Pace, 'enter'>;
  /** Returns the requests that an organization may make in a minute. */
  readonly maximumOf: (organizationId: number) => number;
}

export function makeRequestCounts({ budgets, pace, maximumOf }: RequestCountSettings): RequestCounts {
  const dearer = (id: number, request: Paced) => pace.enter(organizationParty(id), request, maximumOf(id) / 60);
  return {
    dearer,
    ofOrganization(id, request) {
      budgets.spend(requestsPerOrganization(maximumOf(id)), id);
      return dearer(id, request);
    },
    ofUser: (id) => budgets.spend(REQUESTS_PER_USER, id),
    ofAddress: (address, request) => pace.enter(networkParty(address), request, LIMITS.requestsPerOrganization / 60),
  };
}

/** Budgets by policy and subject: an address, a key, an organization. Each process keeps its own. */
export class Budgets {
  readonly #now: () => number;
  /** Spent and not regained yet. */
  readonly #spent = new Counter();

  /** `now` answers milliseconds that never go back. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Spends of a subject's budget before the work is done. Throws rate_limited where there is too little of it. */
  spend({ policy, of, perSecond, burst }: Rate, subject: string | number, amount = 1): void {
    const key = `${policy} ${subject}`;
    const at = this.#now();
    const spent = this.#spent.level(key, perSecond, at) + amount;
    if (spent > burst) {
      const retryAfter = Math.max(1, Math.ceil((spent - burst) / perSecond));
      throw rateLimited(
        `More than ${Math.floor(perSecond)} ${of} per second came for a while. Wait ${retryAfter} s.`,
        policy,
        retryAfter,
      );
    }
    this.#spent.set(key, spent, at);
  }
}
