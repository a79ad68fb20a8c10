import { LIMITS } from '@hinterland/contract';
import type { Answer } from '../http/answer.ts';
import type { Exchange } from '../http/exchange.ts';
import type { HttpParts } from '../http/parts.ts';
import { ProblemError } from '../problem.ts';
import type { Route } from '../surface/v1.ts';
import { requireOwnOrigin } from './origin.ts';
import type { Visit } from './visit.ts';

/** The tool server. Every POST is a call of its own: nothing is kept between two, so any replica answers. */
export const mcpRoutes: readonly Route[] = [{ method: 'POST', path: '/mcp', access: 'key', answer: postMcp }];

/** The protocol's library is loaded with the first call, so that it does not hold up the start. */
const protocol = () => import('./handler.ts');

/** POST /mcp: where from (403), who (401), how often (429), the body (413, 415, 400); then the protocol's own checks. */
async function postMcp(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  requireOwnOrigin(exchange, parts.baseUrl());
  const caller = await exchange.admit('read');
  const body = await exchange.readBody(LIMITS.largeBodyBytes);
  if (Array.isArray(body)) {
    throw new ProblemError('validation_error', 'Send one JSON-RPC message per request; batches are not taken.', {
      errors: [{ pointer: '#', detail: 'The body must be one JSON-RPC message, not an array.' }],
    });
  }
  const visit: Visit = { parts, exchange, caller, requestId: exchange.id };
  const request = new Request(`${parts.baseUrl()}/mcp`, {
    method: 'POST',
    headers: exchange.headers(),
    signal: exchange.signal,
    body: JSON.stringify(body),
  });
  const authInfo = { token: '', clientId: String(caller.key.id), scopes: [...caller.key.scopes], extra: { visit } };
  const { handler } = await protocol();
  const response = await handler.fetch(request, { authInfo, parsedBody: body });
  return answerOf(response);
}

/** Streams stay streams; anything else is sent whole. */
async function answerOf(response: Response): Promise<Answer> {
  const headers = Object.fromEntries(response.headers);
  const { status } = response;
  if (response.body === null) return { status, headers, body: null };
  const streams = response.headers.get('content-type')?.startsWith('text/event-stream');
  return { status, headers, body: streams ? response.body : new Uint8Array(await response.arrayBuffer()) };
}
