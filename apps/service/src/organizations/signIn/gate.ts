import { said } from '@hinterland/answers/said';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import type { Exchange } from '../../kit/http/exchange.ts';
import type { Gates } from '../../kit/http/gates.ts';
import { pathNumber } from '../../kit/http/parameters.ts';
import { requireSameSite } from '../../kit/http/sameSite.ts';
import { ProblemError } from '../../kit/problem.ts';
import type { RequestCounts } from '../../kit/rates/budgets.ts';
import { unknownOrganization, type Visitor } from '../../kit/who.ts';
import { placeIn } from '../identity/places.ts';
import { requireNotSuspended } from '../identity/suspended.ts';
import type { Browser } from './library.ts';
import type { SignIn } from './signIn.ts';

export interface SessionGateSettings {
  readonly db: Db;
  readonly signIn: SignIn;
  readonly baseUrl: () => string;
  readonly counts: RequestCounts;
}

/** Returns the user of the session in the cookie. Not cached: a revoked session stops working at the next request. */
export function makeSessionGate({
  db,
  signIn,
  baseUrl,
  counts,
}: SessionGateSettings): Pick<Gates, 'site' | 'stranger' | 'visitor' | 'member'> {
  async function visitor(exchange: Exchange): Promise<Visitor> {
    const found = await signIn.session(browserOf(exchange));
    if (found === null) throw notSignedIn();
    exchange.setCookies(found.cookies);
    const { rows } = await sql<{ id: number; name: string; email: string; active_organization_id: number | null }>`
      select u.id, u.name, u.email, s.active_organization_id
      from web_session s join app_user u on u.id = s.user_id where s.id = ${found.session.id}`.execute(db);
    const row = rows[0];
    if (row === undefined) throw notSignedIn();
    exchange.note({ user: row.id });
    counts.ofUser(row.id);
    return {
      sessionId: found.session.id,
      sessionExpiresAt: found.session.expiresAt,
      address: exchange.address,
      user: { id: row.id, name: row.name, email: row.email },
      chosenOrganizationId: row.active_organization_id,
    };
  }

  return {
    site: (exchange) => requireSameSite(exchange, baseUrl()),
    stranger: (exchange) => counts.ofAddress(exchange.address, exchange),
    visitor,
    async member(exchange) {
      const who = await visitor(exchange);
      const organizationId = pathNumber(unknownOrganization).read(exchange.parameter('organizationId'));
      const place = await placeIn(db, who.user.id, organizationId);
      exchange.note({ organization: place.organization.id });
      exchange.countFor(place.organization.id, null);
      await counts.ofOrganization(place.organization.id, exchange);
      if (exchange.method !== 'GET' && exchange.method !== 'HEAD') await requireNotSuspended(db, organizationId);
      return { ...who, ...place };
    },
  };
}

/** Parts of a request that matter for its session. */
export const browserOf = (exchange: Exchange): Browser => ({
  cookie: exchange.header('cookie'),
  userAgent: exchange.header('user-agent'),
  address: exchange.address,
});

const notSignedIn = () => new ProblemError('not_signed_in', said('sign_in_first'));
