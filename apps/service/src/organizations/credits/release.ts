import { sql } from 'kysely';
import { type Clock, type Db, instantOf } from '../../kit/db/database.ts';
import type { OpenHold } from './endHold.ts';

/**
 * Ends a hold without a charge (ledger/release.sql). False where it had ended before. With `onlyExpired`, a hold whose
 * lease was renewed in the meantime stays.
 */
export async function releaseHold(
  db: Db,
  clock: Clock,
  hold: OpenHold,
  options: { readonly onlyExpired?: boolean } = {},
): Promise<boolean> {
  const { rows } = await sql<{ released: boolean }>`
    select release_hold(${hold.organizationId}, ${hold.id}, ${options.onlyExpired ?? false}, ${instantOf(clock)})
      as released`.execute(db);
  return rows[0]?.released === true;
}
