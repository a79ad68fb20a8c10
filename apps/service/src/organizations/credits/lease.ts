import { LIMITS } from '@hinterland/contract';
import { sql } from 'kysely';
import { type Clock, type Db, now } from '../../kit/db/database.ts';
import type { Hold } from './hold.ts';

/** Says that the worker of a hold is alive. False where the hold has ended: the work is then for nothing. */
export async function renewLease(
  db: Db,
  clock: Clock,
  hold: Hold,
  leaseSeconds: number = LIMITS.holdLeaseSeconds,
): Promise<boolean> {
  const { rows } = await sql`
    update credit_hold set lease_until = ${now(clock)} + make_interval(secs => ${leaseSeconds})
    where id = ${hold.id} and state = 'held' returning id`.execute(db);
  return rows.length > 0;
}
