import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { describeOnBoth } from '../../testing/databases.ts';
import { startTestService, type TestService } from '../../testing/service.ts';
import { type MadeAccount, makeAccount } from '../../testing/town.ts';
import { until } from '../../testing/until.ts';
import { openExposition } from './exposition.ts';
import { boundedLabel } from './labels.ts';
import { openMetricsServer } from './server.ts';

/** Values by name and labels, as a scrape has them. Throws for a line that is not OpenMetrics. */
function readExposition(text: string): Map<string, number> {
  const lines = text.trimEnd().split('\n');
  expect(lines.at(-1)).toBe('# EOF');
  const samples = lines.filter((line) => !line.startsWith('#'));
  return new Map(
    samples.map((line): [string, number] => {
      const [, series, value] = /^([a-zA-Z_:][\w:]*(?:\{[^}]*\})?) (\S+)$/.exec(line) ?? [];
      if (series === undefined) throw new Error(`not OpenMetrics: ${line}`);
      return [series, value === '+Inf' ? Number.POSITIVE_INFINITY : Number(value)];
    }),
  );
}

describeOnBoth('the port of operators', (database) => {
  let service: TestService;
  let ann: MadeAccount;
  const db = () => database().db;
  beforeAll(async () => {
    service = await startTestService(database(), {
      workers: 1,
      env: { HINTERLAND_METRICS_PORT: '0', HINTERLAND_LOG_LEVEL: 'info' },
    });
  });
  beforeEach(async () => {
    ann = await makeAccount(db(), { credits: 100, scopes: ['read', 'run'] });
  });
  afterAll(() => service?.close());

  const get = async (path: string, method = 'GET') => {
    const answer = await fetch(`${service.metricsUrl}${path}`, { method });
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
  };
  const scrape = async () => readExposition((await get('/metrics')).text);
  /** The difference that some work makes to a series. */
  async function change(series: string, work: () => Promise<unknown>): Promise<number> {
    const before = (await scrape()).get(series) ?? 0;
    await work();
    return ((await scrape()).get(series) ?? 0) - before;
  }
  const run = (credits = 2) =>
    service.execute(ann.secret, 'test.charged', { credits, quotedCredits: credits, waitMilliseconds: 0 });

  it('answers OpenMetrics, health and readiness, and nothing else', async () => {
    const { status, type } = await get('/metrics');
    expect([status, type]).toEqual([200, 'application/openmetrics-text; version=1.0.0; charset=utf-8']);
    expect(await get('/healthz')).toMatchObject({ status: 200, text: '{"status":"ok"}' });
    const ready = await get('/readyz');
    expect([ready.status, JSON.parse(ready.text)]).toEqual([
      200,
      { status: 'ready', database: 'ok', threads: 'ok', territories: ['town'] },
    ]);
    expect([(await get('/metrics', 'POST')).status, (await get('/api/v1/me')).status]).toEqual([405, 404]);
    expect((await service.request('GET', '/metrics')).status).toBe(404);
  });

  it('counts requests by route, and steps of actions by outcome', async () => {
    const route = 'method="POST",route="/api/v1/actions/:actionId/execute",status="2xx"';
    expect(await change(`hinterland_request_seconds_count{${route}}`, run)).toBe(1);
    for (const step of ['execute', 'price', 'hold', 'run', 'commit']) {
      const labels = `action="test.charged",step="${step}"`;
      expect(await change(`hinterland_action_step_seconds_count{${labels}}`, run)).toBe(1);
      expect(await change(`hinterland_action_steps_total{${labels},outcome="ok"}`, run)).toBe(1);
    }
    const refused = 'action="test.charged",step="hold",outcome="insufficient_credits"';
    expect(await change(`hinterland_action_steps_total{${refused}}`, () => run(1000))).toBe(1);
    const unknown = 'action="unknown",step="quote",outcome="not_found"';
    const ask = () => service.quote(ann.secret, `no.such.${'x'.repeat(50)}`, {});
    expect(await change(`hinterland_action_steps_total{${unknown}}`, ask)).toBe(1);
  });

  it('counts engine time by organization and class, and waits for connections', async () => {
    const { organizationId } = ann.spender;
    const share = `hinterland_engine_organization_seconds_total{organization="${organizationId}"}`;
    const wait = () =>
      service.execute(ann.secret, 'test.charged', { credits: 1, quotedCredits: 1, waitMilliseconds: 60 });
    expect(await change(share, wait)).toBeGreaterThan(0.05);
    // The quote of an execution is of its class.
    expect(await change('hinterland_engine_wait_seconds_count{class="run"}', run)).toBe(2);
    expect(await change('hinterland_database_wait_seconds_count', run)).toBeGreaterThan(2);
    const figures = await scrape();
    expect(figures.get('hinterland_ready')).toBe(1);
    expect(figures.get('hinterland_engine_threads{state="ready"}')).toBeGreaterThan(0);
    // The service's own work asks for connections, too.
    await until(async () => (await scrape()).get('hinterland_database_connections{state="waiting"}') === 0);
    expect(figures.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
    expect(figures.get('process_resident_memory_bytes')).toBeGreaterThan(1e7);
  });

  it('has length and age of every queue, 0 where nothing waits', async () => {
    const ofQueue = async (queue: string, kind: string) => {
      const figures = await scrape();
      const labels = `{queue="${queue}",class="${kind}"}`;
      return [figures.get(`hinterland_queue_length${labels}`), figures.get(`hinterland_queue_oldest_seconds${labels}`)];
    };
    expect(await ofQueue('mail', 'first')).toEqual([0, 0]);
    await sql`insert into mail_outbox (recipient, subject, body, created_at, due_at, attempts)
      select 'a@b.co', 's', 'b', now() - interval '2 hours', now() + n * interval '1 hour', n + 1
      from generate_series(-1, 1) n`.execute(db());
    const [first, retries] = [await ofQueue('mail', 'first'), await ofQueue('mail', 'retry')];
    expect([first[0], retries[0]]).toEqual([1, 2]);
    expect(first[1]).toBeGreaterThan(3590); // counted from when it was due
    expect(retries[1]).toBeLessThan(600);
    expect(await ofQueue('holds', 'lost')).toEqual([0, 0]);
    const { organizationId, userId } = ann.spender;
    await sql`insert into credit_hold (organization_id, user_id, action_id, amount, month, created_at, lease_until)
      values (${organizationId}, ${userId}, 'test.charged', 0, '2026-01-01', now() - interval '90 seconds',
        now() + interval '1 minute')`.execute(db());
    const held = await ofQueue('holds', 'run');
    expect([held[0], Math.floor((held[1] as number) / 90)]).toEqual([1, 1]);
  });

  it('names organization, user, key and action in the line of a request', async () => {
    await run();
    const lines = service.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
    const { organizationId, userId } = ann.spender;
    expect(lines.at(-1)).toMatchObject({
      route: '/api/v1/actions/:actionId/execute',
      organization: organizationId,
      user: userId,
      key: ann.keyId,
      action: 'test.charged',
    });
    await service.request('GET', '/api/v1/me');
    const refused = service.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
    expect(refused.at(-1)).toMatchObject({ route: '/api/v1/me', status: 401 });
    expect(refused.at(-1)).not.toHaveProperty('key');
  });

  it('counts warnings of the log by event', async () => {
    const fail = () => service.execute(ann.secret, 'test.free', { behave: 'throw' });
    expect(await change('hinterland_log_lines_total{level="warn",event="action failed"}', fail)).toBe(1);
    expect(await change('hinterland_log_lines_total{level="error",event="problem"}', fail)).toBe(1);
  });

  it('answers the other figures while the database does not answer', async () => {
    const exposition = openExposition();
    exposition.read({
      queues: () => Promise.reject(new Error('away')),
      tasks: () => new Promise(() => {}),
      connections: () => ({ idle: 0, busy: 10, waiting: 7 }),
      threads: () => ({ ready: 1, running: 0, waiting: [] }),
      territories: () => ({ in_force: 1, behind: 0, damaged: 0 }),
      ready: async () => false,
    });
    const figures = readExposition((await exposition.scrape()).text);
    expect(figures.get('hinterland_database_connections{state="waiting"}')).toBe(7);
    expect(figures.get('hinterland_ready')).toBe(0);
    expect([...figures.keys()].filter((series) => /^hinterland_(queue|task)/.test(series))).toEqual([]);
  });

  it('a port that is taken is refused with a sentence', async () => {
    const port = Number(new URL(service.metricsUrl as string).port);
    const settings = { host: '127.0.0.1', port, exposition: {} as never, readiness: async () => ({ ready: true }) };
    await expect(openMetricsServer(settings)).rejects.toThrow(
      `Hinterland cannot serve metrics on 127.0.0.1:${port} (EADDRINUSE). Each process needs a port of its own`,
    );
  });

  it('is there in a worker, which listens nowhere else', async ({ skip }) => {
    const { databaseUrl } = database().settings;
    if (databaseUrl === undefined) return skip('needs PostgreSQL');
    const worker = await startTestService(database(), {
      workers: 1,
      env: {
        DATABASE_URL: databaseUrl,
        HINTERLAND_ROLE: 'worker',
        HINTERLAND_BASE_URL: service.url,
        HINTERLAND_METRICS_PORT: '0',
      },
    });
    expect(worker.url).toBe('');
    const answers = await Promise.all(
      ['/healthz', '/readyz', '/metrics'].map((path) => fetch(`${worker.metricsUrl}${path}`)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await worker.close();
    await expect(fetch(`${worker.metricsUrl}/healthz`)).rejects.toThrow();
  });

  it('without the setting there is no port', async () => {
    const plain = await startTestService(database(), { workers: 1 });
    expect(plain.metricsUrl).toBeNull();
    await plain.close();
  });
});

describe('a bounded label', () => {
  it('keeps the first values, and calls the rest others', () => {
    const label = boundedLabel(2);
    expect(['a', 'b', 'c', 'a', 'd', 'b'].map(label)).toEqual(['a', 'b', 'others', 'a', 'others', 'b']);
  });
});
