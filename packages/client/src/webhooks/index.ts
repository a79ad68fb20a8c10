export type {
  AnalysisVersionCreatedEvent,
  JobCompletedEvent,
  JobEventData,
  JobFailedEvent,
  PingEvent,
  VersionCreatedData,
  WebhookEvent,
} from './events.ts';
export { type VerifyOptions, verifyWebhook, type WebhookFault, WebhookVerificationError } from './verify.ts';
