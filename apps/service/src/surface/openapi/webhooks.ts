import {
  availableEvents,
  deletedWebhook,
  delivery,
  deliveryList,
  EVENT_TYPES,
  EVENTS,
  type EventData,
  type EventType,
  eventEnvelope,
  LIMITS,
  newWebhook,
  webhook,
  webhookList,
  webhookWithSecret,
} from '@hinterland/contract';
import { SUMMARY_EXAMPLE } from './analyses.ts';
import { JOB_EXAMPLE } from './jobs.ts';
import { failures, type Json, jsonBody, ref, schemaOf, success } from './parts.ts';

/** "job.completed" becomes "JobCompletedEvent". */
const eventSchema = (type: EventType): string =>
  `${type
    .split('.')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}Event`;

export const webhookSchemas = (): Json => ({
  Webhook: schemaOf(webhook),
  WebhookList: schemaOf(webhookList),
  WebhookWithSecret: schemaOf(webhookWithSecret),
  NewWebhook: schemaOf(newWebhook),
  Delivery: schemaOf(delivery),
  DeliveryList: schemaOf(deliveryList),
  DeletedWebhook: schemaOf(deletedWebhook),
  ...Object.fromEntries(EVENT_TYPES.map((type) => [eventSchema(type), schemaOf(eventEnvelope(type))])),
});

const ID: Json = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Id of the webhook',
  schema: { type: 'integer', minimum: 1 },
};

const ALWAYS = [401, 403, 429, 500, 503] as const;
const WITH_BODY = [400, 413, 415] as const;

export function webhookPaths(): Json {
  const operation = (operationId: string, summary: string, schema: string, example: unknown, codes: number[]) => ({
    operationId,
    tags: ['webhooks'],
    summary: `${summary}; needs the scope manage`,
    responses: { ...success(ref(`schemas/${schema}`), {}, example), ...failures(...ALWAYS, ...codes) },
  });
  const ofOne = (...args: Parameters<typeof operation>) => ({ ...operation(...args), parameters: [ID] });
  return {
    '/api/v1/webhooks': {
      get: operation(
        'listWebhooks',
        'Webhooks of the organization, and the events that there are',
        'WebhookList',
        { data: [EXAMPLE], availableEvents },
        [],
      ),
      post: {
        operationId: 'createWebhook',
        tags: ['webhooks'],
        summary: 'Register an endpoint; needs the scope manage',
        description:
          'The address is absolute, https, reachable from the internet and holds no credentials. The secret is shown in this answer only.',
        requestBody: jsonBody(ref('schemas/NewWebhook'), { url: EXAMPLE.url, events: EXAMPLE.events }),
        responses: {
          ...success(ref('schemas/WebhookWithSecret'), {}, WITH_SECRET, 201),
          ...failures(...ALWAYS, ...WITH_BODY, 409),
        },
      },
    },
    '/api/v1/webhooks/{id}': {
      delete: ofOne('deleteWebhook', 'Delete an endpoint', 'DeletedWebhook', { id: EXAMPLE.id, deleted: true }, [404]),
    },
    '/api/v1/webhooks/{id}/enable': {
      post: {
        ...ofOne('enableWebhook', 'Enable an endpoint that was disabled after repeated failures', 'Webhook', EXAMPLE, [
          ...WITH_BODY,
          404,
          409,
        ]),
        description: 'Failures are counted anew. What happened meanwhile is not sent later.',
      },
    },
    '/api/v1/webhooks/{id}/rotate-secret': {
      post: {
        ...ofOne('rotateWebhookSecret', 'Give an endpoint a new secret', 'WebhookWithSecret', WITH_SECRET, [
          ...WITH_BODY,
          404,
        ]),
        description: `For ${LIMITS.rotatedSecretHours} hours deliveries are signed with the new and the previous secret.`,
      },
    },
    '/api/v1/webhooks/{id}/deliveries': {
      get: {
        ...operation(
          'listDeliveries',
          'The last deliveries, newest first',
          'DeliveryList',
          { data: [DELIVERY] },
          [400, 404],
        ),
        description: `Deliveries are kept for ${LIMITS.deliveryKeptDays} days after they ended.`,
        parameters: [
          ID,
          {
            name: 'limit',
            in: 'query',
            required: false,
            schema: {
              type: 'integer',
              minimum: 1,
              maximum: LIMITS.deliveriesListedMax,
              default: LIMITS.deliveriesListedDefault,
            },
          },
        ],
      },
    },
    '/api/v1/webhooks/{id}/ping': {
      post: {
        ...ofOne('pingWebhook', 'Send a ping now', 'Delivery', PING, [...WITH_BODY, 404, 409]),
        description:
          'Answers how the first attempt ended, also where it failed. The endpoint must be active and listen to ping.',
      },
    },
  };
}

/** What receivers get: the `webhooks` of the document. */
export const eventRequests = (): Json =>
  Object.fromEntries(
    EVENT_TYPES.map((type) => [
      type,
      {
        post: {
          operationId: `on${eventSchema(type)}`,
          tags: ['webhooks'],
          summary: EVENTS[type],
          description:
            `Sent up to ${LIMITS.deliveryAttempts} times until it is answered with 2xx within ` +
            `${LIMITS.deliveryTimeoutSeconds} seconds: again 1 minute, 10 minutes and 1 hour after a failure.`,
          security: [],
          parameters: DELIVERY_HEADERS,
          requestBody: jsonBody(ref(`schemas/${eventSchema(type)}`), eventExample(type)),
          responses: { '2XX': { description: 'Any 2xx: the event was taken. Anything else is a failure.' } },
        },
      },
    ]),
  );

const header = (name: string, description: string, schema: Json): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
});

const DELIVERY_HEADERS: readonly Json[] = [
  header('X-Service-Event', 'Event type', { type: 'string', enum: EVENT_TYPES }),
  header('X-Service-Delivery', 'Event id', { type: 'string' }),
  header('X-Service-Attempt', 'Number of the attempt', {
    type: 'integer',
    minimum: 1,
    maximum: LIMITS.deliveryAttempts,
  }),
  header(
    'X-Service-Signature',
    't=<unix seconds>,v1=<hex>: HMAC-SHA256 over <t>.<raw body>, keyed with the whole secret. After a rotation there are two v1.',
    { type: 'string', pattern: '^t=\\d+(,v1=[0-9a-f]{64})+$' },
  ),
];

const EXAMPLE = {
  id: 17,
  url: 'https://example.com/hooks/hinterland',
  events: ['job.completed', 'ping'],
  status: 'active',
  description: null,
  consecutiveFailures: 0,
  disabledAt: null,
  createdAt: '2026-11-20T10:00:00.000Z',
} as const;

const WITH_SECRET = { ...EXAMPLE, secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=' };

const PING = {
  id: 9001,
  event: 'ping',
  eventId: 'evt_0f1e2d3c4b5a69788796a5b4c3d2e1f0',
  status: 'delivered',
  attempts: 1,
  nextAttemptAt: null,
  responseCode: 204,
  error: null,
  payload: {
    id: 'evt_0f1e2d3c4b5a69788796a5b4c3d2e1f0',
    type: 'ping',
    createdAt: '2026-11-20T10:00:00.000Z',
    data: { message: 'ping' },
  },
  createdAt: '2026-11-20T10:00:00.000Z',
  lastAttemptAt: '2026-11-20T10:00:00.180Z',
};

const DELIVERY = {
  ...PING,
  status: 'retry_scheduled',
  nextAttemptAt: '2026-11-20T10:01:00.180Z',
  responseCode: 500,
  error: 'HTTP 500',
};

const EVENT_DATA: { readonly [T in EventType]: EventData<T> } = {
  'job.completed': { job: JOB_EXAMPLE },
  'job.failed': {
    job: { ...JOB_EXAMPLE, status: 'failed', error: { error: 'internal_error', detail: 'Something went wrong.' } },
  },
  'analysis.version.created': { analysisCode: '4kTq0ZpX9aLw', version: SUMMARY_EXAMPLE },
  ping: { message: 'ping' },
};

const eventExample = (type: EventType): Json => ({ ...PING.payload, type, data: EVENT_DATA[type] });
