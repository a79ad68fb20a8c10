import {
  availableEvents,
  deletedWebhook,
  delivery,
  deliveryList,
  LIMITS,
  newWebhook,
  webhook,
  webhookList,
  webhookWithSecret,
} from '@hinterland/contract';
import { count, pathText } from '../kit/http/parameters.ts';
import { type SharedRoute, sharedRoute } from '../kit/http/sharedRoute.ts';
import { FAILED_PING, PING, WEBHOOK, WITH_SECRET } from './examples.ts';
import type { Webhooks } from './service.ts';

const WEBHOOKS = '/webhooks';
const id = pathText('Id of the webhook', { type: 'integer', minimum: 1 });

export const webhookRoutes = (webhooks: Webhooks): readonly SharedRoute[] => [
  sharedRoute({
    method: 'GET',
    path: WEBHOOKS,
    scope: 'manage',
    returns: webhookList,
    problems: ['insufficient_role'],
    operation: {
      id: 'listWebhooks',
      tag: 'webhooks',
      summary: 'Webhooks of the organization, and the existing event types',
      description:
        'Webhooks are for owners and admins. Where the organization opens them to all members, a member has webhooks of their own, which hear of their own jobs and versions alone.',
      example: { answer: { data: [WEBHOOK], availableEvents } },
    },
    handle: ({ caller }) => webhooks.list(caller),
  }),
  sharedRoute({
    method: 'POST',
    path: WEBHOOKS,
    scope: 'manage',
    body: newWebhook,
    status: 201,
    returns: webhookWithSecret,
    problems: ['insufficient_role', 'webhook_limit_reached'],
    operation: {
      id: 'createWebhook',
      tag: 'webhooks',
      summary: 'Register an endpoint',
      description:
        'The address must be absolute, use https, be reachable from the internet and have no credentials. The secret is shown in this answer only.',
      example: { body: { url: WEBHOOK.url, events: WEBHOOK.events }, answer: WITH_SECRET },
    },
    handle: ({ caller, body }) => webhooks.create(caller, body),
  }),
  sharedRoute({
    method: 'DELETE',
    path: `${WEBHOOKS}/:id`,
    scope: 'manage',
    parameters: { id },
    returns: deletedWebhook,
    problems: ['insufficient_role'],
    operation: {
      id: 'deleteWebhook',
      tag: 'webhooks',
      summary: 'Delete an endpoint',
      example: { answer: { id: WEBHOOK.id, deleted: true } },
    },
    handle: ({ caller, parameters }) => webhooks.remove(caller, parameters.id),
  }),
  sharedRoute({
    method: 'POST',
    path: `${WEBHOOKS}/:id/enable`,
    scope: 'manage',
    parameters: { id },
    body: 'unused',
    returns: webhook,
    problems: ['insufficient_role', 'webhook_limit_reached'],
    operation: {
      id: 'enableWebhook',
      tag: 'webhooks',
      summary: 'Enable an endpoint that was disabled after repeated failures',
      description:
        'The count of failures starts anew. Events in between are not sent later. An endpoint that hears of nothing, since its maker has left, passes to the caller.',
      example: { answer: WEBHOOK },
    },
    handle: ({ caller, parameters }) => webhooks.enable(caller, parameters.id),
  }),
  sharedRoute({
    method: 'POST',
    path: `${WEBHOOKS}/:id/rotate-secret`,
    scope: 'manage',
    parameters: { id },
    body: 'unused',
    returns: webhookWithSecret,
    problems: ['insufficient_role'],
    operation: {
      id: 'rotateWebhookSecret',
      tag: 'webhooks',
      summary: 'Give an endpoint a new secret',
      description: `For ${LIMITS.rotatedSecretHours} hours deliveries are signed with the new and the previous secret.`,
      example: { answer: WITH_SECRET },
    },
    handle: ({ caller, parameters }) => webhooks.rotateSecret(caller, parameters.id),
  }),
  sharedRoute({
    method: 'GET',
    path: `${WEBHOOKS}/:id/deliveries`,
    scope: 'manage',
    parameters: { id },
    query: {
      limit: count({ min: 1, max: LIMITS.deliveriesListedMax, default: LIMITS.deliveriesListedDefault }),
    },
    returns: deliveryList,
    problems: ['insufficient_role'],
    operation: {
      id: 'listDeliveries',
      tag: 'webhooks',
      summary: 'The last deliveries, newest first',
      description: `Deliveries are kept for ${LIMITS.deliveryKeptDays} days after they ended.`,
      example: { answer: { data: [FAILED_PING] } },
    },
    handle: async ({ caller, parameters, query }) => ({
      data: await webhooks.deliveries(caller, parameters.id, query.limit),
    }),
  }),
  sharedRoute({
    method: 'POST',
    path: `${WEBHOOKS}/:id/ping`,
    scope: 'manage',
    heavy: true,
    parameters: { id },
    body: 'unused',
    returns: delivery,
    problems: ['insufficient_role', 'webhook_disabled', 'event_not_subscribed'],
    operation: {
      id: 'pingWebhook',
      tag: 'webhooks',
      summary: 'Send a ping now',
      description:
        'Returns the outcome of the first attempt, also if it failed. The endpoint must be active and receive ping. While eight attempts of the organization are under way, the delivery is pending and is sent after them.',
      example: { answer: PING },
    },
    handle: ({ caller, parameters }) => webhooks.ping(caller, parameters.id),
  }),
];
