import { AsyncLocalStorage } from 'node:async_hooks';
import { FairTurns } from '../../kit/fairness/fairTurns.ts';
import type { Route } from '../../kit/http/route.ts';
import { unavailable } from '../../kit/problem.ts';
import { networkOf } from '../../kit/rates/networks.ts';

/** The network whose turn the derivation of a password takes. */
const derivedFor = new AsyncLocalStorage<string>();

/** Has the passwords of a route wait in the line of the network that the request came from: of IPv6 the /64. */
export const byNetwork = (route: Route): Route => ({
  ...route,
  answer: (exchange, gates) => derivedFor.run(networkOf(exchange.address), () => route.answer(exchange, gates)),
});

/** Derivations of passwords: so many at once, and of the networks whose calls wait the one that was served the least comes next. */
export class PasswordTurns {
  readonly #turns: FairTurns;

  constructor(atOnce: number, waitingMax: number) {
    this.#turns = new FairTurns({ atOnce, waitingMax, tooMany });
  }

  /** Does the work when it is its turn. Throws service_unavailable where too many wait and none of them belongs to a longer line. */
  take<T>(work: () => Promise<T>, network = derivedFor.getStore() ?? ''): Promise<T> {
    return this.#turns.take(network, work);
  }
}

const tooMany = () => unavailable('Too many passwords wait to be checked. Repeat the call in a moment.', 5);
