import type { EventType, NewWebhook, Webhook } from '@hinterland/contract';
import { sql } from 'kysely';
import { type Clock, type Db, now } from '../kit/db/database.ts';
import { hearing } from '../kit/events/hearing.ts';
import { invalidKey } from '../kit/who.ts';
import { type Reach, within } from './access.ts';

interface WebhookRow {
  id: number;
  url: string;
  events: EventType[];
  status: 'active' | 'disabled';
  description: string | null;
  consecutive_failures: number;
  disabled_at: Date | null;
  created_at: Date;
  hears: Webhook['hears'];
}

const columns = sql`
  w.id, w.url, w.events, w.status, w.description, w.consecutive_failures, w.disabled_at, w.created_at,
  coalesce(${hearing}, 'nothing') as hears`;

const webhookOf = (row: WebhookRow): Webhook => ({
  id: row.id,
  url: row.url,
  events: row.events,
  status: row.status,
  description: row.description,
  hears: row.hears,
  consecutiveFailures: row.consecutive_failures,
  disabledAt: row.disabled_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
});

/**
 * Lock of an organization's webhooks, taken before the active ones are counted, so that none is added meanwhile. Throws
 * invalid_api_key where the organization was deleted.
 */
export async function lockWebhooks(trx: Db, organizationId: number): Promise<void> {
  const { rows } = await sql`
    select id from organization where id = ${organizationId} and deleted_at is null for no key update`.execute(trx);
  if (rows.length === 0) throw invalidKey();
}

export async function countActive(trx: Db, organizationId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from webhook
    where organization_id = ${organizationId} and status = 'active'`.execute(trx);
  return rows[0]?.n as number;
}

export interface WebhookToInsert extends NewWebhook {
  readonly organizationId: number;
  readonly userId: number;
  readonly sealedSecret: Buffer;
}

export async function insertWebhook(trx: Db, clock: Clock, wanted: WebhookToInsert): Promise<Webhook> {
  const { rows } = await sql<WebhookRow>`
    insert into webhook as w (organization_id, url, description, events, secret, created_by, created_at)
    values (${wanted.organizationId}, ${wanted.url}, ${wanted.description}, ${wanted.events}::text[],
      ${wanted.sealedSecret}, ${wanted.userId}, date_trunc('milliseconds', ${now(clock)}))
    returning ${columns}`.execute(trx);
  return webhookOf(rows[0] as WebhookRow);
}

/** Oldest first. */
export async function listWebhooks(db: Db, reach: Reach): Promise<Webhook[]> {
  const { rows } = await sql<WebhookRow>`select ${columns} from webhook w where ${within(reach)} order by w.id`.execute(
    db,
  );
  return rows.map(webhookOf);
}

export async function findWebhook(db: Db, reach: Reach, id: number): Promise<Webhook | null> {
  const { rows } = await sql<WebhookRow>`
    select ${columns} from webhook w where w.id = ${id} and ${within(reach)}`.execute(db);
  return rows[0] === undefined ? null : webhookOf(rows[0]);
}

/** Its deliveries go with it. Returns its address, or null where there is none. */
export async function deleteWebhook(db: Db, reach: Reach, id: number): Promise<string | null> {
  const { rows } = await sql<{ url: string }>`
    delete from webhook w where w.id = ${id} and ${within(reach)} returning w.url`.execute(db);
  return rows[0]?.url ?? null;
}

/** One that hears of nothing, since its maker has left or became a plain member, passes to the user who enables it. */
export async function enableWebhook(trx: Db, reach: Reach, id: number, userId: number): Promise<Webhook | null> {
  const { rows } = await sql<{ id: number }>`
    update webhook w set status = 'active', disabled_at = null, consecutive_failures = 0,
      created_by = case when ${hearing} is null then ${userId} else w.created_by end
    where w.id = ${id} and ${within(reach)} returning w.id`.execute(trx);
  return rows[0] === undefined ? null : findWebhook(trx, reach, id);
}

/** The secret in use becomes the previous one for a while; one that was previous before is dropped. */
export async function replaceSecret(
  db: Db,
  clock: Clock,
  { reach, id, sealedSecret, hours }: RotatedSecret,
): Promise<Webhook | null> {
  const { rows } = await sql<WebhookRow>`
    update webhook w set previous_secret = w.secret, secret = ${sealedSecret},
      previous_secret_until = ${now(clock)} + make_interval(hours => ${hours})
    where w.id = ${id} and ${within(reach)} returning ${columns}`.execute(db);
  return rows[0] === undefined ? null : webhookOf(rows[0]);
}

interface RotatedSecret {
  readonly reach: Reach;
  readonly id: number;
  readonly sealedSecret: Buffer;
  readonly hours: number;
}
