import { describe, expect, it } from 'vitest';
import { ConnectionError, Hinterland, HinterlandError, PriceError } from './index.ts';

interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: unknown;
}
type Reply = (() => Response) | Error;

const ok = (body: object) => () => Response.json(body);
const problem =
  (status: number, error: string, fields: object = {}, headers: Record<string, string> = {}) =>
  () =>
    Response.json(
      {
        type: `https://x/problems/${error}`,
        title: error,
        status,
        detail: 'Told.',
        instance: 'urn:request:r',
        error,
        ...fields,
      },
      { status, headers: { 'Content-Type': 'application/problem+json', 'X-Request-Id': 'req_1', ...headers } },
    );
const page = (status: number) => () => new Response('<html>', { status });
const lost = new TypeError('fetch failed');

/** A client whose service answers with the given replies, one after another. */
function against(...replies: Reply[]) {
  const seen: Seen[] = [];
  const pauses: number[] = [];
  const client = new Hinterland({
    apiKey: 'hl_test',
    baseUrl: 'https://geo.example.com/',
    sleep: async (milliseconds) => void pauses.push(milliseconds),
    fetch: async (url, init) => {
      const { pathname, search } = url as URL;
      seen.push({
        method: init?.method ?? 'GET',
        path: pathname + search,
        headers: new Headers(init?.headers),
        body: init?.body === undefined ? undefined : JSON.parse(init.body as string),
      });
      const reply = replies.shift();
      if (reply === undefined) throw new Error('one call too many');
      if (reply instanceof Error) throw reply;
      return reply();
    },
  });
  return { client, seen, pauses };
}

const INPUT = { origins: [{ lat: 1, lng: 2 }], bandSeconds: [300] };
const ANSWER = { actionId: 'analysis.isochrone', result: {} };
const quoted = (quotedCredits: number) => ok({ actionId: 'analysis.isochrone', quotedCredits });

describe('calls', () => {
  it('send the key, JSON and nothing else', async () => {
    const { client, seen } = against(ok({ balance: 1 }), quoted(3));
    await client.credits();
    await client.quote('analysis.isochrone', INPUT);
    expect(seen[0]).toMatchObject({ method: 'GET', path: '/api/v1/credits', body: undefined });
    expect(seen[0]?.headers.get('authorization')).toBe('Bearer hl_test');
    expect(seen[0]?.headers.get('content-type')).toBeNull();
    expect(seen[1]).toMatchObject({ method: 'POST', path: '/api/v1/actions/analysis.isochrone/quote', body: INPUT });
  });

  it('become errors with code, status, problem and request id', async () => {
    const { client } = against(problem(402, 'insufficient_credits', { blockedBy: 'team_limit' }));
    const error = await client.credits().catch((caught) => caught);
    expect(error).toBeInstanceOf(HinterlandError);
    expect(error).toMatchObject({ code: 'insufficient_credits', status: 402, requestId: 'req_1' });
    expect(error.problem.blockedBy).toBe('team_limit');
  });

  it('keep codes of analyses inside their segment of the path', async () => {
    const { client, seen } = against(ok({}));
    await client.analyses.get('../me?x');
    expect(seen[0]?.path).toBe('/api/v1/analyses/..%2Fme%3Fx');
  });
});

describe('retries', () => {
  it('wait as long as the service says, and send the same idempotency key', async () => {
    const { client, seen, pauses } = against(
      problem(429, 'rate_limited', {}, { 'Retry-After': '7' }),
      lost,
      page(502),
      ok(ANSWER),
    );
    expect(await client.execute('analysis.isochrone', INPUT, { quotedCredits: 3 })).toEqual(ANSWER);
    expect(pauses).toEqual([7000, 1000, 2000]);
    const keys = seen.map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(seen[0]?.body).toEqual({ ...INPUT, quotedCredits: 3 });
  });

  it('end after the third, with what went wrong last', async () => {
    const { client, seen } = against(lost, lost, lost, lost);
    const error = await client.me().catch((caught) => caught);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error.cause).toBe(lost);
    expect(seen).toHaveLength(4);
  });

  it('do not wait longer than a minute at once', async () => {
    const { client, seen } = against(problem(503, 'service_unavailable', {}, { 'Retry-After': '3600' }));
    await expect(client.me()).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(seen).toHaveLength(1);
  });

  it('never make a second analysis: a lost answer is not asked for again, a refusal is', async () => {
    const once = against(lost);
    await expect(once.client.analyses.create('A')).rejects.toBeInstanceOf(ConnectionError);
    expect(once.seen).toHaveLength(1);
    const twice = against(problem(503, 'service_unavailable'), ok({ code: 'abc' }));
    expect(await twice.client.analyses.create('A')).toEqual({ code: 'abc' });
  });

  it.each(['validation_error', 'quote_changed', 'run_timeout', 'internal_error', 'insufficient_scope'])(
    'are not tried after %s',
    async (error) => {
      const { client, seen } = against(problem(400, error));
      await expect(client.me()).rejects.toMatchObject({ code: error });
      expect(seen).toHaveLength(1);
    },
  );

  it('follow a try that took too long', async () => {
    let tries = 0;
    const client = new Hinterland({
      apiKey: 'hl_test',
      baseUrl: 'https://geo.example.com',
      timeoutSeconds: 0.01,
      sleep: async () => {},
      fetch: (_url, init) =>
        new Promise((resolve, reject) => {
          if (++tries > 1) resolve(Response.json({ balance: 1 }));
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
        }),
    });
    expect(await client.credits()).toEqual({ balance: 1 });
    expect(tries).toBe(2);
  });

  it('end when the caller gives up', async () => {
    const controller = new AbortController();
    const { client, seen } = against(new Error('aborted'));
    controller.abort(new Error('enough'));
    await expect(client.quote('analysis.isochrone', INPUT, { signal: controller.signal })).rejects.toThrow('enough');
    expect(seen).toHaveLength(1);
  });
});

describe('run', () => {
  it('quotes and pays the quoted price', async () => {
    const { client, seen } = against(quoted(3), ok(ANSWER));
    await client.run('analysis.isochrone', INPUT, { maxCredits: 5, analysisId: 'AbCdEfGhIjKl' });
    expect(seen[1]?.body).toMatchObject({ quotedCredits: 3 });
    expect(seen[1]?.headers.get('x-analysis-id')).toBe('AbCdEfGhIjKl');
  });

  it('stops before anything runs where the price is above what was allowed', async () => {
    const { client, seen } = against(quoted(6));
    const error = await client.run('analysis.isochrone', INPUT, { maxCredits: 5 }).catch((caught) => caught);
    expect(error).toBeInstanceOf(PriceError);
    expect([error.quotedCredits, seen.length]).toEqual([6, 1]);
  });

  it('asks for the price once more where it has changed, under the same key', async () => {
    const { client, seen } = against(quoted(3), problem(409, 'quote_changed'), quoted(4), ok(ANSWER));
    await client.run('analysis.isochrone', INPUT, { maxCredits: 5 });
    expect(seen[3]?.body).toMatchObject({ quotedCredits: 4 });
    expect(seen[3]?.headers.get('idempotency-key')).toBe(seen[1]?.headers.get('idempotency-key'));
  });
});

describe('jobs', () => {
  it('wait looks again until the job has finished, and tells how far it is', async () => {
    const job = (finishedAt: string | null, done: number) => ok({ id: 'job_1', finishedAt, progress: { done } });
    const { client, pauses } = against(job(null, 1), lost, job(null, 2), job('2026-11-01T00:00:00.000Z', 3));
    const heard: number[] = [];
    const options = {
      everySeconds: 5,
      onProgress: (at: { progress: { done: number } }) => heard.push(at.progress.done),
    };
    expect((await client.jobs.wait('job_1', options)).progress.done).toBe(3);
    expect(heard).toEqual([1, 2, 3]);
    expect(pauses).toEqual([5000, 500, 5000]);
  });

  it('results go on from page to page, each row once', async () => {
    const rows = Array.from({ length: 700 }, (_, index) => ({ index }));
    const page = (offset: number) =>
      ok({ data: rows.slice(offset, offset + 500), total: 700, hasMore: offset + 500 < 700 });
    const { client, seen } = against(page(0), page(500));
    const read: number[] = [];
    for await (const { index } of client.jobs.results('job_1')) read.push(index);
    expect(read).toEqual(rows.map(({ index }) => index));
    expect(seen.map(({ path }) => path)).toEqual([
      '/api/v1/jobs/job_1/results?offset=0&limit=500',
      '/api/v1/jobs/job_1/results?offset=500&limit=500',
    ]);
  });
});

describe('lists with pages', () => {
  it('are read on from page to page, each row once, from where the caller begins', async () => {
    const rows = Array.from({ length: 7 }, (_, index) => ({ code: `${index}` }));
    const page = (offset: number) =>
      ok({ result: { areas: rows.slice(offset, offset + 3), offset, hasMore: offset + 3 < 7 } });
    const { client, seen } = against(page(1), page(4));
    const read: string[] = [];
    for await (const { code } of client.areas({ level: 6, limit: 3, offset: 1 })) read.push(code);
    expect(read).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(seen.map(({ body }) => body)).toEqual([
      { level: 6, limit: 3, offset: 1 },
      { level: 6, limit: 3, offset: 4 },
    ]);
  });

  it('end where a page is empty, and ask for no page that nobody reads', async () => {
    const empty = against(ok({ result: { brands: [], hasMore: true } }));
    expect((await empty.client.brands().next()).done).toBe(true);
    const { client, seen } = against(ok({ result: { brands: [{ name: 'A' }], hasMore: true } }));
    for await (const { name } of client.brands({ query: 'a' })) {
      expect(name).toBe('A');
      break;
    }
    expect(seen).toHaveLength(1);
  });
});
