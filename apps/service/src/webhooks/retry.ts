import { type Delivery, LIMITS } from '@hinterland/contract';
import { sql } from 'kysely';
import { type Clock, type Db, now } from '../kit/db/database.ts';
import { hearsOf } from '../kit/events/hearing.ts';
import type { Claimed } from './deliveries.ts';
import type { Outcome } from './send.ts';

/** Consequences of an attempt beyond its delivery. */
export type Recorded = 'noted' | 'endpoint disabled' | 'stale';

/**
 * Records the outcome of an attempt: the delivery is delivered, has failed, or waits for its next attempt, counted from
 * now; the endpoint's failures in a row are counted or reset, and too many disable it. An attempt that was recorded
 * before stays as it is: `stale`.
 */
export async function recordOutcome(trx: Db, clock: Clock, claimed: Claimed, outcome: Outcome): Promise<Recorded> {
  const { id, webhookId, attempt } = claimed;
  // Locks the endpoint first, as deletion does; the other order could deadlock.
  await sql`select id from webhook where id = ${webhookId} for no key update`.execute(trx);
  const wait = outcome.delivered ? undefined : LIMITS.deliveryRetrySeconds[attempt - 1];
  const status: Delivery['status'] = outcome.delivered
    ? 'delivered'
    : wait === undefined
      ? 'failed'
      : 'retry_scheduled';
  const at = sql`date_trunc('milliseconds', ${now(clock)})`;
  const { rows } = await sql`
    update webhook_delivery set attempts = ${attempt}, status = ${status}, response_code = ${outcome.responseCode},
      error = ${outcome.error}, lease_until = null, last_attempt_at = ${at},
      due_at = ${wait === undefined ? null : sql`${at} + make_interval(secs => ${wait})`},
      ended_at = ${wait === undefined ? at : null}
    where id = ${id} and attempts = ${attempt - 1} and ended_at is null
    returning id`.execute(trx);
  if (rows.length === 0) return 'stale';
  if (outcome.delivered) {
    await sql`
      update webhook set consecutive_failures = 0
      where id = ${webhookId} and status = 'active' and consecutive_failures > 0`.execute(trx);
    return 'noted';
  }
  const failing = await sql<{ status: string }>`
    update webhook set consecutive_failures = consecutive_failures + 1,
      status = case when consecutive_failures + 1 >= ${LIMITS.failedAttemptsUntilDisabled} then 'disabled' else status end,
      disabled_at = case when consecutive_failures + 1 >= ${LIMITS.failedAttemptsUntilDisabled} then ${at} end
    where id = ${webhookId} and status = 'active' returning status`.execute(trx);
  return failing.rows[0]?.status === 'disabled' ? 'endpoint disabled' : 'noted';
}

/** Deliveries that fail together; of more the next claim takes care. */
const FAILED_TOGETHER = 1000;

/**
 * Fails a claimed delivery that must not be sent: its endpoint was disabled, or its maker may not hear of it any more. Of a
 * disabled endpoint all others that are due fail with it.
 */
export async function failSilent(db: Db, clock: Clock, { id, webhookId }: Claimed): Promise<void> {
  await sql`
    update webhook_delivery set status = 'failed', error = 'endpoint_disabled', response_code = null,
      ended_at = ${now(clock)}, due_at = null, lease_until = null
    where id in (
      select d.id from webhook_delivery d join webhook w on w.id = d.webhook_id join event e on e.id = d.event_id
      where d.webhook_id = ${webhookId} and d.ended_at is null
        and case w.status
          when 'disabled' then d.id = ${id}
            or (d.due_at <= ${now(clock)} and (d.lease_until is null or d.lease_until <= ${now(clock)}))
          else d.id = ${id} and not ${hearsOf(sql`e.user_id`)} end
      order by d.due_at, d.id limit ${FAILED_TOGETHER} for update of d skip locked
    )`.execute(db);
}

/**
 * Makes deliveries due that would wait for longer than any attempt does, by a minute: the clock has gone back since their time was
 * written.
 */
export async function bringDeliveriesForward(db: Db, clock: Clock): Promise<void> {
  const waits = [0, ...LIMITS.deliveryRetrySeconds];
  await sql`
    update webhook_delivery set due_at = date_trunc('milliseconds', ${now(clock)})
    where ended_at is null
      and due_at > ${now(clock)} + make_interval(secs => (${waits}::float8[])[attempts + 1]) + interval '1 minute'`.execute(
    db,
  );
}
