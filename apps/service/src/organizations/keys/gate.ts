import type { Clock, Db } from '../../kit/db/database.ts';
import type { Exchange } from '../../kit/http/exchange.ts';
import type { Gates } from '../../kit/http/gates.ts';
import { ProblemError } from '../../kit/problem.ts';
import type { AddressLimiter } from '../../kit/rates/addressLimiter.ts';
import type { RequestCounts } from '../../kit/rates/budgets.ts';
import { type Policy, RATE_LIMIT_POLICY, rateLimitHeader, statesOf, takeRate } from '../../kit/rates/rateLimit.ts';
import { type Caller, requireScope } from '../../kit/who.ts';
import { authenticate, type Credentials, type Entered } from './authenticate.ts';

export interface KeyGate extends Pick<Gates, 'key'> {
  /**
   * The caller behind the bearer key (401), counted in these windows (429); what is left of them stands in the answer's
   * headers. It counts for the organization, too. Requests without a valid key count against their network address.
   */
  enter(exchange: Exchange, policies: readonly Policy[]): Promise<Caller>;
  /** Counts a call of a caller who was admitted already in further windows. Throws rate_limited. */
  count(caller: Caller, policies: readonly Policy[]): Promise<void>;
}

const credentialsOf = (exchange: Exchange): Credentials => ({
  authorization: exchange.header('authorization'),
  address: exchange.address,
});

interface KeyGateSettings {
  readonly db: Db;
  readonly clock: Clock;
  readonly addresses: AddressLimiter;
  readonly counts: RequestCounts;
}

export function makeKeyGate({ db, clock, addresses, counts }: KeyGateSettings): KeyGate {
  async function enter(exchange: Exchange, policies: readonly Policy[]): Promise<Caller> {
    let entered: Entered;
    try {
      entered = await authenticate(db, clock, credentialsOf(exchange), policies);
    } catch (error) {
      if (error instanceof ProblemError && error.status === 401) addresses.failed(exchange.address);
      throw error;
    }
    const { organization, user, key } = entered.caller;
    exchange.note({ organization: organization.id, user: user.id, key: key.id });
    exchange.countFor(organization.id, key.id);
    exchange.setHeader('RateLimit-Policy', RATE_LIMIT_POLICY);
    exchange.setHeader('RateLimit', rateLimitHeader(statesOf(entered.rates)));
    await counts.ofOrganization(organization.id, exchange);
    return entered.caller;
  }
  return {
    enter,
    async count({ key }, policies) {
      if (policies.length > 0) await takeRate(db, clock, key.id, policies);
    },
    async key(exchange, scope) {
      const caller = await enter(exchange, ['requests']);
      requireScope(caller.key, scope);
      return caller;
    },
  };
}
