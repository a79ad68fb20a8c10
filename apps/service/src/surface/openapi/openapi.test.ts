import { Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actions as testActions } from '../../testing/actions.ts';
import { correctionCalls } from '../../testing/correctionCalls.ts';
import { openTestDatabase, type TestDatabase } from '../../testing/databases.ts';
import { declaredV1 } from '../../testing/routes.ts';
import { schemaValidator } from '../../testing/schemaValidator.ts';
import { type Reply, startTestService, type TestService } from '../../testing/service.ts';
import { subjectCalls } from '../../testing/subjectCalls.ts';
import { supplyCalls } from '../../testing/supplyCalls.ts';
import { type MadeAccount, makeAccount } from '../../testing/town.ts';
import { until } from '../../testing/until.ts';
import { openApiDocument } from './document.ts';

type Doc = any;

type Method = 'get' | 'post' | 'put' | 'delete';

describe('answers of the running service', () => {
  const document = openApiDocument(declaredV1(testActions), testActions, '/') as Doc;
  const check = schemaValidator(document);
  let database: TestDatabase;
  let service: TestService;
  /** Leaves calls little time, and jobs to the other; has a thread for each that is late, so that all are late at once. */
  let hasty: TestService;
  let ann: MadeAccount;
  let reader: MadeAccount;
  const seen = new Map<string, Set<number>>();

  beforeAll(async () => {
    database = await openTestDatabase('embedded');
    service = await startTestService(database, {
      workers: 1,
      idempotencyWaitSeconds: 0.2,
      // Names lead to a public address where nobody is met.
      webhookWays: { resolve: async () => ['8.8.8.8'], connect: () => new Socket().destroy(new Error('away')) },
    });
    const env = { HINTERLAND_ROLE: 'api', DATABASE_URL: 'postgres://replaced/' };
    hasty = await startTestService(database, { env, workers: 8, runSeconds: 2 });
    ann = await makeAccount(database.db, { credits: 100 });
    reader = await makeAccount(database.db, { email: 'r@example.com', scopes: ['read'] });
  });
  afterAll(async () => {
    await service?.close();
    await hasty?.close();
    await database?.close();
  });

  /** Sends a request and holds the answer against what the document says of that route and status. */
  async function hold(path: string, method: Method, reply: Promise<Reply>): Promise<Reply> {
    const answer = await reply;
    const declared = document.paths[path][method].responses[String(answer.status)];
    expect(declared, `${method} ${path} ${answer.status} ${answer.text}`).toBeDefined();
    const response =
      declared.$ref === undefined ? declared : document.components.responses[declared.$ref.split('/').at(-1)];
    for (const name of Object.keys(response.headers ?? {})) {
      const isAboutKey = !['not_owner', 'insufficient_role'].includes(answer.body?.error);
      if (name !== 'Idempotent-Replayed' && (name !== 'WWW-Authenticate' || isAboutKey))
        expect(answer.headers.get(name), `${path} ${answer.status} ${name}`).not.toBeNull();
    }
    const [[type, { schema }]] = Object.entries(response.content ?? { none: { schema: true } }) as [[string, Doc]];
    if (type !== 'none') {
      expect(answer.headers.get('content-type')?.split(';')[0]).toBe(type);
      expect(check(schema, type.includes('json') ? answer.body : answer.text), answer.text).toEqual([]);
    }
    const key = `${method} ${path}`;
    seen.set(key, (seen.get(key) ?? new Set()).add(answer.status));
    return answer;
  }

  const post = (path: string, options: Parameters<TestService['request']>[2], id = 'test.charged') =>
    hold(path, 'post', service.request('POST', path.replace('{actionId}', id), { key: ann.secret, ...options }));

  it('fit the document, for every route and every status that it declares', async () => {
    const gets = ['/api/v1/me', '/api/v1/credits', '/api/v1/data', '/api/v1/actions', '/api/v1/openapi.json'];
    for (const path of gets) {
      const get = (options = {}) => hold(path, 'get', service.request('GET', path, { key: ann.secret, ...options }));
      const { headers } = await get();
      if (headers.has('etag')) await get({ headers: { 'If-None-Match': headers.get('etag') as string } });
      if (!path.endsWith('openapi.json')) await get({ key: 'nonsense' });
    }
    await hold('/api/v1/data', 'get', service.request('GET', '/api/v1/data?territory=x', { key: ann.secret }));

    const late: Promise<Reply>[] = [];
    for (const name of ['{actionId}', 'test.charged', 'test.quiet', 'test.free']) {
      const base = `/api/v1/actions/${name}`;
      const id = name === '{actionId}' ? 'test.charged' : name;
      const credits = id === 'test.free' ? {} : { credits: 1, quotedCredits: 1 };
      for (const verb of ['quote', 'execute'] as const) {
        const path = `${base}/${verb}`;
        const send = (body: unknown, options = {}) => post(path, { body, ...options }, id);
        expect((await send(credits)).status).toBe(200);
        expect((await send({ text: 1 })).status).toBe(400);
        expect((await send({}, { key: 'nonsense' })).status).toBe(401);
        expect((await send({ filler: 'x'.repeat(1_100_000) })).status).toBe(413);
        expect((await send({}, { headers: { 'Content-Type': 'text/plain' } })).status).toBe(415);
        expect((await send({ origins: [{ lat: 0, lng: 0 }], quotedCredits: 4 })).status).toBe(422);
        if (base.endsWith('}')) expect((await post(path, { body: {} }, 'test.nothing')).status).toBe(404);
        if (verb === 'execute') expect((await send({ ...credits, behave: 'throw' })).status).toBe(500);
        const long =
          verb === 'quote' ? { text: 'slow quote', behave: 'stubborn' } : { ...credits, waitMilliseconds: 5000 };
        const answer = hasty.request('POST', path.replace('{actionId}', id), { key: ann.secret, body: long });
        late.push(hold(path, 'post', answer));
        if (verb === 'execute' && id !== 'test.free') {
          expect((await send({ credits: 999, quotedCredits: 999 })).status).toBe(402);
          expect((await send(credits, { key: reader.secret })).status).toBe(403);
          expect((await send({ credits: 2, quotedCredits: 1 })).status).toBe(409);
          await send({ ...credits, idempotencyKey: base });
          expect((await send({ ...credits, idempotencyKey: base })).body.replayed).toBe(true);
        }
      }
    }
    expect((await Promise.all(late)).map(({ status }) => status)).toEqual(Array(8).fill(504));
  });

  it('fit it on the routes of analyses, too', async () => {
    const mia = await makeAccount(database.db, { email: 'mia@example.com', role: 'member', scopes: ['run', 'manage'] });
    const boss = await makeAccount(database.db, { email: 'boss@example.com', role: 'owner', scopes: ['manage'] });
    const list = '/api/v1/analyses';
    const one = `${list}/{code}`;
    let code = 'unknown00000';
    const send = async (method: Method, path: string, options: Parameters<TestService['request']>[2] = {}) => {
      const url = path.replace('{code}', code).replace('{no}', '1');
      return (await hold(path, method, service.request(method.toUpperCase(), url, { key: mia.secret, ...options })))
        .status;
    };
    const sales = '/versions/{no}/sales';
    const changes = '/versions/{no}/store-changes';
    const named = [
      '',
      '/versions',
      '/versions/{no}',
      sales,
      changes,
      '/report',
      '/shares',
      '/name',
      '/duplicate',
    ] as const;
    const writes: readonly [Method, string, object | undefined][] = [
      ['post', list, { name: 'Sites', state: { zoom: 9 } }],
      ['put', `${one}/name`, { name: 'Sites' }],
      ['put', `${one}/shares`, { anyone: true, anyoneExpiresDays: 7, people: ['bob@example.com'] }],
      ['get', `${one}/shares`, undefined],
      ['put', one + sales, { sales: [{ id: 'place', sold: 90 }] }],
      ['post', `${one}/duplicate`, undefined],
      ['delete', one, undefined],
    ];
    for (const path of named) {
      const method = path === '/name' ? 'put' : path === '/duplicate' ? 'post' : 'get';
      const body = method === 'put' ? { body: { name: 'x' } } : {};
      expect([path, await send(method, one + path, body)]).toEqual([path, 404]);
    }
    for (const method of ['put', 'delete'] as const) {
      const [path, body] = method === 'put' ? [`${one}/shares`, { body: {} }] : [one, {}];
      expect(await send(method, path, body)).toBe(404);
    }
    expect(await send('put', one + sales, { body: { sales: [{ id: 'place', sold: 90 }] } })).toBe(404);
    const foreign = service.request('GET', `${list}?language=xx`, { key: mia.secret });
    expect((await hold(list, 'get', foreign)).status).toBe(400);
    const unread = service.request('GET', `${list}/${code}/report?paper=a5`, { key: mia.secret });
    expect((await hold(`${one}/report`, 'get', unread)).status).toBe(400);
    code = (await service.request('POST', list, { key: mia.secret, body: { name: 'Sites' } })).body.id;
    await service.execute(mia.secret, 'test.charged', { credits: 1, quotedCredits: 1 }, { 'X-Analysis-Id': code });
    // The actions of this service forecast nothing.
    const forecast = { sales: 100, range80: { low: 80, high: 120 }, range95: null };
    const results = { salesModel: { id: 'sm_1', name: 'Bakeries', currency: 'EUR' }, forecast };
    await sql`alter table analysis_run disable trigger analysis_run_unchanged`.execute(database.db);
    await sql`update analysis_run set results = ${JSON.stringify(results)}::json`.execute(database.db);
    await sql`alter table analysis_run enable trigger analysis_run_unchanged`.execute(database.db);
    await sql`
      insert into organization_limit (organization_id, name, value) values (${mia.spender.organizationId}, 'analyses', 0)`.execute(
      database.db,
    );
    expect(await send('post', list, { body: { name: 'one too many' } })).toBe(409);
    expect(await send('post', `${one}/duplicate`)).toBe(409);
    await sql`delete from organization_limit`.execute(database.db);
    const read = ['', '/versions', '/versions/{no}', sales, changes, '/report'].map((path) => one + path);
    for (const path of [list, ...read]) {
      expect([path, await send('get', path)]).toEqual([path, 200]);
      expect(await send('get', path, { key: 'nonsense' })).toBe(401);
    }
    for (const [method, path, body] of writes) {
      const answer = (options: object) => send(method, path, body === undefined ? options : { body, ...options });
      expect(await answer({ key: 'nonsense' })).toBe(401);
      expect(await answer({ key: reader.secret })).toBe(403);
      if (path !== list && !path.endsWith('duplicate')) expect(await answer({ key: boss.secret })).toBe(403);
      if (method === 'post' || method === 'put') {
        expect(await answer({ headers: { 'Content-Type': 'text/plain' }, body: 'x' })).toBe(415);
        expect(await answer({ body: { filler: 'x'.repeat(1_100_000) } })).toBe(413);
        expect(await answer({ body: '[' })).toBe(400);
      }
      expect([path, await answer({})]).toEqual([path, method === 'post' ? 201 : 200]);
    }
  });

  it('fit it on background actions and the routes of jobs, too', async () => {
    const base = '/api/v1/actions/test.batch';
    const lou = await makeAccount(database.db, { email: 'lou@example.com', role: 'member' });
    const boss = await makeAccount(database.db, { email: 'boss2@example.com', role: 'owner' });
    const points = (...told: object[]) => told.map((one, i) => ({ id: i, lat: 40.5, lng: 10.5, credits: 1, ...one }));
    const late: Promise<Reply>[] = [];
    for (const verb of ['quote', 'execute'] as const) {
      const send = (body: unknown, options = {}) =>
        post(`${base}/${verb}`, { key: lou.secret, body, ...options }, 'test.batch');
      expect((await send({ points: points({}), quotedCredits: 1 })).status).toBe(200);
      expect((await send({ points: [] })).status).toBe(400);
      expect((await send({}, { key: 'nonsense' })).status).toBe(401);
      expect((await send({ filler: 'x'.repeat(1_100_000) })).status).toBe(413);
      expect((await send({}, { headers: { 'Content-Type': 'text/plain' } })).status).toBe(415);
      expect((await send({ points: points({ lat: 0 }), quotedCredits: 1 })).status).toBe(422);
      expect((await send({ points: points({ text: 'quote fails' }), quotedCredits: 1 })).status).toBe(500);
      const slow = { points: points({ text: 'slow quote', behave: 'stubborn' }), quotedCredits: 1 };
      const answer = hasty.request('POST', `${base}/${verb}`, { key: lou.secret, body: slow });
      late.push(hold(`${base}/${verb}`, 'post', answer));
      if (verb === 'quote') continue;
      expect((await send({ points: points({ credits: 999 }), quotedCredits: 999 })).status).toBe(402);
      expect((await send({ points: points({}), quotedCredits: 1 }, { key: reader.secret })).status).toBe(403);
      expect((await send({ points: points({}), quotedCredits: 2 })).status).toBe(409);
    }
    expect((await Promise.all(late)).map(({ status }) => status)).toEqual([504, 504]);
    const one = '/api/v1/jobs/{id}';
    const paths = ['/api/v1/jobs', one, `${one}/results`, `${one}/results/{index}`];
    let id = 'job_unknown';
    const send = async (method: Method, path: string, options: Parameters<TestService['request']>[2] = {}) => {
      const url = path.replace('{id}', id).replace('{index}', '0');
      return (await hold(path, method, service.request(method.toUpperCase(), url, { key: lou.secret, ...options })))
        .status;
    };
    for (const path of paths.slice(1)) expect(await send('get', path)).toBe(404);
    expect(await send('post', `${one}/stop`)).toBe(404);
    const started = await service.execute(lou.secret, 'test.batch', { points: points({}), quotedCredits: 1 });
    id = started.body.result.jobId;
    await until(async () => (await service.request('GET', `/api/v1/jobs/${id}`, { key: lou.secret })).body.result);
    for (const path of paths) {
      expect([path, await send('get', path)]).toEqual([path, 200]);
      expect(await send('get', path, { key: 'nonsense' })).toBe(401);
    }
    const wrong = service.request('GET', `/api/v1/jobs/${id}/results?limit=0`, { key: lou.secret });
    expect((await hold(`${one}/results`, 'get', wrong)).status).toBe(400);
    // The files of a job on a dataset: none before the first part is done, and gone after 30 days.
    const files = `${one}/parts`;
    expect(await send('get', files)).toBe(404);
    expect(await send('get', files, { key: 'nonsense' })).toBe(401);
    await sql`update job set action_id = 'enrich.dataset' where id = ${id}`.execute(database.db);
    await sql`delete from job_item where job_id = ${id}`.execute(database.db);
    expect(await send('get', files)).toBe(200);
    await sql`update job set finished_at = finished_at - interval '31 days' where id = ${id}`.execute(database.db);
    expect(await send('get', files)).toBe(410);
    await sql`update job set action_id = 'test.batch' where id = ${id}`.execute(database.db);
    const stop = (options = {}) => send('post', `${one}/stop`, options);
    expect(await stop()).toBe(409);
    await sql`update job set status = 'stopped' where id = ${id}`.execute(database.db);
    expect(await stop()).toBe(200);
    expect(await stop({ key: 'nonsense' })).toBe(401);
    expect(await stop({ key: boss.secret })).toBe(403);
    expect(await stop({ headers: { 'Content-Type': 'text/plain' }, body: 'x' })).toBe(415);
    expect(await stop({ body: { filler: 'x'.repeat(1_100_000) } })).toBe(413);
    expect(await stop({ body: '[' })).toBe(400);
    await sql`update job set finished_at = finished_at - interval '31 days' where id = ${id}`.execute(database.db);
    for (const path of paths.slice(2)) expect([path, await send('get', path)]).toEqual([path, 410]);
    const erase = (options = {}) => send('delete', `${one}/results`, options);
    expect(await erase()).toBe(200);
    expect(await erase({ key: 'nonsense' })).toBe(401);
    expect(await erase({ key: reader.secret })).toBe(403);
    const slow = { points: points({ waitMilliseconds: 20_000 }), quotedCredits: 1 };
    id = (await service.execute(lou.secret, 'test.batch', slow)).body.result.jobId;
    expect(await erase()).toBe(409);
    expect(await stop()).toBe(200);
    id = 'job_unknown';
    expect(await erase()).toBe(404);
  });

  it('fit it on the routes of webhooks, too', async () => {
    const owen = await makeAccount(database.db, {
      organization: 'Hooks',
      email: 'owen@example.com',
      scopes: ['manage'],
    });
    const list = '/api/v1/webhooks';
    const one = `${list}/{id}`;
    let id = 1;
    const send = async (method: Method, path: string, options: Parameters<TestService['request']>[2] = {}) =>
      hold(
        path,
        method,
        service.request(method.toUpperCase(), path.replace('{id}', `${id}`), { key: owen.secret, ...options }),
      );
    const endpoint = (events: readonly string[]) => ({ body: { url: 'https://hooks.example.com/', events } });
    const routes: readonly [Method, string, object][] = [
      ['get', list, {}],
      ['post', list, endpoint(['ping'])],
      ['get', `${one}/deliveries`, {}],
      ['post', `${one}/enable`, {}],
      ['post', `${one}/rotate-secret`, {}],
      ['post', `${one}/ping`, {}],
      ['delete', one, {}],
    ];
    for (const [method, path, options] of routes) {
      expect((await send(method, path, { ...options, key: 'nonsense' })).status).toBe(401);
      expect((await send(method, path, { ...options, key: reader.secret })).status).toBe(403);
      if (path !== list) expect((await send(method, path, options)).status).toBe(404);
      if (method !== 'post') continue;
      expect((await send(method, path, { headers: { 'Content-Type': 'text/plain' }, body: 'x' })).status).toBe(415);
      expect((await send(method, path, { body: { filler: 'x'.repeat(1_100_000) } })).status).toBe(413);
      expect((await send(method, path, { body: '[' })).status).toBe(400);
    }
    id = (await send('post', list, endpoint(['job.failed']))).body.id;
    expect((await send('post', `${one}/ping`)).status).toBe(409);
    await send('delete', one);
    id = (await send('post', list, endpoint(['ping']))).body.id;
    for (const [method, path, options] of routes.filter(([m, path]) => m !== 'delete' && path !== list)) {
      expect([path, (await send(method, path, options)).status]).toEqual([path, 200]);
    }
    expect((await send('get', list)).body.data.length).toBe(1);
    expect((await send('get', `${one}/deliveries`)).body.data.length).toBe(1);
    const limited = service.request('GET', `${list}/${id}/deliveries?limit=0`, { key: owen.secret });
    expect((await hold(`${one}/deliveries`, 'get', limited)).status).toBe(400);
    for (let i = 1; i < 10; i++) expect((await send('post', list, endpoint(['ping']))).status).toBe(201);
    expect((await send('post', list, endpoint(['ping']))).status).toBe(409);
    await sql`update webhook set status = 'disabled', disabled_at = now() where id = ${id}`.execute(database.db);
    await send('post', list, endpoint(['ping']));
    expect((await send('post', `${one}/enable`)).status).toBe(409);
    expect((await send('delete', one)).status).toBe(200);
  });

  it('fit it on the routes of corrections, too', () => correctionCalls(database, reader.secret, hold));
  it('fit it on the routes of subjects and projects, too', () => subjectCalls(service, database, reader.secret, hold));

  it('fit it on the routes of subscriptions to changes of stores, too', () =>
    supplyCalls(database, reader.secret, hold));

  it('D11 fit it also when calls are too many, when something is broken, and when the database is gone', async () => {
    const { secret } = await makeAccount(database.db, { email: 'busy@example.com' });
    for (let i = 0; i < 12; i++)
      await Promise.all(Array.from({ length: 50 }, () => service.request('GET', '/api/v1/data', { key: secret })));
    const paths = Object.keys(document.paths)
      .filter((path) => !path.endsWith('openapi.json'))
      .flatMap((path) => (Object.keys(document.paths[path]) as Method[]).map((method) => [path, method] as const));
    const all = (options: object) =>
      Promise.all(
        paths.map(([path, method]) => {
          const body = method === 'post' || method === 'put' ? { body: {} } : {};
          const url = path
            .replace('{actionId}', 'test.charged')
            .replace('{code}', '0123456789ab')
            .replace('{no}', '1')
            .replace('{id}', '1');
          return hold(path, method, service.request(method.toUpperCase(), url, { ...body, ...options }));
        }),
      );
    for (const { status } of await all({ key: secret })) expect(status).toBe(429);
    await sql`alter table rate_window rename to lost`.execute(database.db);
    for (const { status, text } of await all({ key: secret }))
      expect([status, text.includes('rate_window')]).toEqual([500, false]);
    await database.close();
    for (const { status, text } of await all({ key: secret }))
      expect([status, text.includes('Pool')]).toEqual([503, false]);
    const { status, body } = await service.request('GET', '/readyz');
    expect([status, body]).toMatchObject([503, { status: 'not ready', database: 'unreachable' }]);
  });

  it('and every declared status of every route was seen', () => {
    const missing = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations as Doc).flatMap(([method, operation]: [string, Doc]) =>
        Object.keys(operation.responses)
          .filter((status) => !seen.get(`${method} ${path}`)?.has(Number(status)))
          .map((status) => `${method} ${path} ${status}`),
      ),
    );
    expect(missing).toEqual([]);
  });
});
