export type {
  AnalysisVersionCreatedEvent,
  JobCompletedEvent,
  JobFailedEvent,
  PingEvent,
  WebhookEvent,
  WebhookEventOf,
  WebhookEventType,
} from './events.ts';
export { type VerifyOptions, verifyWebhook, type WebhookFault, WebhookVerificationError } from './verify.ts';
