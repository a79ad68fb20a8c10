import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { LIMITS } from '@hinterland/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ProblemError } from '../kit/problem.ts';
import { BYTES_PER_KEY } from '../kit/rates/budgets.ts';
import { signedIn } from '../testing/browser.ts';
import { describeOnBoth } from '../testing/databases.ts';
import { type Reply, startTestService, type TestService } from '../testing/service.ts';
import { type MadeAccount, makeAccount } from '../testing/town.ts';

describeOnBoth('refusals that cost little', (database) => {
  let service: TestService;
  /** Parties whose refusals took their turn. */
  const refused: string[] = [];
  /** A party that comes too often. */
  let tooFast = '';
  beforeAll(async () => {
    const pace = {
      async enter(party: string) {
        if (party === tooFast) throw new ProblemError('rate_limited', 'Too fast.', { policy: 'pace', retryAfter: 1 });
      },
      refuse: async (party: string) => void refused.push(party),
      othersWork: () => false,
      customersWork: () => false,
    };
    service = await startTestService(database(), { pace });
  });
  afterAll(() => service?.close());
  beforeEach(() => sql`delete from attempt_window`.execute(database().db));

  const post = (path: string, body: unknown): Promise<Reply> =>
    service.request('POST', path, { body, headers: { Origin: service.url } });

  const ROUTES = [
    ['/web/v1/sign-up', 50],
    ['/web/v1/verify-email', 50],
    ['/web/v1/sign-in', 100],
    ['/web/v1/password/forgot', 50],
    ['/web/v1/password/reset', 50],
  ] as const;

  it.each(ROUTES)('H1 %s counts a request of an address before it reads the body', async (path, attempts) => {
    const malformed = await Promise.all(Array.from({ length: attempts }, () => post(path, '{')));
    expect(new Set(malformed.map(({ status }) => status))).toEqual(new Set([400]));
    const refused = await post(path, 'x'.repeat(LIMITS.accountBodyBytes + 1));
    expect([refused.status, refused.body.error]).toEqual([429, 'rate_limited']);
  });

  it.each(ROUTES)('H1 %s takes bodies of 16 KiB and no larger', async (path) => {
    const padded = (bytes: number) => JSON.stringify({ x: 'x'.repeat(bytes - '{"x":""}'.length) });
    expect((await post(path, padded(LIMITS.accountBodyBytes))).body.error).toBe('validation_error');
    expect((await post(path, padded(LIMITS.accountBodyBytes + 1))).body.error).toBe('payload_too_large');
  });

  it('H1 routes of a session take no larger ones', async () => {
    const ann = await signedIn(service, database().db, 'ann@example.com');
    const { status, body } = await ann.send('POST', '/organizations', { name: 'x'.repeat(LIMITS.accountBodyBytes) });
    expect([status, body.error]).toEqual([413, 'payload_too_large']);
  });

  describe('H2 large bodies', () => {
    let ann: MadeAccount;
    beforeEach(async () => {
      ann = await makeAccount(database().db, { credits: 100 });
    });
    const lists = (count: number, item = '{}') => `{"stores":[${`${item},`.repeat(count - 1)}${item}]}`;

    it('of very many values are refused before they are parsed', async () => {
      const replies = await Promise.all(
        [1, 2, 3, 4].map(() => service.quote(ann.secret, 'test.charged', lists(300_000))),
      );
      for (const { status, body } of replies) {
        expect([status, body.errors]).toEqual([
          400,
          [
            {
              pointer: '#',
              detail: `The body has more than ${LIMITS.bodyValues} values. Send less, or split the call.`,
            },
          ],
        ]);
      }
    });

    it('with many faults are refused with the sentences of small ones', async () => {
      for (const item of ['{"lat":91}', '[]', '"x"']) {
        const small = await service.quote(ann.secret, 'test.charged', lists(60, item));
        const large = await service.quote(ann.secret, 'test.charged', lists(24_000, item));
        expect([large.status, large.body.errors]).toEqual([400, small.body.errors]);
      }
      expect((await service.quote(ann.secret, 'test.charged', lists(190_000))).status).toBe(400);
    });

    it('are answered as small ones are: input, warnings, datasets, malformed text', async () => {
      const padding = 'x'.repeat(100_000);
      const good = await service.execute(ann.secret, 'test.free', { text: 'hello', padding });
      expect([good.status, good.body.result.text]).toEqual([200, 'hello']);
      expect(good.body.warnings).toMatchObject([
        { pointer: '#/padding', detail: 'padding is not known here and had no effect.' },
      ]);
      const named = await service.quote(ann.secret, 'test.charged', { stores: { dataset: 'ds_none' }, padding });
      expect([named.status, named.body.errors[0].pointer]).toEqual([400, '#/stores/dataset']);
      const malformed = await service.quote(ann.secret, 'test.charged', `{"text": ${padding}`);
      expect([malformed.status, malformed.body.error]).toEqual([400, 'validation_error']);
      const analysis = { name: 'Sites', state: { padding } };
      const manager = await makeAccount(database().db, { email: 'm@example.com', scopes: ['read', 'run', 'manage'] });
      const made = await service.request('POST', '/api/v1/analyses', { key: manager.secret, body: analysis });
      expect(made.status).toBe(201);
    });

    it('above a megabyte are refused by /mcp, but for the tools that take long lists', async () => {
      const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'test.free', arguments: {} } };
      const send = (body: object) =>
        service.request('POST', '/mcp', {
          key: ann.secret,
          body,
          headers: { Accept: 'application/json, text/event-stream' },
        });
      const padding = 'x'.repeat(LIMITS.bodyBytes);
      const refused = await send({ ...call, params: { ...call.params, arguments: { padding } } });
      expect([refused.status, refused.body.error]).toEqual([413, 'payload_too_large']);
      expect((await send({ ...call, method: 'ping', padding })).status).toBe(413);
    });

    it('of calls of tools are refused by /mcp with the faults that a quote names, or answered as small ones are', async () => {
      const send = async (input: object) => {
        const params = { name: 'test_charged', arguments: input };
        const { status, text } = await service.request('POST', '/mcp', {
          key: ann.secret,
          body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
          headers: { Accept: 'application/json, text/event-stream' },
        });
        expect(status).toBe(200);
        const { id, result } = JSON.parse(/\{.*\}/s.exec(text)?.[0] as string);
        expect([id, result.isError]).toEqual([1, true]);
        return result.structuredContent ?? JSON.parse(result.content[0].text);
      };
      const input = JSON.parse(lists(24_000));
      const quoted = await service.quote(ann.secret, 'test.charged', input);
      expect((await send(input)).errors).toEqual(quoted.body.errors);
      expect(await send({ credits: 7, padding: 'x'.repeat(100_000) })).toMatchObject({
        error: 'quote_required',
        quotedCredits: 7,
      });
    });

    it('use up the bytes per second of their key', async () => {
      const burst = BYTES_PER_KEY.burst / LIMITS.bodyBytes;
      const body = `{"text": "${'x'.repeat(LIMITS.bodyBytes - 20)}"}`;
      const codes = new Set<string>();
      for (let i = 0; i < 20 * burst && !codes.has('rate_limited'); i += 8) {
        const replies = await Promise.all(
          Array.from({ length: 8 }, () => service.quote(ann.secret, 'test.free', body)),
        );
        for (const reply of replies) codes.add(reply.body.error);
      }
      expect(codes).toEqual(new Set(['validation_error', 'rate_limited']));
      // Small bodies go on.
      expect((await service.quote(ann.secret, 'test.free', { text: 'x' })).status).toBe(200);
    });
  });

  it('H1 M4 refusals take turns by organization and network, and bodies beyond the budgets end their connection unread', async () => {
    /** The answer to a request whose body never comes. */
    const answered = async (path: string, bytes: number, headers: Record<string, string>): Promise<string> => {
      const sent = request(service.url + path, { method: 'POST', headers: { 'Content-Length': bytes, ...headers } });
      sent.on('error', () => {}).flushHeaders();
      const [{ statusCode, headers: received }] = (await once(sent, 'response')) as [IncomingMessage];
      sent.destroy();
      return `${statusCode} ${received.connection}`;
    };
    await Promise.all(Array.from({ length: 50 }, () => post('/web/v1/sign-up', '{')));
    const signUp = (bytes: number) => answered('/web/v1/sign-up', bytes, { Origin: service.url });
    refused.length = 0;
    expect(await signUp(60_000)).toBe('429 keep-alive');
    const seen: string[] = [];
    while (seen.length < 100 && seen.at(-1) !== '429 close') seen.push(await signUp(60 * 2 ** 20));
    // The first ones are within the budget, if tests before have left any.
    expect(seen).toEqual([...Array(seen.length - 1).fill('429 keep-alive'), '429 close']);
    expect(await signUp(60_000)).toBe('429 keep-alive');
    expect(refused).toEqual(Array(seen.length + 2).fill('network 127.0.0.1'));

    const ann = await makeAccount(database().db, { credits: 100 });
    tooFast = `organization ${ann.spender.organizationId}`;
    refused.length = 0;
    const Authorization = `Bearer ${ann.secret}`;
    const quoted = await answered('/api/v1/actions/test.free/quote', 60_000, {
      Authorization,
      'Content-Type': 'application/json',
    });
    expect([quoted, refused]).toEqual(['429 keep-alive', [tooFast]]);
  });
});
