import { z } from 'zod';
import { EVENT_TYPES, EVENTS } from './events.ts';
import { instant } from './instant.ts';
import { LIMITS } from './limits.ts';

const eventType = z
  .enum(EVENT_TYPES, { error: `An event is one of ${EVENT_TYPES.join(', ')}.` })
  .meta({ id: 'EventType' });

/** Longest address and description of a webhook, in code points. */
const URL_CHARACTERS = 2048;
const DESCRIPTION_CHARACTERS = 500;
/** Entries of `events`, repeated ones included: a longer list is refused before its entries are read. Not published. */
const EVENTS_MAX = 100;
const characters = (text: string): number => [...text].length;

/** Body of POST /api/v1/webhooks. docs/guides/webhooks.md has further rules for the address. */
export const newWebhook = z
  .object({
    url: z
      .string({ error: 'url must be an absolute https address.' })
      .refine((text) => characters(text) <= URL_CHARACTERS, {
        error: `url may have ${URL_CHARACTERS} characters.`,
      })
      .describe('Absolute, https, reachable from the internet, without user name and password'),
    events: z
      .array(eventType, { error: 'events must be a list of event types.' })
      .min(1, { error: 'events must name at least one event type.' })
      .max(EVENTS_MAX, { error: `events may name ${EVENTS_MAX} event types.` })
      .meta({ maxItems: undefined })
      .transform((types) => [...new Set(types)])
      .describe('Event types that it receives'),
    description: z
      .string({ error: 'description must be a text.' })
      .refine((text) => characters(text) <= DESCRIPTION_CHARACTERS, {
        error: `description may have ${DESCRIPTION_CHARACTERS} characters.`,
      })
      .nullable()
      .default(null),
  })
  .describe('A new webhook')
  .meta({ id: 'NewWebhook' });
export type NewWebhook = z.output<typeof newWebhook>;

export const webhook = z
  .object({
    id: z.int(),
    url: z.string(),
    events: z.array(eventType),
    status: z.enum(['active', 'disabled']).describe('disabled: nothing is sent until it is enabled again'),
    description: z.string().nullable(),
    hears: z
      .enum(['all', 'own', 'nothing'])
      .describe(
        'Events that may be sent to it: all of the organization where an owner or admin made it, those about own jobs and versions of a plain member, nothing once its maker has left or may have no webhooks',
      ),
    consecutiveFailures: z.int().nonnegative().describe('Failed attempts since the last one that succeeded'),
    disabledAt: instant.nullable(),
    createdAt: instant,
  })
  .describe('An endpoint of the organization to which events are delivered')
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof webhook>;

/** Answer of POST /api/v1/webhooks and of a rotation; the secret is shown nowhere else. */
export const webhookWithSecret = webhook
  .extend({
    secret: z
      .string()
      .regex(/^whsec_/)
      .describe('Signs deliveries. It is shown only once, here'),
  })
  .describe('A webhook and its new secret')
  .meta({ id: 'WebhookWithSecret' });
export type WebhookWithSecret = z.infer<typeof webhookWithSecret>;

/** Answer of GET /api/v1/webhooks. */
export const webhookList = z
  .object({
    data: z.array(webhook).describe('All webhooks of the organization, of a plain member their own, oldest first'),
    availableEvents: z.array(z.object({ type: eventType, description: z.string() })),
  })
  .describe('Webhooks, and the existing event types')
  .meta({ id: 'WebhookList' });
export type WebhookList = z.infer<typeof webhookList>;

export const availableEvents = EVENT_TYPES.map((type) => ({ type, description: EVENTS[type] }));

/** Answer of DELETE /api/v1/webhooks/{id}. */
export const deletedWebhook = z
  .object({ id: z.int(), deleted: z.literal(true) })
  .describe('The deleted object')
  .meta({ id: 'DeletedWebhook' });

export const DELIVERY_STATUSES = ['pending', 'retry_scheduled', 'delivered', 'failed'] as const;

export const delivery = z
  .object({
    id: z.int(),
    event: eventType,
    eventId: z.string().describe('`id` of the payload; the same at every attempt'),
    status: z.enum(DELIVERY_STATUSES),
    attempts: z.int().nonnegative().describe(`Attempts that have ended, of ${LIMITS.deliveryAttempts}`),
    nextAttemptAt: instant.nullable().describe('null once it has been delivered or has failed'),
    responseCode: z.int().nullable().describe("HTTP status of the receiver's answer to the last attempt"),
    error: z
      .string()
      .nullable()
      .describe(
        'Why the last attempt failed: HTTP and the status, dns_error, connect_error, tls_error, timeout, blocked (the address is not public) or endpoint_disabled',
      ),
    payload: z.record(z.string(), z.unknown()).describe('The event as it is sent'),
    createdAt: instant,
    lastAttemptAt: instant.nullable(),
  })
  .describe('The delivery of an event to a webhook')
  .meta({ id: 'Delivery' });
export type Delivery = z.infer<typeof delivery>;

/** Answer of GET /api/v1/webhooks/{id}/deliveries. */
export const deliveryList = z
  .object({ data: z.array(delivery) })
  .describe('The last deliveries, newest first')
  .meta({ id: 'DeliveryList' });
