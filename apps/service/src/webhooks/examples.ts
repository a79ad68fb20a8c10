import type { Delivery, Webhook, WebhookWithSecret } from '@hinterland/contract';

// Examples of the OpenAPI document.

export const WEBHOOK: Webhook = {
  id: 17,
  url: 'https://example.com/hooks/hinterland',
  events: ['job.completed', 'ping'],
  status: 'active',
  description: null,
  hears: 'all',
  consecutiveFailures: 0,
  disabledAt: null,
  createdAt: '2026-11-20T10:00:00.000Z',
};

export const WITH_SECRET: WebhookWithSecret = {
  ...WEBHOOK,
  secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
};

export const PING: Delivery = {
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

export const FAILED_PING: Delivery = {
  ...PING,
  status: 'retry_scheduled',
  nextAttemptAt: '2026-11-20T10:01:00.180Z',
  responseCode: 500,
  error: 'HTTP 500',
};
