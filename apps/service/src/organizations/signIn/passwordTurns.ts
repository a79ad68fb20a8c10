import { AsyncLocalStorage } from 'node:async_hooks';
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

interface Waiting {
  begin(): void;
  refuse(error: Error): void;
}

/**
 * Lets so many calls go at once. Of the networks whose calls wait each gets a turn before one gets its next (round robin, Nagle, RFC 970);
 * calls of one network go in their order.
 */
export class PasswordTurns {
  readonly #atOnce: number;
  readonly #waitingMax: number;
  #underWay = 0;
  #waits = 0;
  /** The network whose turn is next comes first. */
  readonly #lines = new Map<string, Waiting[]>();

  constructor(atOnce: number, waitingMax: number) {
    this.#atOnce = atOnce;
    this.#waitingMax = waitingMax;
  }

  /** Does the work when it is its turn. Throws service_unavailable where too many wait and none of them belongs to a longer line. */
  async take<T>(work: () => Promise<T>, network = derivedFor.getStore() ?? ''): Promise<T> {
    if (this.#underWay < this.#atOnce) this.#underWay++;
    else await this.#wait(network);
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  #wait(network: string): Promise<void> {
    const line = this.#lines.get(network) ?? [];
    if (this.#waits === this.#waitingMax) this.#makeRoom(line.length);
    return new Promise((begin, refuse) => {
      line.push({ begin, refuse });
      this.#lines.set(network, line);
      this.#waits++;
    });
  }

  /** Refuses the last call of the longest line. Throws where that is no longer than the line of `length` would become. */
  #makeRoom(length: number): void {
    const longest = [...this.#lines.values()].reduce((one, other) => (other.length > one.length ? other : one));
    if (longest.length <= length + 1) throw tooMany();
    longest.pop()?.refuse(tooMany());
    this.#waits--;
  }

  #next(): void {
    const [first] = this.#lines;
    if (first === undefined) {
      this.#underWay--;
      return;
    }
    const [network, line] = first;
    this.#lines.delete(network);
    line.shift()?.begin();
    this.#waits--;
    if (line.length > 0) this.#lines.set(network, line);
  }
}

const tooMany = () => unavailable('Too many passwords wait to be checked. Repeat the call in a moment.', 5);
