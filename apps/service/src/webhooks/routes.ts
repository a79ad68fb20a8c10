import { LIMITS, newWebhook } from '@hinterland/contract';
import { type Answer, json } from '../http/answer.ts';
import type { Exchange } from '../http/exchange.ts';
import type { HttpParts } from '../http/parts.ts';
import { invalid } from '../json.ts';
import { parseBody } from '../schema.ts';
import type { Route } from '../surface/v1.ts';
import * as webhooks from './service.ts';

const WEBHOOKS = '/api/v1/webhooks';

/** All need the scope manage. Each admits its caller first, then reads the body, then looks for the webhook. */
export const webhookRoutes: readonly Route[] = [
  { method: 'GET', path: WEBHOOKS, access: 'key', answer: getWebhooks },
  { method: 'POST', path: WEBHOOKS, access: 'key', answer: postWebhook },
  { method: 'DELETE', path: `${WEBHOOKS}/:id`, access: 'key', answer: deleteWebhook },
  { method: 'POST', path: `${WEBHOOKS}/:id/enable`, access: 'key', answer: postEnable },
  { method: 'POST', path: `${WEBHOOKS}/:id/rotate-secret`, access: 'key', answer: postRotateSecret },
  { method: 'GET', path: `${WEBHOOKS}/:id/deliveries`, access: 'key', answer: getDeliveries },
  { method: 'POST', path: `${WEBHOOKS}/:id/ping`, access: 'key', answer: postPing },
];

async function getWebhooks({ webhooks: parts }: HttpParts, exchange: Exchange): Promise<Answer> {
  const caller = await exchange.admit('manage');
  return json(await webhooks.list(parts, caller));
}

async function postWebhook({ webhooks: parts }: HttpParts, exchange: Exchange): Promise<Answer> {
  const caller = await exchange.admit('manage');
  const wanted = parseBody(newWebhook, await exchange.readBody(LIMITS.bodyBytes));
  return { ...json(await webhooks.create(parts, caller, wanted)), status: 201 };
}

async function deleteWebhook({ webhooks: parts }: HttpParts, exchange: Exchange): Promise<Answer> {
  const caller = await exchange.admit('manage');
  const id = idOf(exchange);
  await webhooks.remove(parts, caller, id);
  return json({ id, deleted: true });
}

async function postEnable({ webhooks: parts }: HttpParts, exchange: Exchange): Promise<Answer> {
  const caller = await exchange.admit('manage');
  await exchange.readOptionalBody(LIMITS.bodyBytes);
  return json(await webhooks.enable(parts, caller, idOf(exchange)));
}

async function postRotateSecret({ webhooks: parts }: HttpParts, exchange: Exchange): Promise<Answer> {
  const caller = await exchange.admit('manage');
  await exchange.readOptionalBody(LIMITS.bodyBytes);
  return json(await webhooks.rotateSecret(parts, caller, idOf(exchange)));
}

async function getDeliveries({ webhooks: parts }: HttpParts, exchange: Exchange): Promise<Answer> {
  const caller = await exchange.admit('manage');
  const limit = readLimit(exchange.query('limit'));
  return json({ data: await webhooks.deliveries(parts, caller, idOf(exchange), limit) });
}

async function postPing({ webhooks: parts }: HttpParts, exchange: Exchange): Promise<Answer> {
  const caller = await exchange.admit('manage');
  await exchange.readOptionalBody(LIMITS.bodyBytes);
  return json(await webhooks.ping(parts, caller, idOf(exchange)));
}

/** Throws not_found for what cannot be the id of a webhook. */
function idOf(exchange: Exchange): number {
  const text = exchange.parameter('id');
  if (!/^[1-9]\d{0,14}$/.test(text)) throw webhooks.unknownWebhook();
  return Number(text);
}

function readLimit(text: string | undefined): number {
  if (text === undefined) return LIMITS.deliveriesListedDefault;
  const limit = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= LIMITS.deliveriesListedMax) return limit;
  throw invalid('#/limit', `limit must be a whole number from 1 to ${LIMITS.deliveriesListedMax}.`);
}
