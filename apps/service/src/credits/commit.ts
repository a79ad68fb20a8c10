import { sql } from 'kysely';
import { type Clock, type Db, now } from '../db/database.ts';
import { unavailable } from '../problem.ts';
import { lockAccount } from './account.ts';
import type { Thousandths } from './amounts.ts';
import type { Hold } from './hold.ts';

/**
 * Charges a run and ends its hold, in one transaction: the ledger entry, the balance, the counters and the hold move
 * together. A charge of 0 leaves no entry. Part 0 of the hold's work.
 *
 * Throws service_unavailable where the hold is no longer open: its lease ran out and someone released it, so the result
 * must not be handed out.
 *
 * `alongside` writes what must be there with the charge and not without it, in the same transaction; its outcome is
 * answered. When it throws, nothing was charged and the hold is still open.
 */
export async function commitHold<T = void>(
  db: Db,
  clock: Clock,
  hold: Hold,
  charge: Thousandths,
  alongside?: (trx: Db, endedAt: Date) => Promise<T>,
): Promise<T | undefined> {
  if (charge < 0 || charge > hold.amount) {
    throw new RangeError(`a charge of ${charge} is outside the ${hold.amount} held`);
  }
  return db.transaction().execute(async (trx) => {
    await lockAccount(trx, hold.organizationId);
    const { rows } = await sql<{ ended_at: Date }>`
      with hold as (
        update credit_hold set state = 'committed', committed = ${charge}, ended_at = ${now(clock)}
        where id = ${hold.id} and organization_id = ${hold.organizationId} and state = 'held'
        returning *
      ), account as (
        update credit_account a
        set balance = a.balance - h.committed, reserved = a.reserved - h.amount,
          next_seq = a.next_seq + case when h.committed > 0 then 1 else 0 end
        from hold h where a.organization_id = h.organization_id
        returning a.balance, a.next_seq
      ), counters as (
        update spend_counter c set reserved = c.reserved - h.amount, committed = c.committed + h.committed
        from hold h
        where c.organization_id = h.organization_id and c.month = h.month
          and ((c.scope = 'team' and c.scope_id = h.team_id) or (c.scope = 'user' and c.scope_id = h.user_id)
            or (c.scope = 'api_key' and c.scope_id = h.api_key_id))
      ), entry as (
        insert into ledger_entry (organization_id, seq, kind, amount, balance_after, hold_id, part, operation, user_id,
          team_id, api_key_id, api_key_name, month, created_at)
        select h.organization_id, a.next_seq - 1, 'charge', -h.committed, a.balance, h.id, 0, h.action_id, h.user_id,
          h.team_id, h.api_key_id, (select k.name from api_key k where k.id = h.api_key_id), h.month, h.ended_at
        from hold h, account a where h.committed > 0
      )
      select ended_at from hold`.execute(trx);
    const ended = rows[0];
    if (ended === undefined)
      throw unavailable('The run was given up while it was computed; nothing was charged. Repeat it.');
    return alongside?.(trx, ended.ended_at);
  });
}
