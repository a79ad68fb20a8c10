import { LIMITS } from '@hinterland/contract';
import { ProblemError } from '../problem.ts';
import { networksOf } from './networks.ts';

/**
 * Slows down guessing: counts the requests without a valid key per network address, of IPv6 per network. It never refuses
 * requests with a valid key, so each replica keeps its own count.
 */
export class AddressLimiter {
  readonly #now: () => number;
  /** Failures of the current and the previous window by network. */
  #current = new Map<string, number>();
  #previous = new Map<string, number>();
  #windowStartedMs: number;

  /** `now` answers milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
    this.#windowStartedMs = now();
  }

  /** Counts a failure. Throws rate_limited where the address has had too many. */
  failed(address: string): void {
    const windowMs = LIMITS.rateWindowSeconds * 1000;
    const elapsed = this.#now() - this.#windowStartedMs;
    if (elapsed >= windowMs) {
      this.#previous = elapsed < 2 * windowMs ? this.#current : new Map();
      this.#current = new Map();
      this.#windowStartedMs = this.#now() - (elapsed % windowMs);
    }
    const networks = networksOf(address);
    if (networks.some(({ network, times }) => this.#counted(network) >= times * LIMITS.unauthenticatedPerMinute)) {
      throw new ProblemError(
        'rate_limited',
        `Too many requests without a valid API key came from this address. Wait ${2 * LIMITS.rateWindowSeconds} s.`,
        { policy: 'unauthenticated', retryAfter: 2 * LIMITS.rateWindowSeconds },
        { 'Retry-After': String(2 * LIMITS.rateWindowSeconds) },
      );
    }
    for (const { network } of networks) this.#count(network);
  }

  #counted(network: string): number {
    return (this.#current.get(network) ?? 0) + (this.#previous.get(network) ?? 0);
  }

  #count(network: string): void {
    const count = (this.#current.get(network) ?? 0) + 1;
    // Many networks in one window are an attack from many machines: then there is no use in remembering more of them.
    if (this.#current.size < 100_000 || this.#current.has(network)) this.#current.set(network, count);
  }
}
