import { analysisRoutes } from '../analyses/routes.ts';
import { type Answer, executedJson, json, pathBelow } from '../http/answer.ts';
import type { Exchange } from '../http/exchange.ts';
import type { HttpParts } from '../http/parts.ts';
import type { Route as DeclaredRoute } from '../http/route.ts';
import { jobRoutes } from '../jobs/routes.ts';
import { webhookRoutes } from '../webhooks/routes.ts';
import type { Webhooks } from '../webhooks/service.ts';
import { getCredits, getData, getMe } from './account.ts';

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** Public routes take no key, and any site may read them. Those of the web app go by the session in a cookie. */
  readonly access: 'key' | 'public' | 'session';
  answer(parts: HttpParts, exchange: Exchange): Promise<Answer>;
}

/** What declared routes do their work with. They ask for it when they are called, not when they are declared. */
export interface ApiServices {
  readonly webhooks: Webhooks;
}

/** Public routes of version 1 that are declared. */
export const apiRoutes = ({ webhooks }: ApiServices): readonly DeclaredRoute[] => webhookRoutes(webhooks);

/** Public routes of version 1 that are not declared yet. Each admits its caller itself, as its first step. */
export const v1: readonly Route[] = [
  { method: 'GET', path: '/api/v1/me', access: 'key', answer: getMe },
  { method: 'GET', path: '/api/v1/actions', access: 'key', answer: getActions },
  { method: 'GET', path: '/api/v1/credits', access: 'key', answer: getCredits },
  { method: 'GET', path: '/api/v1/data', access: 'key', answer: getData },
  { method: 'GET', path: '/api/v1/openapi.json', access: 'public', answer: getOpenApi },
  { method: 'POST', path: '/api/v1/actions/:actionId/quote', access: 'key', answer: postQuote },
  { method: 'POST', path: '/api/v1/actions/:actionId/execute', access: 'key', answer: postExecute },
  ...analysisRoutes,
  ...jobRoutes,
];

async function getActions({ pages }: HttpParts, exchange: Exchange): Promise<Answer> {
  await exchange.admit('read');
  return pages.actions(exchange.header('if-none-match'));
}

async function getOpenApi({ pages }: HttpParts, exchange: Exchange): Promise<Answer> {
  return pages.openApi(exchange.header('if-none-match'));
}

async function postQuote(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  return json(await parts.runs.quote(exchange.asCall()));
}

async function postExecute(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const executed = await parts.runs.execute(exchange.asCall());
  if (executed.jobId !== undefined)
    exchange.setHeader('Location', pathBelow(parts.baseUrl(), `/api/v1/jobs/${executed.jobId}`));
  return executedJson(executed);
}
