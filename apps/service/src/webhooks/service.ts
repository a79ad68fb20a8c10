import {
  availableEvents,
  type Delivery,
  LIMITS,
  type NewWebhook,
  type Webhook,
  type WebhookList,
  type WebhookWithSecret,
} from '@hinterland/contract';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { envelopeOf } from '../events/record.ts';
import { ProblemError, unavailable } from '../problem.ts';
import { type SecretBox, type Secrets, WrongSecretsKey } from '../secrets/box.ts';
import type { Caller } from '../who.ts';
import { type DeliveryParts, deliver, secretContext } from './deliver.ts';
import { claimOne, findDelivery, listDeliveries } from './deliveries.ts';
import { newSecret } from './sign.ts';
import * as store from './store.ts';
import type { Targets } from './targets.ts';

/** What webhooks need of the service. */
export interface WebhookParts extends DeliveryParts {
  readonly targets: Targets;
  readonly secrets: Secrets;
}

type Member = Pick<Caller, 'organization' | 'user'>;

/** The name of a new endpoint is looked up for as long as this at most. */
const LOOKUP_MILLISECONDS = 5000;

export async function list({ db }: WebhookParts, { organization }: Member): Promise<WebhookList> {
  return { data: await store.listWebhooks(db, organization.id), availableEvents };
}

/** Throws validation_error about the address, and webhook_limit_reached. */
export async function create(parts: WebhookParts, caller: Member, wanted: NewWebhook): Promise<WebhookWithSecret> {
  const { db, clock, targets } = parts;
  const organizationId = caller.organization.id;
  const url = await targets.register(wanted.url, AbortSignal.timeout(LOOKUP_MILLISECONDS));
  const box = await boxOf(parts);
  const secret = newSecret();
  const sealedSecret = box.seal(secret, secretContext(organizationId));
  const webhook = await db.transaction().execute(async (trx) => {
    await requireRoom(trx, organizationId);
    return store.insertWebhook(trx, clock, { ...wanted, url, organizationId, userId: caller.user.id, sealedSecret });
  });
  return { ...webhook, secret };
}

/** Throws not_found. */
export async function remove({ db }: WebhookParts, { organization }: Member, id: number): Promise<void> {
  if (!(await store.deleteWebhook(db, organization.id, id))) throw unknownWebhook();
}

/** Active again, with no failures counted. Throws not_found and webhook_limit_reached. */
export function enable({ db }: WebhookParts, { organization }: Member, id: number): Promise<Webhook> {
  return db.transaction().execute(async (trx) => {
    await store.lockWebhooks(trx, organization.id);
    const found = await store.findWebhook(trx, organization.id, id);
    if (found?.status === 'disabled') await requireRoom(trx, organization.id);
    const enabled = await store.enableWebhook(trx, organization.id, id);
    if (enabled === null) throw unknownWebhook();
    return enabled;
  });
}

/** A new secret; the one before signs beside it for a while. Throws not_found. */
export async function rotateSecret(parts: WebhookParts, caller: Member, id: number): Promise<WebhookWithSecret> {
  const { db, clock } = parts;
  const organizationId = caller.organization.id;
  await find(parts, caller, id);
  const secret = newSecret();
  const sealedSecret = (await boxOf(parts)).seal(secret, secretContext(organizationId));
  const hours = LIMITS.rotatedSecretHours;
  const webhook = await store.replaceSecret(db, clock, { organizationId, id, sealedSecret, hours });
  if (webhook === null) throw unknownWebhook();
  return { ...webhook, secret };
}

/** Newest first. Throws not_found. */
export async function deliveries(parts: WebhookParts, caller: Member, id: number, limit: number): Promise<Delivery[]> {
  await find(parts, caller, id);
  return listDeliveries(parts.db, id, limit);
}

/**
 * Sends a ping at once and answers its delivery, whatever the receiver said; further attempts follow as for any delivery.
 * Throws not_found, webhook_disabled and event_not_subscribed.
 */
export async function ping(parts: WebhookParts, caller: Member, id: number): Promise<Delivery> {
  const { db, clock } = parts;
  const webhook = await find(parts, caller, id);
  if (webhook.status === 'disabled') {
    throw new ProblemError(
      'webhook_disabled',
      `The webhook is disabled after repeated failures. Enable it first: POST /api/v1/webhooks/${id}/enable.`,
    );
  }
  if (!webhook.events.includes('ping')) {
    throw new ProblemError('event_not_subscribed', 'The webhook does not listen to ping. Make one that does.');
  }
  const box = await boxOf(parts);
  const claimed = await db.transaction().execute(async (trx) => {
    const deliveryId = await insertPing(trx, clock.instant() ?? new Date(), caller.organization.id, id);
    return deliveryId === null ? null : claimOne(trx, clock, deliveryId);
  });
  if (claimed === null) throw unknownWebhook();
  await deliver(parts, box, claimed);
  const delivery = await findDelivery(db, claimed.id);
  if (delivery === null) throw unknownWebhook();
  return delivery;
}

/** Null where the webhook is gone. */
async function insertPing(trx: Db, createdAt: Date, organizationId: number, webhookId: number): Promise<number | null> {
  const envelope = envelopeOf({ type: 'ping', data: { message: 'ping' }, createdAt });
  await sql`
    insert into event (id, organization_id, type, subject, body, created_at)
    values (${envelope.id}, ${organizationId}, 'ping', ${`ping:${envelope.id}`}, ${JSON.stringify(envelope)},
      ${envelope.createdAt})`.execute(trx);
  const { rows } = await sql<{ id: number }>`
    with present as (select id from webhook where id = ${webhookId} for key share)
    insert into webhook_delivery (webhook_id, event_id, due_at, created_at)
    select id, ${envelope.id}::text, ${envelope.createdAt}::timestamptz, ${envelope.createdAt}::timestamptz from present
    returning id`.execute(trx);
  return rows[0]?.id ?? null;
}

async function find({ db }: WebhookParts, { organization }: Member, id: number): Promise<Webhook> {
  const webhook = await store.findWebhook(db, organization.id, id);
  if (webhook === null) throw unknownWebhook();
  return webhook;
}

async function requireRoom(trx: Db, organizationId: number): Promise<void> {
  await store.lockWebhooks(trx, organizationId);
  const most = LIMITS.activeWebhooksPerOrganization;
  if ((await store.countActive(trx, organizationId)) < most) return;
  throw new ProblemError('webhook_limit_reached', `The organization has ${most} active webhooks. Delete one first.`);
}

async function boxOf({ db, secrets, log }: WebhookParts): Promise<SecretBox> {
  try {
    return await secrets.forWriting(db);
  } catch (error) {
    if (!(error instanceof WrongSecretsKey)) throw error;
    log.error({ err: error }, 'a secret cannot be kept');
    throw unavailable('This replica cannot keep secrets. The operator finds the reason in its log.', 60);
  }
}

/** The same for what does not exist and for what belongs to another organization. */
export const unknownWebhook = (): ProblemError =>
  new ProblemError('not_found', 'There is no such webhook. GET /api/v1/webhooks lists those of your organization.');
