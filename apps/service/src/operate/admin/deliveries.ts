import { sql } from 'kysely';
import { noteForOperator } from '../../kit/audit/note.ts';
import { type Clock, type Db, now } from '../../kit/db/database.ts';
import { LISTED } from './listed.ts';

/** A delivery as operators see it. Times are in UTC. */
export interface DeliveryLine {
  readonly id: number;
  readonly organization: number;
  readonly webhook: number;
  readonly event: string;
  readonly status: string;
  readonly attempts: number;
  readonly error: string | null;
  readonly created: string;
  readonly due: string | null;
}

/** Deliveries that wait or have failed, or all; the newest first. */
export async function listDeliveries(db: Db, organizationId: number | null, all: boolean): Promise<DeliveryLine[]> {
  const { rows } = await sql<DeliveryLine>`
    select d.id, w.organization_id as organization, d.webhook_id as webhook, e.type as event, d.status, d.attempts, d.error,
      date_trunc('second', d.created_at at time zone 'utc')::text as created,
      date_trunc('second', d.due_at at time zone 'utc')::text as due
    from webhook_delivery d join webhook w on w.id = d.webhook_id join event e on e.id = d.event_id
    where (${all}::boolean or d.status <> 'delivered')
      and (${organizationId}::bigint is null or w.organization_id = ${organizationId})
    order by d.id desc limit ${LISTED}`.execute(db);
  return rows;
}

/**
 * Sends a delivery that has ended once more, with the same event and id, as if for the first time. Answers what became of
 * it.
 */
export async function resendDelivery(
  db: Db,
  clock: Clock,
  id: number,
): Promise<'sent' | 'unknown' | 'under way' | 'disabled'> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ organization_id: number; ended: boolean; disabled: boolean }>`
      select w.organization_id, d.ended_at is not null as ended, w.status = 'disabled' as disabled
      from webhook_delivery d join webhook w on w.id = d.webhook_id where d.id = ${id} for update of d`.execute(trx);
    const [found] = rows;
    if (found === undefined) return 'unknown';
    if (!found.ended) return 'under way';
    if (found.disabled) return 'disabled';
    await sql`
      update webhook_delivery
      set status = 'pending', attempts = 0, response_code = null, error = null, lease_until = null, ended_at = null,
        due_at = date_trunc('milliseconds', ${now(clock)})
      where id = ${id}`.execute(trx);
    await noteForOperator(trx, clock, found.organization_id, 'delivery.resent', { id });
    return 'sent';
  });
}
