import { sql } from 'kysely';
import { type Clock, type Db, instantOf } from '../db/database.ts';
import { unavailable } from '../problem.ts';
import type { Thousandths } from './amounts.ts';
import type { Hold } from './hold.ts';

/**
 * Charges a run and ends its hold, in one statement (ledger/commit.sql). A charge of 0 leaves no entry.
 *
 * Throws service_unavailable where the hold is no longer open: its lease ran out and someone released it, so the result
 * must not be handed out.
 *
 * `alongside` writes rows that belong to the charge, in one transaction with it, and its outcome is returned. When it
 * throws, nothing was charged and the hold is still open.
 */
export async function commitHold<T = never>(
  db: Db,
  clock: Clock,
  hold: Hold,
  charge: Thousandths,
  alongside: ((trx: Db, endedAt: Date) => Promise<T>) | null = null,
): Promise<T | null> {
  if (charge < 0 || charge > hold.amount) {
    throw new RangeError(`a charge of ${charge} is outside the ${hold.amount} held`);
  }
  const commit = async (one: Db): Promise<Date> => {
    const { rows } = await sql<{ ended_at: Date | null }>`
      select commit_hold(${hold.organizationId}, ${hold.id}, ${charge}, ${instantOf(clock)})
        as ended_at`.execute(one);
    const endedAt = rows[0]?.ended_at ?? null;
    if (endedAt !== null) return endedAt;
    throw unavailable('The run was given up while it was computed; nothing was charged. Repeat it.');
  };
  if (alongside !== null) return db.transaction().execute(async (trx) => alongside(trx, await commit(trx)));
  await commit(db);
  return null;
}
