import type { Delivery, EventType } from '@hinterland/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Clock, type Db, now } from '../kit/db/database.ts';
import { hearsOf } from '../kit/events/hearing.ts';

interface DeliveryRow {
  id: number;
  event_id: string;
  type: EventType;
  body: string;
  status: Delivery['status'];
  attempts: number;
  due_at: Date | null;
  response_code: number | null;
  error: string | null;
  created_at: Date;
  last_attempt_at: Date | null;
}

const deliveryOf = (row: DeliveryRow): Delivery => ({
  id: row.id,
  event: row.type,
  eventId: row.event_id,
  status: row.status,
  attempts: row.attempts,
  nextAttemptAt: row.due_at?.toISOString() ?? null,
  responseCode: row.response_code,
  error: row.error,
  payload: JSON.parse(row.body),
  createdAt: row.created_at.toISOString(),
  lastAttemptAt: row.last_attempt_at?.toISOString() ?? null,
});

const listed = sql`
  select d.id, d.event_id, e.type, e.body, d.status, d.attempts, d.due_at, d.response_code, d.error, d.created_at,
    d.last_attempt_at
  from webhook_delivery d join event e on e.id = d.event_id`;

/** Newest first: all of a webhook, or those about one user. */
export async function listDeliveries(
  db: Db,
  webhookId: number,
  { about, limit }: { readonly about: number | null; readonly limit: number },
): Promise<Delivery[]> {
  const ofUser = about === null ? sql`` : sql`and e.user_id = ${about}`;
  const { rows } = await sql<DeliveryRow>`
    ${listed} where d.webhook_id = ${webhookId} ${ofUser} order by d.id desc limit ${limit}`.execute(db);
  return rows.map(deliveryOf);
}

export async function findDelivery(db: Db, id: number): Promise<Delivery | null> {
  const { rows } = await sql<DeliveryRow>`${listed} where d.id = ${id}`.execute(db);
  return rows[0] === undefined ? null : deliveryOf(rows[0]);
}

/** Lease of a claimed delivery. Must exceed the longest attempt. */
const LEASE_SECONDS = 30;
/** A lease that ends later than this from now was taken before the clock went back, and counts as ended. */
const LONGEST_LEASE = sql`interval '1 minute'`;
/** Attempts to one endpoint at the same time: one that is slow must not keep the others waiting. */
const CONCURRENT_PER_WEBHOOK = 4;
/** Attempts of one organization at the same time, over all replicas: a quarter of what one process makes. */
const CONCURRENT_PER_ORGANIZATION = 8;

/** A claimed delivery, with all that an attempt needs. */
export interface Claimed {
  readonly id: number;
  readonly webhookId: number;
  readonly organizationId: number;
  readonly eventId: string;
  readonly type: EventType;
  readonly body: string;
  /** The trace of its event, as the header of that name has it. */
  readonly traceparent: string | null;
  readonly url: string;
  /** Nothing is sent: the endpoint was disabled, or its maker may not hear of this any more. */
  readonly silent: boolean;
  /** Number of the attempt to make, from 1. An attempt with an unknown outcome is made again with its number. */
  readonly attempt: number;
  /** Encrypted, the present one first. */
  readonly secrets: readonly Buffer[];
}

/** Attempts under way: `leased` by endpoint, `busy` by organization. */
const underWay = (clock: Clock): RawBuilder<unknown> => sql`
  leased as materialized (
    select d.webhook_id, w.organization_id, count(*) as attempts
    from webhook_delivery d join webhook w on w.id = d.webhook_id
    where d.lease_until > ${now(clock)} and d.lease_until <= ${now(clock)} + ${LONGEST_LEASE} group by 1, 2
  ), busy as materialized (
    select organization_id, sum(attempts) as attempts from leased group by 1
  )`;

/** How a process claims. */
export interface ClaimSettings {
  readonly leaseSeconds?: number | undefined;
  /** Organizations whose deliveries it took, the latest at the end. */
  readonly served?: readonly number[];
}

/**
 * Takes the next delivery that is due, or null. Organizations with fewer attempts under way come first, then those that the
 * process has not served for longer, then deliveries that have been due for longer. Of several callers each gets another.
 *
 * The time grows with the number of endpoints that have deliveries to make, and not with the number of deliveries: the
 * endpoints are read off the index of open deliveries one by one, and of each no more than it may have under way.
 */
export async function claimDue(
  db: Db,
  clock: Clock,
  { leaseSeconds = LEASE_SECONDS, served = [] }: ClaimSettings = {},
): Promise<Claimed | null> {
  const isDue = sql`d.ended_at is null and d.due_at <= ${now(clock)}
    and (d.lease_until is null or d.lease_until <= ${now(clock)} or d.lease_until > ${now(clock)} + ${LONGEST_LEASE})`;
  return claim(
    db,
    clock,
    sql`(with recursive ${underWay(clock)}, waiting as materialized (
      (select webhook_id from webhook_delivery where ended_at is null order by webhook_id limit 1)
      union all
      select (
        select d.webhook_id from webhook_delivery d where d.ended_at is null and d.webhook_id > e.webhook_id
        order by d.webhook_id limit 1
      ) from waiting e where e.webhook_id is not null
    ), candidate as materialized (
      select oldest.id, oldest.due_at, coalesce(b.attempts, 0) as busy,
        coalesce(array_position(${served}::bigint[], w.organization_id), 0) as served
      from waiting e
      join webhook w on w.id = e.webhook_id
      left join leased l on l.webhook_id = w.id
      left join busy b on b.organization_id = w.organization_id
      cross join lateral (
        select d.id, d.due_at from webhook_delivery d where d.webhook_id = w.id and ${isDue}
        order by d.due_at, d.id limit ${CONCURRENT_PER_WEBHOOK}
      ) oldest
      where coalesce(l.attempts, 0) < ${CONCURRENT_PER_WEBHOOK} and coalesce(b.attempts, 0) < ${CONCURRENT_PER_ORGANIZATION}
    )
    select d.id from candidate c join webhook_delivery d on d.id = c.id where ${isDue}
    order by c.busy, c.served, c.due_at, c.id limit 1 for update of d skip locked)`,
    leaseSeconds,
  );
}

/**
 * Takes one delivery that was made just now; null where its endpoint or organization has no attempt left, and the sender
 * makes it later. Callers hold the lock of the organization's webhooks, so that calls at once are counted one by one.
 */
export const claimOne = (db: Db, clock: Clock, id: number): Promise<Claimed | null> =>
  claim(
    db,
    clock,
    sql`(with ${underWay(clock)}
      select d.id from webhook_delivery d
      join webhook w on w.id = d.webhook_id
      left join leased l on l.webhook_id = w.id
      left join busy b on b.organization_id = w.organization_id
      where d.id = ${id} and d.lease_until is null
        and coalesce(l.attempts, 0) < ${CONCURRENT_PER_WEBHOOK} and coalesce(b.attempts, 0) < ${CONCURRENT_PER_ORGANIZATION}
      for update of d)`,
    LEASE_SECONDS,
  );

/** Leases the delivery that a query in brackets chooses. */
async function claim(db: Db, clock: Clock, chosen: RawBuilder<unknown>, leaseSeconds: number): Promise<Claimed | null> {
  const { rows } = await sql<{
    id: number;
    webhook_id: number;
    organization_id: number;
    event_id: string;
    type: EventType;
    body: string;
    traceparent: string | null;
    url: string;
    silent: boolean;
    attempts: number;
    secret: Buffer;
    previous_secret: Buffer | null;
  }>`
    update webhook_delivery d set lease_until = ${now(clock)} + make_interval(secs => ${leaseSeconds})
    from webhook w, event e
    where d.id = ${chosen} and w.id = d.webhook_id and e.id = d.event_id
    returning d.id, d.webhook_id, w.organization_id, d.event_id, e.type, e.body, e.traceparent, w.url, d.attempts, w.secret,
      w.status = 'disabled' or not ${hearsOf(sql`e.user_id`)} as silent,
      case when w.previous_secret_until > ${now(clock)} then w.previous_secret end as previous_secret`.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  return {
    id: row.id,
    webhookId: row.webhook_id,
    organizationId: row.organization_id,
    eventId: row.event_id,
    type: row.type,
    body: row.body,
    traceparent: row.traceparent,
    url: row.url,
    silent: row.silent,
    attempt: row.attempts + 1,
    secrets: row.previous_secret === null ? [row.secret] : [row.secret, row.previous_secret],
  };
}
