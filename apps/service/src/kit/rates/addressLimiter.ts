import { LIMITS } from '@hinterland/contract';
import { rateLimited } from '../problem.ts';
import { Counter } from './counter.ts';
import { networksOf } from './networks.ts';

const WAIT_SECONDS = 2 * LIMITS.rateWindowSeconds;

/**
 * Slows down guessing: counts the requests without a valid key per network address, of IPv6 per network, of the current and
 * the previous window. It never refuses requests with a valid key, so each replica keeps its own count.
 */
export class AddressLimiter {
  readonly #now: () => number;
  readonly #begunMs: number;
  /** Failures by window and network. So many networks in two windows are an attack from many machines. */
  readonly #failures = new Counter(200_000);

  /** `now` answers milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
    this.#begunMs = now();
  }

  /** Counts a failure. Throws rate_limited where the address has had too many. */
  failed(address: string): void {
    const now = this.#now();
    const window = Math.floor((now - this.#begunMs) / (LIMITS.rateWindowSeconds * 1000));
    const of = (network: string, ago: number) => this.#failures.level(`${window - ago} ${network}`, 0, now);
    const networks = networksOf(address);
    if (
      networks.some(({ network, times }) => of(network, 0) + of(network, 1) >= times * LIMITS.unauthenticatedPerMinute)
    ) {
      throw rateLimited(
        `Too many requests without a valid API key came from this address. Wait ${WAIT_SECONDS} s.`,
        'unauthenticated',
        WAIT_SECONDS,
      );
    }
    for (const { network } of networks) this.#failures.set(`${window} ${network}`, of(network, 0) + 1, now);
  }
}
