import type { Scope } from '@hinterland/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startStoringService, withoutRequest } from '../testing/analyses.ts';
import { describeOnBoth } from '../testing/databases.ts';
import { declaredV1 } from '../testing/routes.ts';
import { TestBundles, type TestService } from '../testing/service.ts';
import { makeAccount } from '../testing/town.ts';
import { HILL, QUAY, townOfShops } from '../testing/townOfShops.ts';
import { newJobId } from '../work/jobs/id.ts';
import { newSubjectId } from '../work/subjects/id.ts';

const v1 = declaredV1([]);

/** What each route needs, by hand, from the specification's table. */
const SCOPE_NEEDED: Readonly<Record<string, Scope>> = {
  'GET /me': 'read',
  'GET /actions': 'read',
  'GET /credits': 'read',
  'GET /data': 'read',
  'POST /actions/:actionId/quote': 'read',
  'POST /actions/:actionId/execute': 'run',
  'GET /analyses': 'read',
  'POST /analyses': 'manage',
  'GET /analyses/:code': 'read',
  'DELETE /analyses/:code': 'manage',
  'PUT /analyses/:code/name': 'manage',
  'POST /analyses/:code/duplicate': 'manage',
  'GET /analyses/:code/versions': 'read',
  'GET /analyses/:code/versions/:no': 'read',
  'GET /analyses/:code/versions/:no/store-changes': 'read',
  'GET /analyses/:code/versions/:no/sales': 'read',
  'PUT /analyses/:code/versions/:no/sales': 'manage',
  'GET /analyses/:code/report': 'read',
  'GET /analyses/:code/shares': 'manage',
  'PUT /analyses/:code/shares': 'manage',
  'GET /jobs': 'read',
  'GET /jobs/:id': 'read',
  'POST /jobs/:id/stop': 'run',
  'GET /jobs/:id/parts': 'read',
  'GET /jobs/:id/results': 'read',
  'DELETE /jobs/:id/results': 'run',
  'GET /jobs/:id/results/:index': 'read',
  'GET /stores': 'read',
  'GET /corrections': 'read',
  'POST /corrections': 'manage',
  'GET /corrections/csv': 'read',
  'POST /corrections/csv': 'manage',
  'POST /corrections/:id/undo': 'manage',
  'GET /subjects': 'read',
  'POST /subjects': 'manage',
  'GET /subjects/csv': 'read',
  'GET /subjects/:id': 'read',
  'PUT /subjects/:id': 'manage',
  'DELETE /subjects/:id': 'manage',
  'GET /projects': 'read',
  'POST /projects': 'manage',
  'GET /projects/:id': 'read',
  'PUT /projects/:id': 'manage',
  'POST /projects/:id/answers': 'manage',
  'DELETE /projects/:id': 'manage',
  'GET /projects/:id/report': 'read',
  'GET /supply/subscriptions': 'read',
  'POST /supply/subscriptions': 'manage',
  'DELETE /supply/subscriptions/:id': 'manage',
  'GET /webhooks': 'manage',
  'POST /webhooks': 'manage',
  'DELETE /webhooks/:id': 'manage',
  'POST /webhooks/:id/enable': 'manage',
  'POST /webhooks/:id/rotate-secret': 'manage',
  'GET /webhooks/:id/deliveries': 'manage',
  'POST /webhooks/:id/ping': 'manage',
};
const EVERY_SCOPE: readonly Scope[] = ['read', 'run', 'manage'];
/** Valid bodies of routes that take one. */
const BODIES: Readonly<Record<string, object>> = {
  'PUT /analyses/:code/name': { name: 'taken over' },
  'PUT /analyses/:code/versions/:no/sales': { sales: [{ id: 'quay', sold: 1 }] },
  'PUT /analyses/:code/shares': { anyone: true },
  'POST /supply/subscriptions': { name: 'Quay', question: {} },
  'POST /corrections': { kind: 'closed', storeId: 'osm/n1' },
  'POST /corrections/csv': { csv: 'kind,storeId\nclosed,osm/n1\n' },
  'POST /subjects': { kind: 'place', name: 'Quay', lat: 40.25, lng: 10.5 },
  'PUT /subjects/:id': { kind: 'place', name: 'Quay', lat: 40.25, lng: 10.5 },
  'POST /projects': { name: 'Sixth' },
  'PUT /projects/:id': { name: 'Sixth' },
  'POST /projects/:id/answers': { code: 'abcdefghijkl' },
};

describeOnBoth('every route of /api/v1', (database) => {
  let service: TestService;
  const db = () => database().db;
  const routes = v1
    .filter(({ access }) => access !== 'public')
    .map(({ method, path }) => ({ method, path: path.replace('/api/v1', '') }))
    .map((route) => ({ ...route, name: `${route.method} ${route.path}` }));
  const send = (secret: string, { method, path, name }: (typeof routes)[number], ids: Ids) =>
    service.request(
      method,
      `/api/v1${path}`
        .replace(':actionId', 'test.charged')
        .replace(':code', ids.code)
        .replace(
          ':id',
          path.startsWith('/supply')
            ? ids.subscription
            : ids[
                (['job', 'correction', 'subject', 'project'] as const).find((one) => path.startsWith(`/${one}s`)) ??
                  'webhook'
              ],
        )
        .replace(/:\w+/, '0'),
      { key: secret, ...(BODIES[name] === undefined ? {} : { body: BODIES[name] }) },
    );
  interface Ids {
    readonly code: string;
    readonly job: string;
    readonly webhook: string;
    readonly correction: string;
    readonly subject: string;
    readonly project: string;
    readonly subscription: string;
  }
  const nothing = (): Ids => ({
    code: 'abcdefghijkl',
    job: newJobId(),
    webhook: '999999',
    correction: '999999',
    subject: newSubjectId(),
    project: 'prj_0',
    subscription: '999999',
  });

  beforeAll(async () => {
    const source = new TestBundles(townOfShops('2026-11', [QUAY, HILL]));
    service = await startStoringService(database(), { workers: 1, source });
  });
  afterAll(() => service?.close());
  let people = 0;
  beforeEach(() => {
    people = 0;
  });
  const account = (rest: object = {}) => makeAccount(db(), { email: `user${++people}@example.com`, ...rest });

  it('the matrix names every route there is', () => {
    expect(routes.map(({ name }) => name).sort()).toEqual(Object.keys(SCOPE_NEEDED).sort());
  });

  it('S162 S177 S205 S238-S242 every route x every set of scopes: let through with its scope, else 403', async () => {
    for (let set = 0; set < 8; set++) {
      const scopes = EVERY_SCOPE.filter((_scope, i) => set & (1 << i));
      const { secret } = await account({ scopes });
      for (const route of routes) {
        const needed = SCOPE_NEEDED[route.name] as Scope;
        const { status, body } = await send(secret, route, nothing());
        const refused = [status, body?.error, body?.requiredScope].join(' ');
        const name = `${route.name} with ${scopes.join('+')}`;
        const allowed = needed === 'read' || scopes.includes(needed);
        expect([name, refused === `403 insufficient_scope ${needed}`]).toEqual([name, !allowed]);
        expect([name, status === 403]).toEqual([name, !allowed]);
      }
    }
  });

  it('5.3 D5 every route that takes an id x what another organization has: the answer of what is not there', async () => {
    const theirs = await account({ organization: 'Theirs', scopes: EVERY_SCOPE });
    const made = await service.request('POST', '/api/v1/analyses', { key: theirs.secret, body: { name: 'Sites' } });
    const { organizationId, userId } = theirs.spender;
    const job = newJobId();
    await sql`
      insert into job (id, organization_id, user_id, action_id, input, territory_id, data_version, quote, max_credits,
        total, created_at, status, finished_at, done)
      values (${job}, ${organizationId}, ${userId}, 'test.batch', '{}', 'town', '{}', '{}', 0, 1, clock_timestamp(),
        'succeeded', clock_timestamp(), 1)`.execute(db());
    const { rows } = await sql<{ id: number }>`
      insert into webhook (organization_id, url, events, secret, created_by, created_at)
      values (${organizationId}, 'https://example.com/', '{ping}', '\\x00', ${userId}, clock_timestamp())
      returning id`.execute(db());
    const corrected = await sql<{ id: number }>`
      insert into store_correction (organization_id, territory_id, store_id, kind, said, user_id, created_at, made_at_revision)
      values (${organizationId}, 'town', 'osm/n1', 'closed', '{}', ${userId}, clock_timestamp(), 1) returning id`.execute(
      db(),
    );
    const place = { kind: 'place', name: 'Quay', lat: 40.25, lng: 10.5 };
    const saved = await service.request('POST', '/api/v1/subjects', { key: theirs.secret, body: place });
    const project = await service.request('POST', '/api/v1/projects', { key: theirs.secret, body: { name: 'Sixth' } });
    const subscribed = await sql<{ id: number }>`
      insert into supply_subscription (organization_id, user_id, territory_id, name, question, mail, language, seen, created_at)
      values (${organizationId}, ${userId}, 'town', 'Quay', '{}', true, 'en', '1', clock_timestamp()) returning id`.execute(
      db(),
    );
    const foreign: Ids = {
      code: made.body.id,
      job,
      webhook: String(rows[0]?.id),
      correction: String(corrected.rows[0]?.id),
      subject: saved.body.id,
      project: project.body.id,
      subscription: String(subscribed.rows[0]?.id),
    };
    const state = async () =>
      JSON.stringify(
        await Promise.all(
          [
            'analysis',
            'job',
            'webhook',
            'webhook_delivery',
            'event',
            'store_correction',
            'subject',
            'project',
            'supply_subscription',
          ].map(async (table) => (await sql`select t::text from ${sql.table(table)} t order by 1`.execute(db())).rows),
        ),
      );
    const before = await state();
    const { secret } = await account({ scopes: EVERY_SCOPE, role: 'owner' });
    const withIds = routes.filter(({ path }) => path.includes(':') && !path.includes(':actionId'));
    expect(withIds.length).toBeGreaterThan(15);
    for (const route of withIds) {
      const [crossed, missing] = [await send(secret, route, foreign), await send(secret, route, nothing())];
      expect([route.name, missing.status, missing.body.error]).toEqual([route.name, 404, 'not_found']);
      expect([route.name, withoutRequest(crossed)]).toEqual([route.name, withoutRequest(missing)]);
    }
    expect(await state()).toBe(before);
  });

  it('5.3 every list and every answer on stores x what another organization says of stores: as without it', async () => {
    const [theirs, ours] = [
      await account({ organization: 'Theirs', scopes: EVERY_SCOPE, credits: 10 }),
      await account({ scopes: EVERY_SCOPE, credits: 10 }),
    ];
    const lists = routes.filter(({ method, path }) => method === 'GET' && !path.includes(':'));
    expect(lists.map(({ path }) => path)).toEqual(expect.arrayContaining(['/stores', '/corrections/csv']));
    const seen = async (key: string) => {
      const free = { credits: 0, quotedCredits: 0 };
      const replies = [await service.execute(key, 'test.stores', free), await service.quote(key, 'test.stores', free)];
      for (const { path } of lists) {
        const query = path === '/stores' ? '?lat=40.5&lng=10.5&meters=5000' : '';
        replies.push(await service.request('GET', `/api/v1${path}${query}`, { key }));
      }
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
      return replies.map(withoutRequest);
    };
    const before = { ours: await seen(ours.secret), theirs: await seen(theirs.secret) };
    const csv = `kind,storeId,name,sectorCode,lat,lng,squareMeters\nadded,,Theirs alone,food.bakery,40.5,10.5,\nfloor_area,${HILL.id},,,,,77\n`;
    const say = (path: string, body: object) =>
      service.request('POST', `/api/v1/corrections${path}`, { key: theirs.secret, body });
    expect((await say('/csv', { csv })).body).toEqual({ stored: 2, unchanged: 0 });
    expect((await say('', { kind: 'closed', storeId: QUAY.id })).status).toBe(201);
    expect(await seen(ours.secret)).toEqual(before.ours);
    const changed = (await seen(theirs.secret)).filter((reply, i) => reply !== before.theirs[i]);
    // The answer, the stores, the corrections, and these as a table.
    expect(changed.map((reply) => reply.includes('Theirs alone'))).toEqual([true, true, true, true]);
  });
});
