import { LIMITS } from '@hinterland/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Route } from '../kit/http/route.ts';
import { ensureMembership } from '../operate/admin/ensure.ts';
import { type Browser, signedIn } from '../testing/browser.ts';
import { sharedDatabase, type TestDatabase } from '../testing/databases.ts';
import { declaredApp, declaredRoutes } from '../testing/routes.ts';
import { type Reply, startTestService, type TestService } from '../testing/service.ts';
import { makeAccount } from '../testing/town.ts';

/** Statuses that follow from what a route declares, seen on the running service for every route there is. */
describe('every route', () => {
  let database: TestDatabase;
  let service: TestService;
  let key: string;
  let owner: Browser;
  let organizationId: number;

  beforeAll(async () => {
    database = await sharedDatabase();
    service = await startTestService(database, { workers: 1 });
    const account = await makeAccount(database.db, { scopes: ['read', 'run', 'manage'], credits: 100 });
    key = account.secret;
    organizationId = account.spender.organizationId;
    const browser = await signedIn(service, database.db, 'owner@example.com');
    await ensureMembership(database.db, {
      organizationId,
      userId: browser.userId,
      role: 'owner',
      billing: true,
      teamId: null,
    });
    owner = browser;
  });
  afterAll(async () => {
    await service?.close();
    await database?.close();
  });

  const isOfKey = ({ access }: Route) => access === 'key' || access === 'run';
  const isOfSession = ({ access }: Route) => access === 'visitor' || access === 'member';
  const changes = ({ method }: Route) => method !== 'GET';
  /** Routes with what they declare as a title, so that a failure names its route. */
  const those = (chosen: (route: Route) => boolean) =>
    declaredRoutes.filter(chosen).map((route) => [`${route.method} ${route.path}`, route] as const);

  interface Sent {
    readonly method?: string;
    readonly parameter?: string;
    readonly query?: string;
    readonly body?: string;
    readonly headers?: Record<string, string>;
    /** Sent by nobody, from nowhere. */
    readonly anonymous?: boolean;
    readonly organization?: number;
  }

  /** Sends a request that has passed every check that comes before the one that is tested. */
  async function send(route: Route, sent: Sent = {}): Promise<Reply> {
    const { method = route.method, parameter = '1', query = '', body, headers = {}, anonymous = false } = sent;
    const path = route.path
      .replace(':organizationId', String(sent.organization ?? organizationId))
      .replace(/:\w+/g, parameter);
    const known: Record<string, string> = anonymous
      ? {}
      : isOfKey(route)
        ? { Authorization: `Bearer ${key}` }
        : { Origin: service.url, 'Sec-Fetch-Site': 'same-origin', Cookie: owner.cookie };
    const type: Record<string, string> =
      route.file === undefined ? {} : { 'Content-Type': route.file.types[0] as string };
    return service.request(method, path + query, {
      ...(body === undefined ? {} : { body }),
      headers: { ...type, ...known, ...headers },
    });
  }
  const seen = ({ status, body }: Reply) => `${status} ${body?.error}`;

  it('is declared once', () => {
    const names = declaredRoutes.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(90);
  });

  it.each([...new Set(declaredRoutes.map(({ path }) => path))])('%s: 405 with Allow, and OPTIONS', async (path) => {
    const routes = declaredRoutes.filter((route) => route.path === path);
    const offered = routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    const allow = [...offered, 'OPTIONS'].join(', ');
    const refused = await send(routes[0] as Route, { method: 'PATCH' });
    expect([seen(refused), refused.headers.get('allow')]).toEqual(['405 method_not_allowed', allow]);
    const options = await send(routes[0] as Route, { method: 'OPTIONS', anonymous: true });
    expect([options.status, options.headers.get('allow')]).toEqual([204, allow]);
  });

  it.each(those(isOfKey))('%s: 401 without a key', async (_name, route) => {
    expect(seen(await send(route, { anonymous: true }))).toBe('401 missing_api_key');
  });

  it.each(those(isOfSession))('%s: 401 without a session', async (_name, route) => {
    const headers = { Origin: service.url, 'Sec-Fetch-Site': 'same-origin' };
    expect(seen(await send(route, { anonymous: true, headers }))).toBe('401 not_signed_in');
  });

  it.each(those((route) => changes(route) && (route.access === 'site' || isOfSession(route))))(
    '%s: 403 from another site',
    async (_name, route) => {
      const headers = { Origin: 'https://evil.example.com', 'Sec-Fetch-Site': 'cross-site' };
      expect(seen(await send(route, { headers }))).toBe('403 cross_site_request');
    },
  );

  it.each(those(({ access }) => access === 'member'))('%s: 404 in a foreign organization', async (_name, route) => {
    expect(seen(await send(route, { organization: 999_999 }))).toBe('404 not_found');
  });

  const takesBody = (route: Route) => route.body !== undefined || route.access === 'run';

  it.each(those(takesBody))('%s: 415, 413 and 400 of the body', async (_name, route) => {
    const parameter = route.access === 'run' ? 'test.free' : '1';
    const answers = (body: string, headers = { 'Content-Type': 'application/json' }) =>
      send(route, { parameter, body, headers }).then(seen);
    expect(await answers('x', { 'Content-Type': 'text/plain' })).toBe('415 unsupported_media_type');
    expect(await answers('x'.repeat((route.bodyBytes ?? LIMITS.bodyBytes) + 1))).toBe('413 payload_too_large');
    expect(await answers('{"a":')).toBe('400 validation_error');
    expect(await answers('{"name":"a\\u0000b"}')).toBe('400 validation_error');
  });

  it.each(those(({ file }) => file !== undefined))('%s: 415 of a file', async (_name, route) => {
    const query = '?name=x';
    const headers = { 'Content-Type': 'application/json' };
    expect(seen(await send(route, { query, body: '{}', headers }))).toBe('415 unsupported_media_type');
  });

  const queried = declaredRoutes.flatMap((route) =>
    Object.entries(route.query ?? {}).map(
      ([name, { schema }]) => [`${route.method} ${route.path}`, name, route, schema] as const,
    ),
  );

  it.each(queried)('%s: 400 for ?%s= that is no such value or holds NUL', async (_name, name, route, { type }) => {
    const ask = (value: string) => send(route, { query: `?${name}=${value}` });
    const nul = await ask('a%00b');
    const fault = { pointer: `#/${name}`, detail: expect.stringContaining('NUL') };
    expect([seen(nul), nul.body.errors]).toEqual(['400 validation_error', expect.arrayContaining([fault])]);
    if (type === 'integer' || type === 'boolean') {
      const wrong = await ask('x');
      const pointers = wrong.body.errors.map(({ pointer }: { pointer: string }) => pointer);
      expect([seen(wrong), pointers]).toEqual(['400 validation_error', expect.arrayContaining([`#/${name}`])]);
    }
  });

  const withParameters = those(({ parameters = {} }) => Object.keys(parameters).length > 0);

  it.each(withParameters)('%s: 404 for a path that cannot be decoded', async (_name, route) => {
    const { status, body } = await send(route, { parameter: '%ff%fe' });
    expect([status, body.error, body.detail]).toEqual([404, 'not_found', expect.stringContaining('nothing at this')]);
  });

  it.each(withParameters)('L5 %s: no 500 for NUL or 300 letters in the path', async (_name, route) => {
    // Routes of the app answer with the app, which decides itself what there is.
    const shows = declaredApp.includes(route) && route.path !== '/app/:name';
    for (const parameter of ['%00', 'a%00b', 'x'.repeat(300)]) {
      const { status, body } = await send(route, { parameter });
      const expected = shows ? [200] : route.body === undefined ? [404] : [404, 400, 415];
      expect(expected, `${parameter.slice(0, 9)} ${JSON.stringify(body)}`).toContain(status);
    }
  });
});
