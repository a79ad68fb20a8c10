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
import { type Doer, note } from '../kit/audit/note.ts';
import type { Clock, Db } from '../kit/db/database.ts';
import { envelopeOf } from '../kit/events/record.ts';
import type { Log } from '../kit/log.ts';
import { ProblemError, unavailable } from '../kit/problem.ts';
import { type SecretBox, type Secrets, WrongSecretsKey } from '../kit/secrets/box.ts';
import { presentSpan } from '../kit/traces/span.ts';
import type { Caller } from '../kit/who.ts';
import { type Reach, reachOf } from './access.ts';
import { type Deliver, secretContext } from './deliver.ts';
import { type Claimed, claimOne, findDelivery, listDeliveries } from './deliveries.ts';
import { OwnFault } from './ownFault.ts';
import { newSecret } from './sign.ts';
import * as store from './store.ts';
import type { Targets } from './targets.ts';

export interface WebhookSettings {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly targets: Targets;
  readonly secrets: Secrets;
  readonly deliver: Deliver;
}

/** Endpoints of an organization that events are delivered to. */
export type Webhooks = ReturnType<typeof makeWebhooks>;

type Member = Pick<Caller, 'organization' | 'user' | 'role'> & Doer;

/** The name of a new endpoint is looked up for as long as this at most. */
const LOOKUP_MILLISECONDS = 5000;

/**
 * Ids come as the texts of paths: one that cannot exist is answered like one that does not. Everything throws
 * insufficient_role where a plain member may have no webhooks.
 */
export function makeWebhooks({ db, clock, log, targets, secrets, deliver }: WebhookSettings) {
  /** Throws service_unavailable where this replica cannot encrypt. */
  async function openBox(): Promise<SecretBox> {
    try {
      return await secrets.forWriting(db);
    } catch (error) {
      if (!(error instanceof WrongSecretsKey)) throw error;
      log.error({ err: error }, 'a secret cannot be kept');
      throw unavailable('This replica cannot keep secrets. The operator finds the reason in its log.', 60);
    }
  }

  async function find(caller: Member, id: string): Promise<{ reach: Reach; webhook: Webhook }> {
    const reach = await reachOf(db, caller);
    const webhook = await store.findWebhook(db, reach, idOf(id));
    if (webhook === null) throw unknownWebhook();
    return { reach, webhook };
  }

  /** Makes one attempt; one that fails for a reason of ours is made again when its lease ends. */
  async function attempt(box: SecretBox, claimed: Claimed): Promise<void> {
    try {
      await deliver(box, claimed);
    } catch (error) {
      if (!(error instanceof OwnFault)) throw error;
      log.warn({ delivery: claimed.id, err: error }, 'ping not sent; it will be repeated');
    }
  }

  return {
    async list(caller: Member): Promise<WebhookList> {
      return { data: await store.listWebhooks(db, await reachOf(db, caller)), availableEvents };
    },

    /** Throws validation_error about the address, and webhook_limit_reached. */
    async create(caller: Member, wanted: NewWebhook): Promise<WebhookWithSecret> {
      const { organization, user } = caller;
      await reachOf(db, caller);
      const url = await targets.register(wanted.url, AbortSignal.timeout(LOOKUP_MILLISECONDS));
      const secret = newSecret();
      const sealedSecret = (await openBox()).seal(secret, secretContext(organization.id));
      const organizationId = organization.id;
      const webhook = await db.transaction().execute(async (trx) => {
        await requireRoom(trx, organizationId);
        const made = await store.insertWebhook(trx, clock, {
          ...wanted,
          url,
          organizationId,
          userId: user.id,
          sealedSecret,
        });
        await note(trx, clock, caller, 'webhook.made', { id: made.id, name: url, details: { events: wanted.events } });
        return made;
      });
      return { ...webhook, secret };
    },

    /** Throws not_found. */
    async remove(caller: Member, id: string): Promise<{ id: number; deleted: true }> {
      const reach = await reachOf(db, caller);
      const number = idOf(id);
      await db.transaction().execute(async (trx) => {
        const url = await store.deleteWebhook(trx, reach, number);
        if (url === null) throw unknownWebhook();
        await note(trx, clock, caller, 'webhook.deleted', { id: number, name: url });
      });
      return { id: number, deleted: true };
    },

    /** Active again, with no failures counted. Throws not_found and webhook_limit_reached. */
    async enable(caller: Member, id: string): Promise<Webhook> {
      const { organization, user } = caller;
      const reach = await reachOf(db, caller);
      const number = idOf(id);
      return db.transaction().execute(async (trx) => {
        await store.lockWebhooks(trx, organization.id);
        const found = await store.findWebhook(trx, reach, number);
        if (found?.status === 'disabled') await requireRoom(trx, organization.id);
        const enabled = await store.enableWebhook(trx, reach, number, user.id);
        if (enabled === null) throw unknownWebhook();
        await note(trx, clock, caller, 'webhook.enabled', { id: number, name: enabled.url });
        return enabled;
      });
    },

    /** A new secret; for a while deliveries are signed with the previous one, too. Throws not_found. */
    async rotateSecret(caller: Member, id: string): Promise<WebhookWithSecret> {
      const organizationId = caller.organization.id;
      const { reach, webhook: found } = await find(caller, id);
      const secret = newSecret();
      const sealedSecret = (await openBox()).seal(secret, secretContext(organizationId));
      const hours = LIMITS.rotatedSecretHours;
      const webhook = await db.transaction().execute(async (trx) => {
        const renewed = await store.replaceSecret(trx, clock, { reach, id: found.id, sealedSecret, hours });
        if (renewed === null) throw unknownWebhook();
        await note(trx, clock, caller, 'webhook.rotated', { id: found.id, name: found.url });
        return renewed;
      });
      return { ...webhook, secret };
    },

    /** Newest first; a plain member sees those about their own. Throws not_found. */
    async deliveries(caller: Member, id: string, limit: number): Promise<Delivery[]> {
      const { reach, webhook } = await find(caller, id);
      return listDeliveries(db, webhook.id, { about: reach.maker, limit });
    },

    /**
     * Sends a ping at once and returns its delivery, whatever the receiver answered; further attempts follow as for any
     * delivery. Where the organization has too many attempts under way, the delivery is pending and is sent after them.
     * Throws not_found, webhook_disabled and event_not_subscribed.
     */
    async ping(caller: Member, id: string): Promise<Delivery> {
      const { webhook } = await find(caller, id);
      requirePingable(webhook);
      const box = await openBox();
      const made = await db.transaction().execute(async (trx) => {
        await store.lockWebhooks(trx, caller.organization.id);
        const deliveryId = await insertPing(trx, clock.instant() ?? new Date(), caller.organization.id, webhook.id);
        if (deliveryId === null) throw unknownWebhook();
        return { deliveryId, claimed: await claimOne(trx, clock, deliveryId) };
      });
      if (made.claimed !== null) await attempt(box, made.claimed);
      const delivery = await findDelivery(db, made.deliveryId);
      if (delivery === null) throw unknownWebhook();
      return delivery;
    },
  };
}

/** Throws not_found for what cannot be the id of a webhook. */
function idOf(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw unknownWebhook();
  return Number(text);
}

function requirePingable({ id, status, events, hears }: Webhook): void {
  if (hears === 'nothing') {
    throw new ProblemError(
      'webhook_disabled',
      `Who made the webhook has left or may have none any more. Take it over: POST /api/v1/webhooks/${id}/enable.`,
    );
  }
  if (status === 'disabled') {
    throw new ProblemError(
      'webhook_disabled',
      `The webhook is disabled after repeated failures. Enable it first: POST /api/v1/webhooks/${id}/enable.`,
    );
  }
  if (!events.includes('ping')) {
    throw new ProblemError('event_not_subscribed', 'The webhook does not listen to ping. Make one that does.');
  }
}

/** Returns the number of the delivery, or null where the webhook is gone. */
async function insertPing(trx: Db, createdAt: Date, organizationId: number, webhookId: number): Promise<number | null> {
  const envelope = envelopeOf({ type: 'ping', data: { message: 'ping' }, createdAt });
  await sql`
    insert into event (id, organization_id, user_id, type, subject, body, traceparent, created_at)
    select ${envelope.id}, ${organizationId}, w.created_by, 'ping', ${`ping:${envelope.id}`}, ${JSON.stringify(envelope)},
      ${presentSpan()?.traceparent ?? null}, ${envelope.createdAt}::timestamptz from webhook w where w.id = ${webhookId} for key share`.execute(
    trx,
  );
  const { rows } = await sql<{ id: number }>`
    insert into webhook_delivery (webhook_id, event_id, due_at, created_at)
    select ${webhookId}, id, created_at, created_at from event where id = ${envelope.id}
    returning id`.execute(trx);
  return rows[0]?.id ?? null;
}

async function requireRoom(trx: Db, organizationId: number): Promise<void> {
  await store.lockWebhooks(trx, organizationId);
  const most = LIMITS.activeWebhooksPerOrganization;
  if ((await store.countActive(trx, organizationId)) < most) return;
  throw new ProblemError('webhook_limit_reached', `The organization has ${most} active webhooks. Delete one first.`);
}

/** The same for what does not exist and for what belongs to another organization. */
const unknownWebhook = (): ProblemError =>
  new ProblemError('not_found', 'There is no such webhook. GET /api/v1/webhooks lists those of your organization.');
