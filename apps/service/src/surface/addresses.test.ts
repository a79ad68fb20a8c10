import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedDatabase, type TestDatabase } from '../testing/databases.ts';
import { startTestService, type TestService } from '../testing/service.ts';

describe.each([
  [{ HINTERLAND_BASE_URL: 'https://geo.example.com' }, true],
  [{ HINTERLAND_BASE_URL: 'https://geo.example.com', HINTERLAND_TRUSTED_PROXIES: '1' }, false],
  [{ HINTERLAND_BASE_URL: 'https://geo.example.com', HINTERLAND_TRUSTED_PROXIES: '10.0.0.0/8' }, false],
  [{ HINTERLAND_BASE_URL: 'http://geo.example.com' }, false],
])('M1 a service with %j', (env: Record<string, string>, warns) => {
  it(`${warns ? 'warns' : 'does not warn'} that all callers count as one`, async () => {
    const database = await sharedDatabase();
    const service = await startTestService(database, { workers: 1, env });
    const warned = service.log.filter((line) => line.includes('HINTERLAND_TRUSTED_PROXIES'));
    expect(warned.length).toBe(warns ? 1 : 0);
    await service.close();
    await database.close();
  });
});

describe('addresses of requests', () => {
  let database: TestDatabase;
  let service: TestService;
  beforeAll(async () => {
    database = await sharedDatabase();
    service = await startTestService(database, { workers: 1 });
  });
  afterAll(async () => {
    await service?.close();
    await database?.close();
  });

  const raw = (...headers: readonly string[]) =>
    new Promise<string>((resolve, reject) => {
      const { hostname, port } = new URL(service.url);
      const head = ['GET /healthz HTTP/1.1', ...headers, 'Connection: close', '', ''].join('\r\n');
      const socket = connect(Number(port), hostname, () => socket.write(head));
      let answer = '';
      socket.on('data', (chunk) => {
        answer += chunk;
      });
      socket.on('close', () => resolve(answer));
      socket.on('error', reject);
    });

  it.each([
    [['Host: a.example', 'Host: b.example']],
    [['Host: a.example', 'HOST: a.example']],
    [['Host: a.example', 'X-Between: 1', 'host:']],
    [['Host: a.example/b']],
    [['Host: user@a.example']],
    [['Host: a.example, b.example']],
    [['Host: a b']],
    [[]],
  ])('Low 400 for %j: there is one Host, and it is one', async (headers) => {
    expect(await raw(...headers)).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('and one is enough', async () => {
    for (const host of ['a.example', '127.0.0.1:8080', '[::1]:8080']) {
      expect(await raw(`Host: ${host}`)).toMatch(/^HTTP\/1\.1 200 /);
    }
  });

  it('a mistyped address is a page with a way home in the language of the browser, and a problem for a program', async () => {
    const browser = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'Accept-Language': 'de-CH,de;q=0.9' };
    for (const path of ['/nowhere', '/account/webhooks/x/y', '/analyses/x/y/', '/%ff']) {
      const page = await service.request('GET', path, { headers: browser });
      expect([path, page.status, page.headers.get('content-type')]).toEqual([path, 404, 'text/html; charset=utf-8']);
      expect(page.text).toContain('<a class="button primary" href="/">Zur Startseite</a>');
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    }
    for (const headers of [{}, { Accept: '*/*' }, { Accept: 'application/json' }] as Record<string, string>[]) {
      const { status, body } = await service.request('GET', '/nowhere', { headers });
      expect([status, body.error]).toEqual([404, 'not_found']);
    }
    for (const [method, path] of [
      ['GET', '/web/v1/nothing'],
      ['POST', '/nowhere'],
    ] as const) {
      expect((await service.request(method, path, { headers: browser })).body.error).toBe('not_found');
    }
    expect((await service.request('GET', '/api/v1/nothing', { headers: browser })).body.error).toBe('missing_api_key');
  });
});
