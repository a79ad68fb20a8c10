import { sql } from 'kysely';
import type { Clock, Db } from '../../kit/db/database.ts';
import { revokeKeys } from '../keys/store.ts';

/**
 * Takes a user out of an organization whose lock is held. From the next request on their sessions do not reach it, and their
 * keys in it are revoked for good, so that a later return does not revive them. What they made stays.
 */
export async function leave(
  trx: Db,
  clock: Clock,
  { organizationId, userId }: { organizationId: number; userId: number },
): Promise<void> {
  await sql`
    delete from membership where organization_id = ${organizationId} and user_id = ${userId}`.execute(trx);
  await revokeKeys(trx, clock, { organizationId, userId });
  await sql`
    update web_session set active_organization_id = null
    where user_id = ${userId} and active_organization_id = ${organizationId}`.execute(trx);
  await sql`
    delete from invitation where organization_id = ${organizationId} and invited_by = ${userId}`.execute(trx);
}
