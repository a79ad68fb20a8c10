import type { AddressInfo } from 'node:net';
import { webhook } from '@hinterland/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { buildServer } from '../../surface/server.ts';
import { until } from '../../testing/until.ts';
import { openLog } from '../log.ts';
import { noMetrics } from '../metrics/metrics.ts';
import { ProblemError } from '../problem.ts';
import type { Caller, Member } from '../who.ts';
import { requireRole } from '../who.ts';
import type { Exchange } from './exchange.ts';
import { count, pathNumber, pathText } from './parameters.ts';
import { type Route, route } from './route.ts';
import { failuresOf } from './statuses.ts';

const CALLER: Caller = {
  organization: { id: 3, name: 'Acme' },
  user: { id: 12, name: 'Ann', email: 'ann@example.com' },
  role: 'member',
  team: null,
  address: '192.0.2.1',
  key: { id: 1, name: 'CI', prefix: 'hl_live_x', scopes: ['read'], createdAt: new Date(0), lastUsedAt: null },
};
const MEMBER: Member = {
  ...CALLER,
  billing: false,
  sessionId: 1,
  sessionExpiresAt: new Date(0),
  chosenOrganizationId: null,
};
const unknown = () => new ProblemError('not_found', 'There is no such thing.');

type RefusedCode = 'invalid_api_key' | 'not_signed_in' | 'cross_site_request' | 'rate_limited';

/** Gates that let through what the headers of a request say, and write down that they were asked. */
class Gatekeeper {
  readonly asked: string[] = [];
  refuse(name: string, exchange: Exchange, code: RefusedCode): void {
    this.asked.push(name);
    if (exchange.header('x-refuse') === name) throw new ProblemError(code, `${name} refused`);
  }
  readonly gates = {
    key: async (exchange: Exchange, scope: string) => {
      this.refuse(`key ${scope}`, exchange, 'invalid_api_key');
      return CALLER;
    },
    enter: async (exchange: Exchange) => {
      this.refuse('enter', exchange, 'invalid_api_key');
      return CALLER;
    },
    site: (exchange: Exchange) => this.refuse('site', exchange, 'cross_site_request'),
    stranger: async (exchange: Exchange) => {
      this.refuse(`stranger of weight ${exchange.weight}`, exchange, 'rate_limited');
    },
    visitor: async (exchange: Exchange) => {
      this.refuse('visitor', exchange, 'not_signed_in');
      return MEMBER;
    },
    member: async (exchange: Exchange) => {
      this.refuse('member', exchange, 'not_signed_in');
      return MEMBER;
    },
  };
}

describe('route', () => {
  let close = async (): Promise<void> => {};
  afterEach(() => close());

  /** A server of these routes alone, behind a name with a path. */
  async function serve(...routes: Route[]) {
    const keeper = new Gatekeeper();
    const open = new Set<AbortController>();
    const app = buildServer({
      routes,
      gates: keeper.gates,
      open,
      offload: { perform: async () => null },
      budgets: { spend() {} },
      pace: { refuse: async () => {} },
      baseUrl: () => 'https://geo.example.com/maps',
      log: openLog({ level: 'silent' }),
      metrics: noMetrics,
      traces: null,
      stopping: () => false,
      trustedProxies: 0,
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    close = async () => {
      app.server.closeAllConnections();
      await app.close();
    };
    const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
      const answer = await fetch(url + path, {
        method,
        headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
        body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
      });
      const text = await answer.text();
      return { status: answer.status, headers: answer.headers, text, problem: problemIn(text) };
    };
    return { keeper, open, url, ask };
  }
  const problemIn = (text: string): string | undefined => /"error":"(\w+)"/.exec(text)?.[1];

  const things = (access: 'key' | 'member') =>
    access === 'key'
      ? route({
          method: 'POST',
          path: '/api/v1/things/:id',
          access: 'key',
          scope: 'manage',
          parameters: { id: pathNumber(unknown) },
          query: { limit: count({ min: 1, max: 9, default: 5 }) },
          body: z.object({ name: z.string() }),
          bodyBytes: 100,
          status: 201,
          handle: ({ caller, parameters, query, body, exchange }) => {
            exchange.setLocation('/api/v1/things/1');
            return { user: caller.user.id, id: parameters.id + 1, limit: query.limit * 2, name: body.name };
          },
        })
      : route({
          method: 'PUT',
          path: '/web/v1/organizations/:organizationId/things/:id',
          access: 'member',
          parameters: { id: pathNumber(unknown) },
          roles: { of: ['owner'], deed: 'change things' },
          query: { limit: count({ min: 1, max: 9, default: 5 }) },
          body: z.object({ name: z.string() }),
          bodyBytes: 100,
          handle: () => ({}),
        });

  it('hands the handler the caller, the parsed parameters, query and body, and answers its value as JSON', async () => {
    const { ask, keeper } = await serve(things('key'));
    const answer = await ask('POST', '/api/v1/things/7?limit=3', { name: 'x', unknown: 1 });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([201, { user: 12, id: 8, limit: 6, name: 'x' }]);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('location')).toBe('/maps/api/v1/things/1');
    expect(keeper.asked).toEqual(['key manage']);
  });

  it('reports faults of a call with a key in this order: key, path, size, type, JSON, schema, query', async () => {
    const { ask } = await serve(things('key'));
    const bad = 'x'.repeat(101);
    const refuse = { 'X-Refuse': 'key manage' };
    const plain = { 'Content-Type': 'text/plain' };
    const seen: (string | undefined)[] = [];
    for (const [path, body, headers] of [
      ['/api/v1/things/x?limit=x', bad, { ...plain, ...refuse }],
      ['/api/v1/things/x?limit=x', bad, plain],
      ['/api/v1/things/1?limit=x', bad, plain],
      ['/api/v1/things/1?limit=x', bad, {}],
      ['/api/v1/things/1?limit=x', '{', {}],
      ['/api/v1/things/1?limit=x', { name: 5 }, {}],
      ['/api/v1/things/1?limit=x', { name: 'x' }, {}],
      ['/api/v1/things/1', { name: 'x' }, {}],
    ] as const) {
      const { problem, text } = await ask('POST', path, body, headers);
      seen.push(problem === 'validation_error' ? /"pointer":"(.*?)"/.exec(text)?.[1] : problem);
    }
    expect(seen).toEqual([
      'invalid_api_key',
      'not_found',
      'unsupported_media_type',
      'payload_too_large',
      '#',
      '#/name',
      '#/limit',
      undefined,
    ]);
  });

  it('reports faults of a call with a session in this order: site, session, path, role, body, query', async () => {
    const { ask, keeper } = await serve(things('member'));
    const url = '/web/v1/organizations/3/things/';
    const seen: (string | undefined)[] = [];
    for (const [path, refuse] of [
      [`${url}x?limit=x`, 'site'],
      [`${url}x?limit=x`, 'member'],
      [`${url}x?limit=x`, ''],
      [`${url}1?limit=x`, ''],
    ] as const)
      seen.push((await ask('PUT', path, '{', { 'X-Refuse': refuse })).problem);
    expect(seen).toEqual(['cross_site_request', 'not_signed_in', 'not_found', 'insufficient_role']);
    expect(keeper.asked.slice(-2)).toEqual(['site', 'member']);
    expect(() => requireRole(MEMBER, ['owner'], 'change things')).toThrow('Only owners may change things.');
  });

  it('asks nothing of readers of public pages and of the site, and no origin of a GET with a session', async () => {
    const page = (access: 'public' | 'site' | 'visitor', path: string) =>
      route({ method: 'GET', path, access, respond: () => ({ body: 'x' }) });
    const { ask, keeper } = await serve(page('public', '/a'), page('site', '/b'), page('visitor', '/c'));
    const [a, b, c] = [await ask('GET', '/a'), await ask('GET', '/b'), await ask('GET', '/c')];
    const origins = [a, b, c].map(({ headers }) => headers.get('access-control-allow-origin'));
    expect([a.status, b.status, c.status, ...origins]).toEqual([200, 200, 200, '*', null, null]);
    expect(keeper.asked).toEqual(['visitor']);
  });

  it('has changes by strangers wait for their turn before their body is read, heavy ones as long as twenty', async () => {
    const change = (path: string, heavy: boolean) =>
      route({ method: 'POST', path, access: 'site', heavy, body: z.object({ name: z.string() }), handle: () => ({}) });
    const { ask, keeper } = await serve(change('/a', false), change('/b', true));
    await ask('POST', '/a', { name: 'x' });
    await ask('POST', '/b', { name: 'x'.repeat(9_000) });
    expect(keeper.asked).toEqual(['site', 'stranger of weight 1', 'site', 'stranger of weight 22']);
    expect((await ask('POST', '/b', '{', { 'X-Refuse': 'stranger of weight 20' })).problem).toBe('rate_limited');
  });

  it('carries binary answers with headers for caches', async () => {
    const tile = new Uint8Array([26, 0, 255, 7]);
    const headers = { 'Content-Type': 'application/vnd.mapbox-vector-tile', 'Cache-Control': 'private, max-age=600' };
    const { ask, url } = await serve(
      route({
        method: 'GET',
        path: '/web/v1/tiles/:z/:x/:y',
        access: 'visitor',
        parameters: { z: pathNumber(unknown), x: pathText(), y: pathText() },
        respond: ({ parameters, exchange }) => {
          const etag = `"${parameters.z}/${parameters.x}/${parameters.y}"`;
          if (exchange.header('if-none-match') === etag) return { status: 304, headers: { ETag: etag }, body: null };
          return { headers: { ...headers, ETag: etag }, body: tile };
        },
      }),
    );
    const answer = await fetch(`${url}/web/v1/tiles/14/0/5`);
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(tile);
    expect(answer.headers.get('cache-control')).toBe(headers['Cache-Control']);
    const again = await ask('GET', '/web/v1/tiles/14/0/5', undefined, { 'If-None-Match': '"14/0/5"' });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('carries streams of events, and tells them when the reader has gone', async () => {
    let gone = false;
    const { url, open } = await serve(
      route({
        method: 'GET',
        path: '/web/v1/events',
        access: 'visitor',
        respond: ({ exchange }) => {
          exchange.signal.addEventListener('abort', () => {
            gone = true;
          });
          const first = new TextEncoder().encode('event: progress\ndata: {"done":1}\n\n');
          const body = new ReadableStream<Uint8Array>({ start: (stream) => stream.enqueue(first) });
          return { headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' }, body };
        },
      }),
    );
    const leaving = new AbortController();
    const answer = await fetch(`${url}/web/v1/events`, { signal: leaving.signal });
    const { value } = (await (answer.body as ReadableStream<Uint8Array>).getReader().read()) as { value: Uint8Array };
    expect(new TextDecoder().decode(value)).toBe('event: progress\ndata: {"done":1}\n\n');
    expect([open.size, gone]).toEqual([1, false]);
    leaving.abort();
    await until(async () => gone && open.size === 0);
  });

  it('says which statuses follow from a declaration', () => {
    const handle = () => ({});
    const of = (extra: object) =>
      failuresOf(route({ method: 'POST', path: '/x', access: 'key', scope: 'read', ...extra, handle }));
    expect(of({})).toEqual([401, 429, 500, 503]);
    expect(of({ scope: 'run' })).toEqual([401, 403, 429, 500, 503]);
    expect(of({ body: 'unused' })).toEqual([400, 401, 413, 415, 429, 500, 503]);
    expect(of({ query: { limit: count({ min: 1, max: 2, default: 1 }) } })).toEqual([400, 401, 429, 500, 503]);
    expect(of({ problems: ['webhook_limit_reached', 'webhook_disabled'] })).toEqual([401, 409, 429, 500, 503]);
    expect(failuresOf({ access: 'public' })).toEqual([]);
  });

  it('refuses a declaration whose path has other parameters', () => {
    const declare = (path: string) => () =>
      route({ method: 'GET', path, access: 'public', parameters: { id: pathText() }, handle: () => ({}) });
    expect(declare('/things/:id')).not.toThrow();
    expect(declare('/things/:code')).toThrow('GET /things/:code declares the parameters id, and its path has code');
    expect(declare('/things')).toThrow('declares the parameters id');
  });

  it('holds what a handler returns against the schema of the answer', () => {
    const base = { method: 'GET', path: '/x', access: 'public', returns: webhook } as const;
    // @ts-expect-error: an id is a number
    expect(route({ ...base, handle: () => ({ id: 'x' }) }).path).toBe('/x');
    // @ts-expect-error: a key needs a scope
    expect(route({ ...base, access: 'key', handle: () => ({}) as z.infer<typeof webhook> }).path).toBe('/x');
  });
});
