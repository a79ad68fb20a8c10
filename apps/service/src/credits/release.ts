import { sql } from 'kysely';
import { type Clock, type Db, now } from '../db/database.ts';
import { lockAccount } from './account.ts';

/**
 * Ends a hold without a charge. False where it had ended before: a hold ends exactly once. With `onlyExpired`, a hold
 * whose lease was renewed in the meantime stays.
 */
export async function releaseHold(
  db: Db,
  clock: Clock,
  hold: { readonly id: number; readonly organizationId: number },
  options: { readonly onlyExpired?: boolean } = {},
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockAccount(trx, hold.organizationId);
    const { rows } = await sql`
      with hold as (
        update credit_hold set state = 'released', ended_at = ${now(clock)}
        where id = ${hold.id} and organization_id = ${hold.organizationId} and state = 'held'
          and (not ${options.onlyExpired ?? false} or lease_until < ${now(clock)})
        returning *
      ), account as (
        update credit_account a set reserved = a.reserved - h.amount
        from hold h where a.organization_id = h.organization_id
      ), counters as (
        update spend_counter c set reserved = c.reserved - h.amount
        from hold h
        where c.organization_id = h.organization_id and c.month = h.month
          and ((c.scope = 'team' and c.scope_id = h.team_id) or (c.scope = 'user' and c.scope_id = h.user_id)
            or (c.scope = 'api_key' and c.scope_id = h.api_key_id))
      )
      select id from hold`.execute(trx);
    return rows.length > 0;
  });
}
