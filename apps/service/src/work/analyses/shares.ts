import type { NewShares, Shares } from '@hinterland/contract';
import { sql } from 'kysely';
import { type Clock, type Db, now } from '../../kit/db/database.ts';

/** Present permissions; the caller, which knows the address of the service, adds the link. */
export type StoredShares = Omit<Shares, 'url'>;

/** Null where the analysis is gone. A link that has ended reads as none. */
export async function readShares(db: Db, clock: Clock, analysisId: number): Promise<StoredShares | null> {
  const { rows } = await sql<{
    share_team: boolean;
    share_organization: boolean;
    anyone: boolean;
    anyone_expires_days: 7 | 30 | null;
    anyone_expires_at: Date | null;
    people: string[];
  }>`
    select a.share_team, a.share_organization, a.anyone_expires_days, a.anyone_expires_at,
      a.share_anyone and (a.anyone_expires_at is null or a.anyone_expires_at > ${now(clock)}) as anyone,
      array(select p.email from analysis_person p where p.analysis_id = a.id order by p.email) as people
    from analysis a where a.id = ${analysisId}`.execute(db);
  const row = rows[0];
  if (row === undefined) return null;
  return {
    team: row.share_team,
    organization: row.share_organization,
    anyone: row.anyone,
    anyoneExpiresDays: row.anyone ? row.anyone_expires_days : null,
    people: row.people,
    anyoneExpiresAt: row.anyone ? (row.anyone_expires_at?.toISOString() ?? null) : null,
  };
}

/**
 * Replaces all permissions of an analysis. A number of days begins to count now, also where it was set before. Returns
 * the addresses that were never notified of this analysis and records them as notified; null where the analysis is gone.
 */
export async function replaceShares(
  trx: Db,
  clock: Clock,
  analysisId: number,
  wanted: NewShares,
): Promise<string[] | null> {
  const days = wanted.anyone ? wanted.anyoneExpiresDays : null;
  // The update takes the lock of the row, so that two calls at once leave the permissions of one of them.
  const { rows } = await sql`
    update analysis set share_team = ${wanted.team}, share_organization = ${wanted.organization},
      share_anyone = ${wanted.anyone}, link_ended = case when ${wanted.anyone} then null
        when not share_anyone then link_ended
        when anyone_expires_at <= ${now(clock)} then 'expired' else 'withdrawn' end,
      anyone_expires_days = ${days}::integer,
      anyone_expires_at = date_trunc('milliseconds', ${now(clock)} + make_interval(days => ${days}::integer))
    where id = ${analysisId} returning id`.execute(trx);
  if (rows.length === 0) return null;
  await sql`
    delete from analysis_person where analysis_id = ${analysisId} and not email = any (${wanted.people}::text[])`.execute(
    trx,
  );
  await sql`
    insert into analysis_person (analysis_id, email)
    select ${analysisId}::bigint, email from unnest(${wanted.people}::text[]) email
    on conflict do nothing`.execute(trx);
  const told = await sql<{ email: string }>`
    insert into analysis_notice (analysis_id, email)
    select ${analysisId}::bigint, email from unnest(${wanted.people}::text[]) email
    on conflict do nothing returning email`.execute(trx);
  return told.rows.map(({ email }) => email);
}
