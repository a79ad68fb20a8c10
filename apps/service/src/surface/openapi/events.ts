import { EVENT_TYPES, EVENTS, type EventData, type EventType, eventEnvelope, LIMITS } from '@hinterland/contract';
import { PING } from '../../webhooks/examples.ts';
import { VERSION_SUMMARY } from '../../work/analyses/examples.ts';
import { JOB } from '../../work/jobs/examples.ts';
import { CHANGED } from '../../work/supply/examples.ts';
import { type Json, jsonBody, ref, schemaOf } from './parts.ts';

/** "job.completed" becomes "JobCompletedEvent". */
const eventSchema = (type: EventType): string =>
  `${type
    .split('.')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}Event`;

export const eventSchemas = (): Json =>
  Object.fromEntries(EVENT_TYPES.map((type) => [eventSchema(type), schemaOf(eventEnvelope(type))]));

/** Requests that receivers get: the `webhooks` of the document. */
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
          responses: { '2XX': { description: 'Any 2xx: the event was received. Anything else is a failure.' } },
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

const EVENT_DATA: { readonly [T in EventType]: EventData<T> } = {
  'job.completed': { job: JOB },
  'job.failed': {
    job: { ...JOB, status: 'failed', error: { error: 'internal_error', detail: 'Something went wrong.' } },
  },
  'analysis.version.created': { analysisCode: '4kTq0ZpX9aLw', version: VERSION_SUMMARY },
  'supply.changed': CHANGED,
  ping: { message: 'ping' },
};

const eventExample = (type: EventType): Json => ({ ...PING.payload, type, data: EVENT_DATA[type] });
