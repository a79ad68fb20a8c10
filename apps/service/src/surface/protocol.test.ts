import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { LIMITS, problem } from '@hinterland/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedDatabase, type TestDatabase } from '../testing/databases.ts';
import { declaredV1 } from '../testing/routes.ts';
import { startTestService, type TestService } from '../testing/service.ts';
import { makeAccount } from '../testing/town.ts';
import { until } from '../testing/until.ts';

const v1 = declaredV1([]);

describe('protocol', () => {
  let database: TestDatabase;
  let service: TestService;
  let key: string;

  beforeAll(async () => {
    database = await sharedDatabase();
    service = await startTestService(database, { workers: 1 });
    key = (await makeAccount(database.db, { credits: 100 })).secret;
  });
  afterAll(async () => {
    await service?.close();
    await database?.close();
  });

  const send = (body: unknown, headers: Record<string, string> = {}, id = 'test.free') =>
    service.request('POST', `/api/v1/actions/${id}/execute`, { key, body, headers });

  it('D7 D8 D9 S14 every problem is RFC 9457 with a stable type, title, status, detail, instance and error', async () => {
    const { status, headers, body } = await send({ text: 4 });
    expect(status).toBe(400);
    expect(headers.get('content-type')).toBe('application/problem+json');
    expect(problem.strict().parse(body)).toEqual(body);
    const wrong = { name: 'text', wanted: { code: 'a_text', values: {} }, given: '4' };
    expect(body).toEqual({
      type: `${service.url}/problems/validation_error`,
      title: 'The request is not valid',
      status: 400,
      detail: '#/text: text must be a text, not 4.',
      instance: `urn:request:${headers.get('x-request-id')}`,
      error: 'validation_error',
      said: {
        detail: { code: 'fault_at', values: { pointer: '#/text', fault: { code: 'must_be_not', values: wrong } } },
      },
      errors: [
        {
          pointer: '#/text',
          detail: 'text must be a text, not 4.',
          said: { detail: { code: 'must_be_not', values: wrong } },
        },
      ],
    });
  });

  it('D7 the type of a problem leads to its page', async () => {
    const { body } = await send('{');
    const page = await service.request('GET', new URL(body.type).pathname);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).toContain('The request is not valid');
  });

  it('D15 every answer has a request id of its own, and nobody else chooses it', async () => {
    const paths = [
      '/',
      '/healthz',
      '/nothing',
      '/api/v1/me',
      '/api/v1/openapi.json',
      '/api/v1/%ff',
      '/api/v1/actions/x/quote',
    ];
    const ids = await Promise.all(
      paths.map(async (path) =>
        (await service.request('GET', path, { key, headers: { 'X-Request-Id': 'mine' } })).headers.get('x-request-id'),
      ),
    );
    expect(new Set(ids).size).toBe(paths.length);
    for (const id of ids) expect(id).toMatch(/^req_[0-9a-f]{24}$/);
  });

  it.each([
    ['cut short', '{', 'not valid JSON'],
    ['empty', '', 'empty'],
    ['an array', '[]', 'must be a JSON object'],
    ['a text', '"x"', 'must be a JSON object'],
    ['null', 'null', 'must be a JSON object'],
    ['a NUL in a text', '{"text":"a\\u0000b"}', 'NUL'],
    ['half a surrogate pair', '{"text":"\\ud800"}', 'surrogate'],
    ['a NUL in a name', '{"a\\u0000b":1}', 'NUL'],
    ['__proto__', '{"__proto__":{"admin":true}}', '__proto__'],
    ['constructor, nested', '{"nested":{"constructor":1,"value":1}}', 'constructor'],
    ['a number without end', '{"waitMilliseconds":1e400}', 'too large'],
    ['70 arrays', `{"text":${'['.repeat(70)}${']'.repeat(70)}}`, 'deeper than 64'],
    ['100,000 objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, 'deeper than 64'],
  ])('D12 a body with a fault is a validation_error that says why: %s', async (_name, body, words) => {
    const answer = await send(body, { 'Content-Type': 'application/json' });
    expect([answer.status, answer.body.error]).toEqual([400, 'validation_error']);
    expect(answer.body.detail).toContain(words);
  });

  it('D12 bytes that are no UTF-8 are refused; brackets inside texts do not count as depth', async () => {
    const bytes = new Uint8Array([...Buffer.from('{"text":"'), 0xff, 0xfe, ...Buffer.from('"}')]);
    expect((await send(bytes)).body.detail).toContain('UTF-8');
    const text = `${'['.repeat(300)}\\"${'{'.repeat(300)}`;
    expect((await send({ text })).body.result.text).toBe(text);
    expect((await send({ text: '😀\u{10ffff}' })).status).toBe(200);
  });

  it('cuts what callers sent where a sentence or a pointer names it, so that no answer grows with its request', async () => {
    const long = 'n'.repeat(900_000);
    const unknown = await send({ [long]: 1 });
    const shown = `${'n'.repeat(99)}…`;
    expect(unknown.status).toBe(200);
    expect(unknown.body.warnings).toMatchObject([
      { pointer: `#/${shown}`, detail: `${shown} is not known here and had no effect.` },
    ]);
    const answers = [
      await send({ [long]: '\0' }),
      await send({ territory: long }),
      await send({ [long.slice(450_000)]: { [long.slice(450_000)]: '\0' } }),
      await send('{}', { 'Content-Type': `text/${'x'.repeat(5000)}` }),
      await send('{}', { 'Content-Encoding': 'x'.repeat(5000) }),
    ];
    for (const { status, text } of answers) {
      expect([400, 415, 422]).toContain(status);
      expect(text.length).toBeLessThan(1500);
    }
  });

  it('a path that cannot be decoded is not found, as one that names nothing', async () => {
    for (const path of [
      '/api/v1/analyses/%ff%fe',
      '/api/v1/jobs/%ff/results',
      '/api/v1/%ff',
      '/problems/%ff',
      '/%ff',
    ]) {
      const { status, headers, body } = await service.request('GET', path, { key });
      expect([path, status, body.error]).toEqual([path, 404, 'not_found']);
      expect(headers.get('content-type')).toBe('application/problem+json');
    }
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect((await service.request(method, '/api/v1/webhooks/%ff%fe', { key })).status).toBe(404);
  });

  it('D14 numbers may be written as 4.0 and 0.4e1, texts are never numbers', async () => {
    const post = (credits: string) => send(`{"credits":${credits},"quotedCredits":4}`, {}, 'test.charged');
    expect((await post('4.0')).status).toBe(200);
    expect((await post('0.4e1')).status).toBe(200);
    expect((await post('"4"')).status).toBe(400);
  });

  it('D10 415 for anything but plain application/json in UTF-8', async () => {
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json; charset=latin1',
      'application/jsonp',
      'nonsense',
      '',
    ];
    for (const type of types) {
      const { status, body } = await send('{}', { 'Content-Type': type });
      expect([type, status, body.error]).toEqual([type, 415, 'unsupported_media_type']);
    }
    expect((await send('{}', { 'Content-Encoding': 'gzip' })).status).toBe(415);
    for (const type of ['application/json;charset=UTF-8', 'Application/JSON', 'application/json; charset="utf-8"']) {
      expect((await send('{}', { 'Content-Type': type })).status).toBe(200);
    }
  });

  it('D10 413 above 1 MiB, whether the size is announced or not', async () => {
    const body = JSON.stringify({ text: 'x', filler: 'y'.repeat(1_048_576) });
    const announced = await send(body);
    expect([announced.status, announced.body.error]).toEqual([413, 'payload_too_large']);
    const chunked = await new Promise<number>((resolve, reject) => {
      const url = `${service.url}/api/v1/actions/test.free/execute`;
      const headers = {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
        'Transfer-Encoding': 'chunked',
      };
      const outgoing = httpRequest(url, { method: 'POST', headers }, (answer) => resolve(answer.statusCode as number));
      outgoing.on('error', reject);
      outgoing.write(body);
      outgoing.end();
    });
    expect(chunked).toBe(413);
    const fits = JSON.stringify({ filler: 'y'.repeat(1_048_576 - 14) });
    expect(fits.length).toBeLessThanOrEqual(1_048_576);
    expect((await send(fits)).status).toBe(200);
  });

  it('D10 405 with Allow on every path and method that does not exist', async () => {
    for (const path of new Set(v1.map((route) => route.path))) {
      const concrete = path.replace(':actionId', 'test.free');
      const methods = v1.filter((route) => route.path === path).map(({ method }) => method);
      const allow = [...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'].join(
        ', ',
      );
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        if (methods.includes(method as 'GET')) continue;
        const { status, headers, body } = await service.request(method, concrete, { key });
        expect([method, path, status, body.error, headers.get('allow')]).toEqual([
          method,
          path,
          405,
          'method_not_allowed',
          allow,
        ]);
      }
    }
    expect((await service.request('POST', '/')).status).toBe(405);
  });

  it('D18 OPTIONS is 204 with Allow and needs no key; HEAD is GET without a body', async () => {
    const options = await service.request('OPTIONS', '/api/v1/actions/test.free/execute');
    expect([options.status, options.headers.get('allow'), options.text]).toEqual([204, 'POST, OPTIONS', '']);
    expect(options.headers.get('access-control-allow-origin')).toBeNull();
    for (const path of ['/api/v1/me', '/api/v1/openapi.json', '/', '/healthz']) {
      const get = await service.request('GET', path, { key });
      const head = await service.request('HEAD', path, { key });
      expect([path, head.status, head.text, head.headers.get('content-type')]).toEqual([
        path,
        200,
        '',
        get.headers.get('content-type'),
      ]);
    }
    expect((await service.request('HEAD', '/api/v1/me')).status).toBe(401);
  });

  it('D18 a trailing slash and another case are other paths: 404 with a key, 401 without (D2)', async () => {
    const paths = [
      '/api/v1/me/',
      '/api/v1/ME',
      '/API/v1/me',
      '/api/v1',
      '/api/v2/me',
      '/api/v1//me',
      '/api/v1/actions/test.free',
    ];
    for (const path of paths) {
      const { status, body } = await service.request('GET', path, { key });
      expect([path, status, body.error]).toEqual([path, 404, 'not_found']);
    }
    expect((await service.request('GET', '/api/v1/nothing')).status).toBe(401);
    expect((await service.request('DELETE', '/api/v1/me')).status).toBe(401);
    expect((await service.request('GET', '/api/v1/%ff')).status).toBe(401);
    expect((await service.quote(key, 'x'.repeat(5000), {})).status).toBe(404);
  });

  it('D16 D19 cookies, query strings and Basic never authenticate', async () => {
    const basic = { Authorization: `Basic ${Buffer.from(`key:${key}`).toString('base64')}` };
    expect((await service.request('GET', '/api/v1/me', { headers: basic })).body.error).toBe('missing_api_key');
    expect((await service.request('GET', `/api/v1/me?api_key=${key}&access_token=${key}`)).status).toBe(401);
    expect(
      (await service.request('GET', '/api/v1/me', { headers: { Cookie: `key=${key}; Authorization=Bearer ${key}` } }))
        .status,
    ).toBe(401);
  });

  it('D3 401 tells how to authenticate', async () => {
    const missing = await service.request('GET', '/api/v1/me');
    expect([missing.status, missing.body.error, missing.headers.get('www-authenticate')]).toEqual([
      401,
      'missing_api_key',
      'Bearer realm="api"',
    ]);
    const wrong = await service.request('GET', '/api/v1/me', { key: 'hl_live_x' });
    expect([wrong.status, wrong.body.error, wrong.headers.get('www-authenticate')]).toEqual([
      401,
      'invalid_api_key',
      'Bearer realm="api", error="invalid_token"',
    ]);
    expect(wrong.headers.get('ratelimit')).toBeNull();
  });

  it('D1 S8 S11 the OpenAPI document is public, readable by any site, and takes no notice of a bad key', async () => {
    const { status, headers, body } = await service.request('GET', '/api/v1/openapi.json', { key: 'nonsense' });
    expect([status, body.openapi, body.servers]).toEqual([200, '3.1.0', [{ url: service.url }]]);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('cache-control')).toBe('public, max-age=60');
    const again = await service.request('GET', '/api/v1/openapi.json', {
      headers: { 'If-None-Match': headers.get('etag') as string },
    });
    expect(again.status).toBe(304);
  });

  it('D16 D17 answers to a key are never stored, and no other site may read them', async () => {
    for (const path of ['/api/v1/me', '/api/v1/actions', '/api/v1/credits', '/api/v1/data', '/api/v1/nothing']) {
      const { headers } = await service.request('GET', path, { key, headers: { Origin: 'https://elsewhere.example' } });
      expect([path, headers.get('cache-control'), headers.get('access-control-allow-origin')]).toEqual([
        path,
        'no-store',
        null,
      ]);
    }
  });

  it('5.6 API8 D150 every answer has the security headers; none names the software behind it or an end of the interface', async () => {
    for (const path of ['/', '/problems/not_found', '/api/v1/me', '/nothing', '/api/v1/openapi.json']) {
      const { headers } = await service.request('GET', path);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('permissions-policy')).toContain('camera=(), ');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*frame-ancestors 'none'/);
      for (const none of ['server', 'x-powered-by', 'deprecation', 'sunset']) expect(headers.has(none)).toBe(false);
    }
  });

  it('D25 many requests without a valid key are slowed down by address, and a valid key is not', async () => {
    const fresh = await startTestService(database, { workers: 1 });
    try {
      const statuses = new Map<number, number>();
      for (let i = 0; i < 13; i++) {
        const round = await Promise.all(Array.from({ length: 50 }, () => fresh.request('GET', '/api/v1/me')));
        for (const { status } of round) statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      expect(Object.fromEntries(statuses)).toEqual({ 401: 600, 429: 50 });
      const refused = await fresh.request('GET', '/api/v1/me');
      expect(refused.body).toMatchObject({ error: 'rate_limited', policy: 'unauthenticated' });
      expect(refused.headers.get('retry-after')).toBe(String(refused.body.retryAfter));
      expect((await fresh.request('GET', '/api/v1/me', { key })).status).toBe(200);
    } finally {
      await fresh.close();
    }
  });

  it('D10 a body that is too large gets its answer while it is sent, and leaves the connection to the next request', async () => {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    let answers = '';
    socket.on('data', (chunk) => {
      answers += chunk;
    });
    try {
      const head = `POST /api/v1/actions/test.charged/quote HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n`;
      const bytes = LIMITS.bodyBytes + 1;
      socket.write(`${head}Content-Length: ${bytes}\r\n\r\n`);
      await until(() => answers.startsWith('HTTP/1.1 413 '));
      socket.write('x'.repeat(bytes));
      socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
      await until(() => answers.includes('HTTP/1.1 200 '));
    } finally {
      socket.destroy();
    }
  });

  it('bytes that are no HTTP, and headers without end, get a problem and a closed connection', async () => {
    const raw = (bytes: string) =>
      new Promise<string>((resolve, reject) => {
        const { hostname, port } = new URL(service.url);
        const socket = connect(Number(port), hostname, () => socket.write(bytes));
        let answer = '';
        socket.on('data', (chunk) => {
          answer += chunk;
        });
        socket.on('close', () => resolve(answer));
        socket.on('error', reject);
      });
    const broken = await raw('nonsense\r\n\r\n');
    expect(broken).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(broken.split('\r\n\r\n')[1] as string)).toMatchObject({ error: 'validation_error', status: 400 });
    const large = await raw(`GET / HTTP/1.1\r\nHost: x\r\nX-Filler: ${'y'.repeat(20_000)}\r\n\r\n`);
    expect(large).toMatch(/^HTTP\/1\.1 431 /);
    expect(JSON.parse(large.split('\r\n\r\n')[1] as string)).toMatchObject({ error: 'payload_too_large', status: 431 });
  });

  it('/healthz and /readyz say how the service is', async () => {
    expect((await service.request('GET', '/healthz')).body).toEqual({ status: 'ok' });
    const { status, body } = await service.request('GET', '/readyz');
    expect([status, body]).toEqual([200, { status: 'ready', database: 'ok', threads: 'ok', territories: ['town'] }]);
  });

  it('S1 with a configured address every absolute link begins with it', async () => {
    const { body } = await service.request('GET', '/nothing');
    expect(body.type).toBe(`${service.url}/problems/not_found`);
    const guide = await service.request('GET', '/developers/guides/first-call');
    expect(guide.text).toContain(`${service.url}/api/v1/actions/analysis.isochrone/`);
  });
});
