import { randomBytes } from 'node:crypto';
import { problems } from '@hinterland/contract';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify, type HTTPMethods } from 'fastify';
import { DATASET_LIMITS } from '../datasets/limits.ts';
import { datasetRoutes } from '../datasets/routes.ts';
import type { Answer } from '../http/answer.ts';
import { Exchange } from '../http/exchange.ts';
import type { HttpParts } from '../http/parts.ts';
import { problemAnswer } from '../http/problems.ts';
import type { Route as DeclaredRoute } from '../http/route.ts';
import { organizationRoutes } from '../identity/routes.ts';
import { mcpRoutes } from '../mcp/routes.ts';
import { ProblemError, unavailable } from '../problem.ts';
import { signInRoutes } from '../signIn/routes.ts';
import { pageRoutes } from './pages/routes.ts';
import { statusRoutes } from './status.ts';
import { type Route, v1 } from './v1.ts';

const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** The headers of a request must have arrived within this time; its body within that which its reader gives it. */
const HEADERS_TIMEOUT_MILLISECONDS = 30_000;
const REQUEST_TIMEOUT_MILLISECONDS = DATASET_LIMITS.uploadSeconds * 1000;

interface BoundRoute {
  readonly method: Route['method'];
  readonly path: string;
  readonly access: string;
  answer(exchange: Exchange): Promise<Answer>;
}

/** The HTTP server: routes, problems for whatever goes wrong, and the headers that every answer has. */
export function buildServer(parts: HttpParts): FastifyInstance {
  const app = fastify({
    logger: false,
    genReqId: () => `req_${randomBytes(12).toString('hex')}`,
    requestTimeout: REQUEST_TIMEOUT_MILLISECONDS,
    trustProxy: trusted(parts.trustedProxies),
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 16_384 }, // as long as Node takes a request line: too long is not found
    frameworkErrors: (error, request, reply) => void answerBadPath(parts, error, request, reply),
    clientErrorHandler: answerBrokenRequest(parts),
  });
  app.server.headersTimeout = HEADERS_TIMEOUT_MILLISECONDS;
  // Bodies are read by the handlers, after key, rate and scope have been checked.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  app.addHook('onRequest', async (request, reply) => {
    prepare(parts, request, reply);
    if (parts.stopping()) throw unavailable('The service is stopping. Repeat the call in a moment.');
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, id } = request;
    const milliseconds = Math.round(reply.elapsedTime * 10) / 10;
    parts.log.info({ id, method, route: routeOptions.url, status: reply.statusCode, milliseconds }, 'request');
  });
  app.setErrorHandler((error, request, reply) => sendProblem(parts, error, request, reply));
  app.setNotFoundHandler(async (request, reply) => {
    if (request.raw.url?.startsWith('/api/')) await admitAnyone(new Exchange(parts, request, reply));
    throw new ProblemError(
      'not_found',
      'There is nothing at this address. Paths are case-sensitive and have no slash at the end.',
    );
  });

  const bound = (route: Route): BoundRoute => ({ ...route, answer: (exchange) => route.answer(parts, exchange) });
  const declared = (route: DeclaredRoute): BoundRoute => ({
    ...route,
    answer: (exchange) => route.answer(exchange, parts.gates),
  });
  const undeclared: readonly Route[] = [
    ...v1,
    ...mcpRoutes,
    ...signInRoutes,
    ...organizationRoutes,
    ...datasetRoutes,
    ...pageRoutes,
    ...statusRoutes,
  ];
  const routes = [...undeclared.map(bound), ...parts.routes.map(declared)];
  for (const path of new Set(routes.map((route) => route.path))) {
    addPath(
      app,
      parts,
      path,
      routes.filter((route) => route.path === path),
    );
  }
  return app;
}

/**
 * Whose X-Forwarded-For is believed. With n proxies in front the nth address from the right is the visitor's; with
 * networks, the first from the right that is in none of them. What stands left of it anybody may have written.
 */
function trusted(proxies: number | readonly string[]): string[] | ((address: string, hop: number) => boolean) {
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : [...proxies];
}

/** Registers what a path offers; other methods are answered with 405, OPTIONS with what there is. */
function addPath(app: FastifyInstance, parts: HttpParts, url: string, routes: readonly BoundRoute[]): void {
  const offered: HTTPMethods[] = routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  const allow = [...offered, 'OPTIONS'].join(', ');
  const isPublic = routes.every(({ access }) => access === 'public');
  const needsKey = routes.some(({ access }) => access === 'key');
  for (const route of routes) {
    const method = route.method === 'GET' ? ['GET', 'HEAD'] : route.method;
    app.route({
      method,
      url,
      handler: async (request, reply) => {
        if (isPublic) openToAll(reply);
        return send(reply, await route.answer(new Exchange(parts, request, reply)));
      },
    });
  }
  app.route({
    method: 'OPTIONS',
    url,
    handler: async (_request, reply) => {
      if (isPublic) openToAll(reply).header('Access-Control-Allow-Methods', offered.join(', '));
      return reply.code(204).header('Allow', allow).send();
    },
  });
  app.route({
    method: METHODS.filter((method) => method !== 'OPTIONS' && !offered.includes(method)),
    url,
    handler: async (request, reply) => {
      if (needsKey) await admitAnyone(new Exchange(parts, request, reply));
      const detail = `${request.method} is not allowed here. Allowed are ${allow}.`;
      throw new ProblemError('method_not_allowed', detail, {}, { Allow: allow });
    },
  });
}

/** What every request under /api needs before it hears that there is nothing for it: a key, and calls left. */
const admitAnyone = (exchange: Exchange) => exchange.enter(['requests']);

/** Headers of every answer; routes may replace them. */
function prepare(parts: HttpParts, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({
    'X-Request-Id': request.id,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Cross-Origin-Resource-Policy': 'same-origin',
  });
  if (parts.baseUrl().startsWith('https:')) reply.header('Strict-Transport-Security', 'max-age=31536000');
  if (parts.stopping()) reply.header('Connection', 'close');
}

const openToAll = (reply: FastifyReply): FastifyReply =>
  reply.headers({ 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' });

function send(reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
  reply.code(status ?? 200).headers(headers ?? {});
  if (body === null) return reply.send();
  if (typeof body === 'string' || body instanceof ReadableStream) return reply.send(body);
  return reply.send(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
}

function sendProblem(parts: HttpParts, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, headers, body, unexpected } = problemAnswer(error, parts.baseUrl(), request.id);
  if (unexpected !== undefined) {
    const level = status === 500 ? 'error' : 'warn';
    parts.log[level]({ id: request.id, err: unexpected, error: body.error }, 'problem');
  }
  return reply
    .code(status)
    .headers({ ...headers, 'Content-Type': 'application/problem+json' })
    .send(Buffer.from(JSON.stringify(body))); // of a text, fastify would add a charset to the media type
}

/** A path that cannot be decoded never reaches a route; a key comes first here, too. */
async function answerBadPath(parts: HttpParts, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  prepare(parts, request, reply);
  try {
    if (request.raw.url?.startsWith('/api/')) await admitAnyone(new Exchange(parts, request, reply));
    sendProblem(parts, error, request, reply);
  } catch (refusal) {
    sendProblem(parts, refusal, request, reply);
  }
}

/** Bytes that are no HTTP request get a problem, too; the connection ends with it. */
function answerBrokenRequest(parts: HttpParts) {
  return (error: Error & { code?: string }, socket: import('node:net').Socket): void => {
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
    const tooLarge = error.code === 'HPE_HEADER_OVERFLOW';
    const late = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    const code = tooLarge ? 'payload_too_large' : 'validation_error';
    const status = tooLarge ? 431 : late ? 408 : 400;
    const detail = tooLarge
      ? 'The headers of the request are too large.'
      : late
        ? 'The request did not arrive in full in time.'
        : 'This is not a valid HTTP request.';
    const id = `req_${randomBytes(12).toString('hex')}`;
    const { title } = problems[code];
    const type = `${parts.baseUrl()}/problems/${code}`;
    const body = JSON.stringify({ type, title, status, detail, instance: `urn:request:${id}`, error: code });
    socket.end(
      `HTTP/1.1 ${status} ${title}\r\nContent-Type: application/problem+json\r\nX-Request-Id: ${id}\r\n` +
        `Cache-Control: no-store\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
  };
}
