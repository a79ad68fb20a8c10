import type { Action } from '@hinterland/actions';
import { LIMITS } from '@hinterland/contract';
import type { McpHttpHandler } from '@modelcontextprotocol/server';
import { type Answer, json } from '../../kit/http/answer.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { ProblemError } from '../../kit/problem.ts';
import { readMessage } from './message.ts';
import { requireOwnOrigin } from './origin.ts';
import { paramsError } from './params.ts';
import type { ToolServices } from './services.ts';
import { isCalled } from './toolName.ts';
import type { Visit } from './visit.ts';

/** The tool server. Every POST is a call of its own: nothing is kept between two, so any replica answers. */
export function mcpRoutes(services: ToolServices): readonly Route[] {
  const { baseUrl } = services;
  let handler: Promise<McpHttpHandler> | undefined;
  /** The protocol's library is loaded with the first call, so that it does not hold up the start. */
  const protocol = () => {
    handler ??= import('./handler.ts').then(({ makeHandler }) => makeHandler(services));
    return handler;
  };
  return [
    route({
      method: 'POST',
      path: '/mcp',
      access: 'key',
      scope: 'read',
      guard: (exchange) => requireOwnOrigin(exchange, baseUrl()),
      body: 'bytes',
      bodyBytes: LIMITS.largeBodyBytes,
      respond: async ({ caller, body: bytes, exchange }) => {
        const { message: body, refusal: refused } = await readMessage(bytes, services.offload, caller.organization.id);
        requireOneMessage(body);
        requireSize(services.actions, body, bytes.length);
        const refusal = paramsError(body);
        if (refusal !== null) return json(refusal);
        const visit: Visit = { caller, exchange, refused };
        const request = new Request(`${baseUrl()}/mcp`, {
          method: 'POST',
          headers: exchange.headers(),
          signal: exchange.signal,
          body: JSON.stringify(body),
        });
        const { id, scopes } = caller.key;
        const authInfo = { token: '', clientId: String(id), scopes: [...scopes], extra: { visit } };
        const response = await (await protocol()).fetch(request, { authInfo, parsedBody: body });
        return answerOf(response);
      },
    }),
  ];
}

function requireOneMessage(body: unknown): void {
  if (!Array.isArray(body)) return;
  throw new ProblemError('validation_error', 'Send one JSON-RPC message per request; batches are not taken.', {
    errors: [{ pointer: '#', detail: 'The body must be one JSON-RPC message, not an array.' }],
  });
}

/** Only calls of the tools that take long lists may be as long as those. */
function requireSize(actions: readonly Action[], message: unknown, bytes: number): void {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } | null };
  const called = method === 'tools/call' ? params?.name : undefined;
  const takesLarge = actions.some(({ id, largeBody }) => largeBody === true && isCalled(id, called));
  if (bytes <= LIMITS.bodyBytes || takesLarge) return;
  throw new ProblemError(
    'payload_too_large',
    `A message may have ${LIMITS.bodyBytes} bytes for this method and tool. Send less, or split the call.`,
  );
}

/** Streams stay streams; anything else is sent whole. */
async function answerOf(response: Response): Promise<Answer> {
  const headers = Object.fromEntries(response.headers);
  const { status, body } = response;
  if (body === null) return { status, headers, body: null };
  if (headers['content-type']?.startsWith('text/event-stream') !== true) {
    return { status, headers, body: new Uint8Array(await response.arrayBuffer()) };
  }
  return { status, headers, body };
}
