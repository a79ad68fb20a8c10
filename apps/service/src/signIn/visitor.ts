import type { Role } from '@hinterland/contract';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Exchange } from '../http/exchange.ts';
import type { HttpParts } from '../http/parts.ts';
import { ProblemError } from '../problem.ts';
import { type Member, type Place, unknownOrganization, type Visitor } from '../who.ts';
import type { Browser } from './signIn.ts';

export const browserOf = (exchange: Exchange): Browser => ({
  cookie: exchange.header('cookie'),
  userAgent: exchange.header('user-agent'),
  address: exchange.address,
});

/** Who is signed in; nothing is cached, so that a session that was ended is out with the next request. Throws not_signed_in. */
export async function enter({ db, signIn }: Pick<HttpParts, 'db' | 'signIn'>, exchange: Exchange): Promise<Visitor> {
  const found = await signIn.session(browserOf(exchange));
  if (found === null) throw notSignedIn();
  for (const cookie of found.cookies) exchange.setHeader('Set-Cookie', cookie);
  const { rows } = await sql<{ id: number; name: string; email: string; active_organization_id: number | null }>`
    select u.id, u.name, u.email, s.active_organization_id
    from web_session s join app_user u on u.id = s.user_id where s.id = ${found.session.id}`.execute(db);
  const row = rows[0];
  if (row === undefined) throw notSignedIn();
  return {
    sessionId: found.session.id,
    sessionExpiresAt: found.session.expiresAt,
    user: { id: row.id, name: row.name, email: row.email },
    chosenOrganizationId: row.active_organization_id,
  };
}

const notSignedIn = () =>
  new ProblemError('not_signed_in', 'Sign in first. The session is missing, has ended or was revoked.');

/**
 * Who is signed in, in the organization of the path. Throws not_signed_in, and not_found where there is no such
 * organization or the user is not a member of it: the answer is the same.
 */
export async function enterOrganization(parts: Pick<HttpParts, 'db' | 'signIn'>, exchange: Exchange): Promise<Member> {
  const visitor = await enter(parts, exchange);
  const organizationId = idIn(exchange, 'organizationId', unknownOrganization);
  const place = (await placesOf(parts.db, visitor.user.id)).find(
    ({ organization }) => organization.id === organizationId,
  );
  if (place === undefined) throw unknownOrganization();
  return { ...visitor, ...place };
}

/** A number in the path; throws what `unknown` makes where it is none. */
export function idIn(exchange: Exchange, name: string, unknown: () => ProblemError): number {
  const text = exchange.parameter(name);
  if (!/^[1-9]\d{0,14}$/.test(text)) throw unknown();
  return Number(text);
}

/** Every organization of a user, the one joined first in front. */
export async function placesOf(db: Db, userId: number): Promise<Place[]> {
  const { rows } = await sql<{
    id: number;
    name: string;
    role: Role;
    billing: boolean;
    team_id: number | null;
    team_name: string | null;
  }>`
    select o.id, o.name, m.role, m.billing, t.id as team_id, t.name as team_name
    from membership m
    join organization o on o.id = m.organization_id
    left join team t on t.id = m.team_id
    where m.user_id = ${userId} order by m.created_at, o.id`.execute(db);
  return rows.map((row) => ({
    organization: { id: row.id, name: row.name },
    role: row.role,
    billing: row.billing,
    team: row.team_id === null ? null : { id: row.team_id, name: row.team_name as string },
  }));
}
