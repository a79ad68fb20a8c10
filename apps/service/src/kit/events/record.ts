import { randomBytes } from 'node:crypto';
import type { EventData, EventEnvelope, EventType } from '@hinterland/contract';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { presentSpan } from '../traces/span.ts';
import { hearsOf } from './hearing.ts';

export interface NewEvent<T extends EventType> {
  readonly organizationId: number;
  /** The user whose job or run it is about. */
  readonly userId: number;
  readonly type: T;
  /**
   * What it is about, such as `job:job_01:completed`: of all events of an organization with the same subject only the
   * first is stored, so that repeated work sends no event twice.
   */
  readonly subject: string;
  readonly data: EventData<T>;
  readonly createdAt: Date;
}

/**
 * Writes an event and its deliveries to the active endpoints that listen to it and may hear of it, in the transaction of what it
 * is about: they are sent when, and only when, that is committed. False where the subject had an event already, or the organization
 * was deleted.
 */
export async function recordEvent<T extends EventType>(trx: Db, event: NewEvent<T>): Promise<boolean> {
  const { organizationId, userId, type, subject } = event;
  const envelope = envelopeOf(event);
  const createdAt = envelope.createdAt;
  const { rows } = await sql`
    insert into event (id, organization_id, user_id, type, subject, body, traceparent, created_at)
    select ${envelope.id}::text, o.id, ${userId}::bigint, ${type}::text, ${subject}::text, ${JSON.stringify(envelope)}::text,
      ${presentSpan()?.traceparent ?? null}::text, ${createdAt}::timestamptz
    from organization o where o.id = ${organizationId} and o.deleted_at is null for key share of o
    on conflict (organization_id, subject) do nothing returning id`.execute(trx);
  if (rows.length === 0) return false;
  // The endpoints are locked against deletion: one that goes at this moment is left out, and breaks nothing.
  await sql`
    with listening as (
      select w.id from webhook w
      where w.organization_id = ${organizationId} and w.status = 'active' and ${type} = any (w.events)
        and ${hearsOf(sql`${userId}`)}
      order by w.id for key share
    )
    insert into webhook_delivery (webhook_id, event_id, due_at, created_at)
    select id, ${envelope.id}::text, ${createdAt}::timestamptz, ${createdAt}::timestamptz from listening`.execute(trx);
  return true;
}

export function envelopeOf<T extends EventType>({
  type,
  data,
  createdAt,
}: Pick<NewEvent<T>, 'type' | 'data' | 'createdAt'>): EventEnvelope<T> {
  return { id: `evt_${randomBytes(16).toString('hex')}`, type, createdAt: createdAt.toISOString(), data };
}
