import { LIMITS } from '@hinterland/contract';
import { sql } from 'kysely';
import { type Clock, type Db, now } from '../../kit/db/database.ts';
import type { Log } from '../../kit/log.ts';
import { releaseHold } from './release.ts';

/**
 * Shortens leases that lie far ahead, since the clock went back: those who still work renew theirs, the others end. Leases of
 * jobs are for ever.
 */
async function shortenLeases(db: Db, clock: Clock): Promise<void> {
  const lease = sql`make_interval(secs => ${LIMITS.holdLeaseSeconds})`;
  await sql`
    update credit_hold set lease_until = ${now(clock)} + ${lease}
    where state = 'held' and lease_until > ${now(clock)} + 2 * ${lease} and lease_until < 'infinity'`.execute(db);
}

/**
 * Releases the holds of workers that are gone. Any number of replicas may do this at the same time. Answers how many
 * it released.
 */
export async function releaseExpiredHolds(db: Db, clock: Clock): Promise<number> {
  await shortenLeases(db, clock);
  const { rows } = await sql<{ id: number; organization_id: number }>`
    select id, organization_id from credit_hold
    where state = 'held' and lease_until < ${now(clock)} order by lease_until limit 200`.execute(db);
  let released = 0;
  for (const { id, organization_id } of rows) {
    if (await releaseHold(db, clock, { id, organizationId: organization_id }, { onlyExpired: true })) released++;
  }
  return released;
}

/** Releases the holds of lost runs as a regular task, and logs how many there were. */
export async function releaseLostHolds(db: Db, clock: Clock, log: Log): Promise<void> {
  const released = await releaseExpiredHolds(db, clock);
  if (released > 0) log.warn({ released }, 'holds of lost runs released');
}
