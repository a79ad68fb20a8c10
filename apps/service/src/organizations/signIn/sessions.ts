import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { ProblemError } from '../../kit/problem.ts';
import type { Visitor } from '../../kit/who.ts';
import { activeOf, placesOf } from '../identity/places.ts';

/** Sessions of a user, seen from one of them. */
export type Sessions = ReturnType<typeof makeSessions>;

export const makeSessions = (db: Db) => ({
  /** The present session, its user and their organizations. */
  async read(visitor: Visitor) {
    const organizations = await placesOf(db, visitor.user.id);
    return {
      user: visitor.user,
      session: { id: visitor.sessionId, expiresAt: visitor.sessionExpiresAt.toISOString() },
      activeOrganization: activeOf(visitor, organizations),
      organizations,
    };
  },

  /** Newest first. */
  async list({ user, sessionId }: Visitor) {
    const { rows } = await sql<{
      id: number;
      ip_address: string | null;
      user_agent: string | null;
      created_at: Date;
      expires_at: Date;
    }>`
      select id, ip_address, user_agent, created_at, least(expires_at, ends_at) as expires_at from web_session
      where user_id = ${user.id} and least(expires_at, ends_at) > clock_timestamp() order by id desc`.execute(db);
    return rows.map((row) => ({
      id: row.id,
      current: row.id === sessionId,
      address: row.ip_address,
      userAgent: row.user_agent,
      createdAt: row.created_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
    }));
  },

  /** Ends all sessions but the present one. Returns how many. */
  async revokeOthers({ user, sessionId }: Visitor): Promise<number> {
    const { rows } = await sql`
      delete from web_session where user_id = ${user.id} and id <> ${sessionId} returning id`.execute(db);
    return rows.length;
  },

  /** Throws not_found. */
  async revoke({ user }: Visitor, id: number): Promise<void> {
    const { rows } = await sql`
      delete from web_session where user_id = ${user.id} and id = ${id} returning id`.execute(db);
    if (rows.length === 0) throw unknownSession();
  },
});

export const unknownSession = () => new ProblemError('not_found', 'You have no session with this number.');
