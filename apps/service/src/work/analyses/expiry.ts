import { sql } from 'kysely';
import { type Clock, type Db, now } from '../../kit/db/database.ts';
import type { Log } from '../../kit/log.ts';

/** Takes back links whose time is over. They have led nowhere since; what stays is that they expired. */
export async function endExpiredShares(db: Db, clock: Clock, log: Log): Promise<void> {
  const { rows } = await sql`
    update analysis set share_anyone = false, link_ended = 'expired', anyone_expires_days = null,
      anyone_expires_at = null
    where anyone_expires_at <= ${now(clock)} returning id`.execute(db);
  if (rows.length > 0) log.info({ links: rows.length }, 'links that have ended were taken back');
}
