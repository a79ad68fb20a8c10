import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Database, databaseClock, openDatabase } from '../../../../apps/service/src/kit/db/database.ts';
import { openSecrets } from '../../../../apps/service/src/kit/secrets/box.ts';
import {
  type CollectedSpan,
  type Collector,
  startCollector,
  treeOf,
} from '../../../../apps/service/src/testing/collector.ts';
import {
  embeddedTemplate,
  openTestDatabase,
  type TestDatabase,
  testedKinds,
} from '../../../../apps/service/src/testing/databases.ts';
import { copyFolder } from '../../../../apps/service/src/testing/keptFolder.ts';
import { freePort } from '../../../../apps/service/src/testing/ownPostgres.ts';
import { type Receiver, startReceiver } from '../../../../apps/service/src/testing/receiver.ts';
import { makeAccount } from '../../../../apps/service/src/testing/town.ts';
import { until } from '../../../../apps/service/src/testing/until.ts';
import { secretContext } from '../../../../apps/service/src/webhooks/deliver.ts';
import { newSecret } from '../../../../apps/service/src/webhooks/sign.ts';
import { insertWebhook } from '../../../../apps/service/src/webhooks/store.ts';
import { ALL_TESTS } from '../extent.ts';
import { type ServiceProcess, startServiceProcess } from './serviceProcess.ts';

const secretsKey = Buffer.alloc(32, 6).toString('base64');
const PROGRAMS = fileURLToPath(new URL('../../../../apps/service/dist/testPrograms/', import.meta.url));

/** Everything that a span or its process may say: none of it is about a person or a place. */
const ATTRIBUTES = [
  'error.type',
  'hinterland.action',
  'hinterland.engine.class',
  'hinterland.engine.thread',
  'hinterland.engine.waited_milliseconds',
  'hinterland.job.id',
  'hinterland.job.item',
  'hinterland.organization.id',
  'hinterland.request.id',
  'hinterland.webhook.attempt',
  'hinterland.webhook.id',
  'http.request.method',
  'http.response.status_code',
  'http.route',
];

/** Of the embedded database there is one process at a time: it is closed before the service opens it. */
async function makeDatabase(): Promise<TestDatabase> {
  if (kind === 'postgresql') return openTestDatabase(kind);
  const home = await mkdtemp(join(tmpdir(), 'hinterland-traces-'));
  copyFolder(await embeddedTemplate(), home);
  return { ...(await openDatabase({ home })), settings: { home }, empty: async () => {} };
}

/** The whole service on the embedded database, or two processes on PostgreSQL where TEST_DATABASE_URL names one. */
const kind = testedKinds().at(-1) as Database['kind'];

describe.runIf(ALL_TESTS)(`traces of real processes (${kind})`, () => {
  const isShared = kind === 'postgresql';
  /** Exit codes of the processes. */
  const ENDED = isShared ? [0, 0] : [0];
  let database: TestDatabase;
  let receiver: Receiver;
  let collector: Collector;
  let secret: string;
  let organizationId: number;
  /** What a test that failed has left is ended by the next. */
  const running: ServiceProcess[] = [];

  beforeAll(async () => {
    [database, receiver, collector] = [await makeDatabase(), await startReceiver(), await startCollector()];
    const { db, settings } = database;
    await writeFile(join(settings.home, 'ca.pem'), receiver.ca);
    const account = await makeAccount(db, { credits: 1000 });
    secret = account.secret;
    organizationId = account.spender.organizationId;
    const box = await openSecrets({ secretsKey, home: settings.home }).forWriting(db);
    await insertWebhook(db, databaseClock, {
      organizationId,
      userId: account.spender.userId,
      url: `${receiver.url}?token=of-a-customer`,
      events: ['job.completed'],
      description: null,
      sealedSecret: box.seal(newSecret(), secretContext(organizationId)),
    });
    if (!isShared) await database.close();
  });
  afterAll(async () => {
    for (const one of running.splice(0)) await one.kill();
    await Promise.all([receiver.close(), collector.close()]);
    if (isShared) await database.close();
    else await rm(database.settings.home, { recursive: true });
  });
  beforeEach(() => {
    Object.assign(collector, { answer: 200 });
    for (const list of [collector.spans, collector.requests, receiver.received]) list.length = 0;
  });

  /** The whole service, or on PostgreSQL a process that answers and one that works on jobs and deliveries. */
  const start = async (env: Readonly<Record<string, string>>) => {
    for (const one of running.splice(0)) await one.kill();
    const settings = {
      ...database.settings,
      replaced: { keptBytes: 0, jobMilliseconds: 50, webhookMilliseconds: 50 },
      env: {
        HINTERLAND_SECRETS_KEY: secretsKey,
        HINTERLAND_WEBHOOK_NETWORKS: '127.0.0.0/8',
        NODE_EXTRA_CA_CERTS: join(database.settings.home, 'ca.pem'),
        OTEL_BSP_SCHEDULE_DELAY: '50',
        ...env,
      },
    };
    const api = await startServiceProcess({ ...settings, role: isShared ? 'api' : 'all' });
    const { HINTERLAND_METRICS_PORT: _, ...others } = settings.env as Record<string, string>;
    const worker = isShared ? await startServiceProcess({ ...settings, env: others, role: 'worker' }) : null;
    running.push(api, ...(worker === null ? [] : [worker]));
    const stop = async () => Promise.all(running.splice(0).map((one) => one.stop()));
    return { api, stop };
  };
  const execute = async ({ url }: ServiceProcess, action: string, input: object, headers: object = {}) => {
    const answer = await fetch(`${url}/api/v1/actions/${action}/execute?note=of-a-query`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(input),
    });
    const body: any = await answer.json();
    expect([answer.status, body]).toMatchObject([200, {}]);
    return body;
  };
  const ofTrace = (id: string): CollectedSpan[] => collector.spans.filter(({ traceId }) => traceId === id);
  const charged = { origins: [{ lat: 40.5, lng: 10.5 }], text: 'of-an-input', credits: 4, quotedCredits: 4 };
  const batch = {
    points: [0, 1, 2].map((id) => ({ id, lat: 40.5, lng: 10.5, credits: 1, waitMilliseconds: 5 })),
    quotedCredits: 3,
  };

  it('C2 one trace leads from the request of a caller to the engine thread, and to the job and its webhook', async () => {
    const service = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: 'maps' });
    const caller = { trace: randomBytes(16).toString('hex'), span: randomBytes(8).toString('hex') };
    const traceparent = `00-${caller.trace}-${caller.span}-01`;
    await execute(service.api, 'test.charged', charged, { traceparent });
    const ROUTE = 'POST /api/v1/actions/:actionId/execute';
    await until(() => ofTrace(caller.trace).some(({ name }) => name === ROUTE));
    expect(treeOf(ofTrace(caller.trace), caller.span)).toEqual([
      ROUTE,
      '  execute test.charged',
      '    price test.charged',
      '      thread quote test.charged',
      '    hold test.charged',
      '    run test.charged',
      '      thread run test.charged',
      '    commit test.charged',
    ]);
    const [request] = ofTrace(caller.trace).filter(({ parentId }) => parentId === caller.span);
    expect(request).toMatchObject({
      kind: 2,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/api/v1/actions/:actionId/execute',
        'http.response.status_code': 200,
        'hinterland.organization.id': organizationId,
        'hinterland.action': 'test.charged',
      },
      resource: { 'service.name': 'maps' },
    });

    await execute(service.api, 'test.batch', batch);
    await until(() => receiver.received.length > 0);
    const [delivered] = receiver.received;
    const [, trace = '', delivery = ''] =
      /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/.exec(`${delivered?.headers.traceparent}`) ?? [];
    await until(() =>
      [ROUTE, 'job test.batch', 'deliver job.completed'].every((name) =>
        ofTrace(trace).some((one) => one.name === name),
      ),
    );
    // Items are computed ahead of the charges, so their order says nothing.
    const tree = treeOf(ofTrace(trace), '');
    expect(tree.slice(0, 5)).toEqual([
      ROUTE,
      '  execute test.batch',
      '    price test.batch',
      '      thread quote test.batch',
      '    job test.batch',
    ]);
    const item = ['      item', '        thread item test.charged'];
    const charge = '      charge item';
    expect(tree.slice(5).sort()).toEqual(
      [...item, ...item, ...item, charge, charge, charge, '        deliver job.completed'].sort(),
    );
    expect(ofTrace(trace).find(({ name }) => name.startsWith('deliver'))).toMatchObject({
      spanId: delivery,
      kind: 3,
      attributes: { 'http.response.status_code': 204, 'hinterland.webhook.attempt': 1 },
    });

    expect(await service.stop()).toEqual(ENDED);
    expect(new Set(collector.spans.flatMap(({ attributes }) => Object.keys(attributes)))).toEqual(
      new Set(ATTRIBUTES.filter((name) => name !== 'error.type')),
    );
    const sent = Buffer.concat(collector.requests.map(({ bytes }) => bytes)).toString('latin1');
    for (const personal of ['of-a-query', 'of-an-input', 'of-a-customer', 'Acme', 'ann@', secret, '127.0.0.1'])
      expect(sent.includes(personal), personal).toBe(false);
  });

  it('C2 no call waits for a collector or fails by it, nor does the end of the process', async () => {
    const gone = `http://127.0.0.1:${await freePort()}`;
    for (const [address, answer] of [
      [collector.url, 'silence'],
      [gone, 200],
    ] as const) {
      Object.assign(collector, { answer });
      const metrics = await freePort();
      const service = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: address, HINTERLAND_METRICS_PORT: `${metrics}` });
      for (let call = 0; call < 5; call++) await execute(service.api, 'test.charged', charged);
      await execute(service.api, 'test.batch', batch);
      await until(() => receiver.received.length > 0);
      receiver.received.length = 0;
      const figure = async () => (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text();
      await until(async () => /hinterland_trace_spans_total\{outcome="failed"\} [1-9]/.test(await figure()));
      expect(await service.stop(), `${answer}`).toEqual(ENDED);
      expect(service.api.log()).toContain('the collector takes no traces');
    }
  });

  it('without the setting nothing is sent, nothing of the SDK is loaded, and jobs and webhooks name no trace', async () => {
    const isSdk = async (file: string) => /BatchSpanProcessor/.test(await readFile(join(PROGRAMS, file), 'utf8'));
    const programs = (await readdir(PROGRAMS)).filter((file) => file.endsWith('.js'));
    const ofSdk = await Promise.all(programs.map(isSdk));
    const chunks = programs.filter((_, i) => ofSdk[i]);
    const loadedWith = async (env: Record<string, string>) => {
      const coverage = await mkdtemp(join(tmpdir(), 'hinterland-loaded-'));
      const service = await start({ ...env, NODE_V8_COVERAGE: coverage });
      await execute(service.api, 'test.batch', batch);
      await until(() => receiver.received.length > 0);
      const [{ headers } = { headers: {} as Record<string, string> }] = receiver.received.splice(0);
      expect(await service.stop()).toEqual(ENDED);
      const files = await Promise.all((await readdir(coverage)).map((file) => readFile(join(coverage, file), 'utf8')));
      await rm(coverage, { recursive: true });
      const urls = files.flatMap((text) => JSON.parse(text).result.map(({ url }: { url: string }) => url)) as string[];
      // The program itself is among them.
      expect(urls.some((url) => url.includes('/testPrograms/'))).toBe(true);
      const loaded = chunks.filter((chunk) => urls.some((url) => url.endsWith(`/testPrograms/${chunk}`)));
      return { loaded, traceparent: headers.traceparent };
    };
    expect(chunks.length).toBeGreaterThan(0);
    expect(await loadedWith({ OTEL_SERVICE_NAME: 'maps' })).toEqual({ loaded: [], traceparent: undefined });
    expect(collector.requests).toEqual([]);
    const exported = await loadedWith({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    expect(exported).toEqual({ loaded: chunks, traceparent: expect.any(String) });
    expect(collector.spans.length).toBeGreaterThan(0);
  });
});
