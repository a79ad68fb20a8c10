import { sql } from 'kysely';
import { type Clock, type Db, now } from '../db/database.ts';
import type { Thousandths } from './amounts.ts';

/** A hold under which work is charged part by part. */
export interface OpenHold {
  readonly id: number;
  readonly organizationId: number;
}

/**
 * Charges one part of a hold's work and leaves the hold open: the ledger entry, the balance, the counters and the hold
 * move together. Needs the lock of the account. `charge` is above 0. Throws where the hold has ended or has too little
 * left: then the transaction must be rolled back.
 */
export async function chargePart(
  trx: Db,
  clock: Clock,
  hold: OpenHold,
  part: number,
  charge: Thousandths,
): Promise<void> {
  if (charge <= 0) throw new RangeError(`a part's charge is above 0, not ${charge}`);
  const { rows } = await sql`
    with hold as (
      update credit_hold set committed = committed + ${charge}
      where id = ${hold.id} and organization_id = ${hold.organizationId} and state = 'held'
        and committed + ${charge} <= amount
      returning *
    ), account as (
      update credit_account a
      set balance = a.balance - ${charge}, reserved = a.reserved - ${charge}, next_seq = a.next_seq + 1
      from hold h where a.organization_id = h.organization_id
      returning a.balance, a.next_seq
    ), counters as (
      update spend_counter c set reserved = c.reserved - ${charge}, committed = c.committed + ${charge}
      from hold h
      where c.organization_id = h.organization_id and c.month = h.month
        and ((c.scope = 'team' and c.scope_id = h.team_id) or (c.scope = 'user' and c.scope_id = h.user_id)
          or (c.scope = 'api_key' and c.scope_id = h.api_key_id))
    )
    insert into ledger_entry (organization_id, seq, kind, amount, balance_after, hold_id, part, operation, user_id,
      team_id, api_key_id, api_key_name, month, created_at)
    select h.organization_id, a.next_seq - 1, 'charge', -${charge}::bigint, a.balance, h.id, ${part}, h.action_id,
      h.user_id, h.team_id, h.api_key_id, (select k.name from api_key k where k.id = h.api_key_id), h.month, ${now(clock)}
    from hold h, account a
    returning seq`.execute(trx);
  if (rows.length === 0) throw new Error(`hold ${hold.id} has too little left for part ${part}, or has ended`);
}

/**
 * Ends a hold whose parts were charged one by one; what is left of it is free again. One without any charge counts as
 * released, which frees its idempotency key, unless `keep` says that its work was done. Needs the lock of the account.
 */
export async function endHold(trx: Db, clock: Clock, hold: OpenHold, { keep }: { keep: boolean }): Promise<void> {
  await sql`
    with hold as (
      update credit_hold
      set state = case when committed > 0 or ${keep} then 'committed'::hold_state else 'released'::hold_state end,
        ended_at = ${now(clock)}
      where id = ${hold.id} and organization_id = ${hold.organizationId} and state = 'held'
      returning *
    ), account as (
      update credit_account a set reserved = a.reserved - (h.amount - h.committed)
      from hold h where a.organization_id = h.organization_id
    )
    update spend_counter c set reserved = c.reserved - (h.amount - h.committed)
    from hold h
    where c.organization_id = h.organization_id and c.month = h.month
      and ((c.scope = 'team' and c.scope_id = h.team_id) or (c.scope = 'user' and c.scope_id = h.user_id)
        or (c.scope = 'api_key' and c.scope_id = h.api_key_id))`.execute(trx);
}
