import type { webhooks } from '../schema.ts';

type Payload<T> = T extends { post: { requestBody: { content: { 'application/json': infer Body } } } } ? Body : never;

/** Types of events, as the interface description names them. */
export type WebhookEventType = keyof webhooks;

/**
 * Event of a type. `id` begins with `evt_` and is the same at every attempt: keep it, to recognize an event that comes
 * twice. `createdAt` is ISO 8601, UTC.
 */
export type WebhookEventOf<Type extends WebhookEventType> = Payload<webhooks[Type]>;

/** Every event; `type` distinguishes them. */
export type WebhookEvent = { [Type in WebhookEventType]: WebhookEventOf<Type> }[WebhookEventType];

/** A background job finished, or was stopped by its owner: `job.status` is succeeded or stopped. */
export type JobCompletedEvent = WebhookEventOf<'job.completed'>;
/** A background job failed: `job.error` says why. */
export type JobFailedEvent = WebhookEventOf<'job.failed'>;
/** A charged run that was bound to an analysis was stored as a version. */
export type AnalysisVersionCreatedEvent = WebhookEventOf<'analysis.version.created'>;
/** Sent on request, to try an endpoint. */
export type PingEvent = WebhookEventOf<'ping'>;
