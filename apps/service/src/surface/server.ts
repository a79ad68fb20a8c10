import { said } from '@hinterland/answers/said';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify, type HTTPMethods } from 'fastify';
import type { Answer } from '../kit/http/answer.ts';
import { compressAnswers } from '../kit/http/compressAnswers.ts';
import { FOR_PROGRAMS } from '../kit/http/contentSecurityPolicy.ts';
import { Exchange, type ExchangeSettings } from '../kit/http/exchange.ts';
import type { Gates } from '../kit/http/gates.ts';
import { loggedProblem } from '../kit/http/problems.ts';
import { factsOf } from '../kit/http/requestFacts.ts';
import type { Route } from '../kit/http/route.ts';
import { traceRequests } from '../kit/http/traceRequests.ts';
import { invalid } from '../kit/json.ts';
import type { Log } from '../kit/log.ts';
import type { Metrics } from '../kit/metrics/metrics.ts';
import { ProblemError, unavailable } from '../kit/problem.ts';
import type { Traces } from '../kit/traces/traces.ts';
import type { KeyGate } from '../organizations/keys/gate.ts';
import { boundConnections } from './boundConnections.ts';
import { answerBrokenRequest, newRequestId } from './brokenRequest.ts';
import { nowherePage, wantsPage } from './pages/nowherePage.ts';

export interface ServerSettings extends ExchangeSettings {
  readonly routes: readonly Route[];
  readonly gates: Gates & Pick<KeyGate, 'enter'>;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Null where none are exported. */
  readonly traces: Traces | null;
  /** True once the service has begun to stop. */
  readonly stopping: () => boolean;
  /** See Config. */
  readonly trustedProxies: number | readonly string[];
}

const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** The headers of a request must have arrived within this time; its body within that which its reader gives it. */
const HEADERS_TIMEOUT_MILLISECONDS = 15_000;
/** Connections that are too slow are looked for this often. */
const SLOW_EVERY_MILLISECONDS = 5_000;
const REQUEST_TIMEOUT_SECONDS = 60;

/** The HTTP server: routes, problems for whatever goes wrong, and the headers that every answer has. */
export function buildServer(settings: ServerSettings): FastifyInstance {
  const { routes, log, metrics, stopping } = settings;
  const app = fastify({
    logger: false,
    genReqId: newRequestId,
    http: { connectionsCheckingInterval: SLOW_EVERY_MILLISECONDS },
    requestTimeout: Math.max(REQUEST_TIMEOUT_SECONDS, ...routes.map(({ file }) => file?.seconds ?? 0)) * 1000,
    trustProxy: trusted(settings.trustedProxies),
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 16_384 }, // as long as Node takes a request line: too long is not found
    frameworkErrors: (_error, request, reply) => void answerUndecodable(settings, request, reply),
    clientErrorHandler: answerBrokenRequest(settings.baseUrl),
  });
  app.server.headersTimeout = HEADERS_TIMEOUT_MILLISECONDS;
  // Behind a proxy all connections are those of the proxy.
  if (settings.trustedProxies === 0) boundConnections(app.server);
  // Bodies are read by the routes, after key, rate and scope have been checked.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  if (settings.traces !== null) traceRequests(app, settings.traces);
  app.addHook('onRequest', async (request, reply) => {
    prepare(settings, request, reply);
    requireOneHost(request);
    if (stopping()) throw unavailable(said('stopping'));
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, id } = request;
    const { elapsedTime, statusCode: status } = reply;
    const route = routeOptions.url;
    metrics.answered({ method, route, status, seconds: elapsedTime / 1000 });
    const milliseconds = Math.round(elapsedTime * 10) / 10;
    log.info({ id, method, route, status, milliseconds, ...factsOf(request) }, 'request');
  });
  app.setErrorHandler((error, request, reply) => sendProblem(settings, error, request, reply));
  app.setNotFoundHandler(async (request, reply) =>
    isForPerson(request)
      ? send(reply, nowherePage(request.headers['accept-language']))
      : refuseUnknown(settings, request, reply),
  );
  compressAnswers(app);
  // Compression acts on routes that are added after it.
  app.register(async (compressed) => {
    for (const path of new Set(routes.map((route) => route.path))) {
      addPath(
        compressed,
        settings,
        path,
        routes.filter((route) => route.path === path),
      );
    }
  });
  return app;
}

/**
 * Returns the proxies whose X-Forwarded-For is trusted. With n proxies in front the nth address from the right is the
 * visitor's; with networks, the first from the right that is in none of them. Entries to the left of it may be forged.
 */
function trusted(proxies: number | readonly string[]): string[] | ((address: string, hop: number) => boolean) {
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : [...proxies];
}

/** Throws validation_error for two headers Host, of which a proxy in front may have read the other one (RFC 9112, 3.2), and for one that is no host. */
function requireOneHost({ raw: { rawHeaders } }: FastifyRequest): void {
  const hosts = rawHeaders.filter((_, i) => i % 2 === 1 && /^host$/i.test(rawHeaders[i - 1] as string));
  if (hosts.length <= 1 && hosts.every((host) => /^[^\s/\\?#@,]*$/.test(host))) return;
  throw invalid('#', 'The request must have one header Host, with a name or an address and a port.');
}

/** Registers the routes of a path; other methods are answered with 405, OPTIONS with what there is. */
function addPath(app: FastifyInstance, settings: ServerSettings, url: string, routes: readonly Route[]): void {
  const offered: HTTPMethods[] = routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  const allow = [...offered, 'OPTIONS'].join(', ');
  const isPublic = routes.every(({ access }) => access === 'public');
  const needsKey = routes.some(({ access }) => access === 'key' || access === 'run');
  for (const route of routes) {
    const method = route.method === 'GET' ? ['GET', 'HEAD'] : route.method;
    app.route({
      method,
      url,
      handler: async (request, reply) => {
        if (isPublic) openToAll(reply);
        const exchange = new Exchange(settings, request, reply);
        return send(reply, await route.answer(exchange, settings.gates).catch((error) => exchange.refuse(error)));
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
      if (needsKey) await enter(settings, request, reply);
      const detail = `${request.method} is not allowed here. Allowed are ${allow}.`;
      throw new ProblemError('method_not_allowed', detail, {}, { Allow: allow });
    },
  });
}

/** Under /api, unknown paths answer 404 only to callers with a key and calls left. */
async function enter(settings: ServerSettings, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const exchange = new Exchange(settings, request, reply);
  await settings.gates.enter(exchange, ['requests']).catch((error) => exchange.refuse(error));
}

/** Whether somebody has typed an address of a page; what programs call answers with problems. */
const isForPerson = ({ method, headers, raw }: FastifyRequest): boolean =>
  wantsPage(method, headers.accept) && !/^\/(api|web|mcp|payments|tiles)\b/.test(raw.url ?? '');

/** Throws not_found. */
async function refuseUnknown(settings: ServerSettings, request: FastifyRequest, reply: FastifyReply): Promise<never> {
  if (request.raw.url?.startsWith('/api/')) await enter(settings, request, reply);
  throw new ProblemError(
    'not_found',
    'There is nothing at this address. Paths are case-sensitive and have no slash at the end.',
  );
}

/** A path that cannot be decoded names nothing; the framework's hooks do not see it. */
async function answerUndecodable(
  settings: ServerSettings,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  prepare(settings, request, reply);
  if (isForPerson(request)) return send(reply, nowherePage(request.headers['accept-language']));
  return refuseUnknown(settings, request, reply).catch((error) => sendProblem(settings, error, request, reply));
}

/** What pages may not ask a browser for; they copy to the clipboard. */
const PERMISSIONS =
  'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()';

/** Headers of every answer; routes may replace them. */
function prepare({ baseUrl, stopping }: ServerSettings, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({
    'X-Request-Id': request.id,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Content-Security-Policy': FOR_PROGRAMS,
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': PERMISSIONS,
  });
  if (baseUrl().startsWith('https:')) reply.header('Strict-Transport-Security', 'max-age=31536000');
  if (stopping()) reply.header('Connection', 'close');
}

const openToAll = (reply: FastifyReply): FastifyReply =>
  reply.headers({ 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' });

function send(reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
  reply.code(status ?? 200).headers(headers ?? {});
  if (body === null) return reply.send();
  if (typeof body === 'string' || body instanceof ReadableStream) return reply.send(body);
  return reply.send(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
}

function sendProblem(
  settings: ServerSettings,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { status, headers, body } = loggedProblem(settings, error, request.id);
  return reply
    .code(status)
    .headers({ ...headers, 'Content-Type': 'application/problem+json' })
    .send(Buffer.from(JSON.stringify(body))); // of a text, fastify would add a charset to the media type
}
