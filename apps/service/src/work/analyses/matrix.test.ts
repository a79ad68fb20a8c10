import type { Scope } from '@hinterland/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { byKey } from '../../kit/http/sharedRoute.ts';
import { analysesOf, startStoringService, withoutRequest } from '../../testing/analyses.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import type { TestService } from '../../testing/service.ts';
import { type MadeAccount, makeAccount } from '../../testing/town.ts';
import { analysisRoutes } from './routes.ts';
import type { Analyses } from './service.ts';

/** What each route needs, by hand, from the specification's table. */
const SCOPE_NEEDED: Readonly<Record<string, Scope>> = {
  'GET /api/v1/analyses': 'read',
  'POST /api/v1/analyses': 'manage',
  'GET /api/v1/analyses/:code': 'read',
  'DELETE /api/v1/analyses/:code': 'manage',
  'PUT /api/v1/analyses/:code/name': 'manage',
  'POST /api/v1/analyses/:code/duplicate': 'manage',
  'GET /api/v1/analyses/:code/versions': 'read',
  'GET /api/v1/analyses/:code/versions/:no': 'read',
  'GET /api/v1/analyses/:code/versions/:no/store-changes': 'read',
  'GET /api/v1/analyses/:code/versions/:no/sales': 'read',
  'PUT /api/v1/analyses/:code/versions/:no/sales': 'manage',
  'GET /api/v1/analyses/:code/shares': 'manage',
  'PUT /api/v1/analyses/:code/shares': 'manage',
};

/** Valid bodies of routes that take one. */
const BODIES: Readonly<Record<string, object>> = {
  'POST /api/v1/analyses': { name: 'n' },
  'PUT /api/v1/analyses/:code/name': { name: 'taken over' },
  'PUT /api/v1/analyses/:code/versions/:no/sales': { sales: [{ id: 'quay', sold: 1 }] },
  'PUT /api/v1/analyses/:code/shares': { anyone: true, people: ['evil@example.com'] },
};

describeOnBoth('every route of analyses', (database) => {
  let service: TestService;
  let ann: MadeAccount;
  const db = () => database().db;
  const { ask, make, share, run } = analysesOf(() => service);
  const account = (email: string, rest: object = {}) =>
    makeAccount(db(), { email, role: 'member', scopes: ['read', 'run', 'manage'], ...rest });
  const routes = byKey(analysisRoutes({} as Analyses)).map(({ method, path }) => ({
    method,
    path,
    name: `${method} ${path}`,
  }));
  const send = (who: MadeAccount, route: (typeof routes)[number], code: string, no = '1') =>
    ask(
      who,
      route.method,
      route.path.replace('/api/v1/analyses', '').replace(':code', code).replace(':no', no),
      BODIES[route.name] === undefined ? {} : { body: BODIES[route.name] },
    );
  /** The outbox is left out: it empties in the background. Whoever is told has a row in analysis_notice. */
  const everything = async () =>
    JSON.stringify(
      await Promise.all(
        ['analysis', 'analysis_run', 'analysis_person', 'analysis_notice', 'sales_that_came'].map(
          async (table) => (await sql`select * from ${sql.table(table)} order by 1, 2`.execute(db())).rows,
        ),
      ),
    );

  beforeAll(async () => {
    service = await startStoringService(database(), { workers: 1, mailMilliseconds: 3_600_000 });
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    ann = await account('ann@example.com', { credits: 200 });
  });

  it('the matrices name every route there is', () => {
    expect(routes.map(({ name }) => name).sort()).toEqual(Object.keys(SCOPE_NEEDED).sort());
  });

  it('S162 S241 S242 D4 every route x every set of scopes: allowed with its scope, else 403 insufficient_scope', async () => {
    const sets: readonly (readonly Scope[])[] = [
      [],
      ['read'],
      ['run'],
      ['manage'],
      ['read', 'run'],
      ['read', 'manage'],
      ['run', 'manage'],
      ['read', 'run', 'manage'],
    ];
    for (const [i, scopes] of sets.entries()) {
      const who = await account(`user${i}@example.com`, { scopes });
      const maker = await account(`user${i}@example.com`, { keyName: 'maker', scopes: ['run', 'manage'] });
      for (const route of routes) {
        const code = await make(maker);
        await run(maker, code);
        const needed = SCOPE_NEEDED[route.name] as Scope;
        const { status, body, headers } = await send(who, route, code);
        const name = `${route.name} with ${scopes.join('+')}`;
        if (needed === 'read' || scopes.includes(needed)) {
          // The version of this suite forecasts nothing.
          const isLetIn = status < 300 || (route.path.endsWith('/sales') && body.error === 'validation_error');
          expect([name, isLetIn]).toEqual([name, true]);
        } else {
          expect([name, status, body.error, body.requiredScope]).toEqual([name, 403, 'insufficient_scope', needed]);
          expect(headers.get('www-authenticate')).toContain(`scope="${needed}"`);
        }
      }
    }
  });

  it('5.3 D5 every route that takes a code x every analysis of others: 404 as for an unknown one, and nothing changes', async () => {
    const boss = await account('boss@example.com', { role: 'owner', team: null });
    const other = await account('o@example.com', { organization: 'Other', credits: 100, role: 'owner' });
    const otherMember = await account('m@example.com', { organization: 'Other', team: 'Retail' });
    const carol = await account('carol@example.com', { team: 'Sales' });

    // Everything of the other organization that its own people may read, and a colleague's private analysis.
    const foreign: string[] = [];
    for (const shares of [{}, { team: true }, { organization: true }, { people: ['someone@example.com'] }]) {
      for (const owner of [other, otherMember]) {
        const code = await make(owner, 'secret');
        await run(owner, code);
        await share(owner, code, shares);
        foreign.push(code);
      }
    }
    const expired = await make(other, 'secret');
    await share(other, expired, { anyone: true, anyoneExpiresDays: 7 });
    await sql`
      update analysis set anyone_expires_at = clock_timestamp() - interval '1 second' where code = ${expired}`.execute(
      db(),
    );
    const gone = await make(ann, 'gone');
    await ask(ann, 'DELETE', `/${gone}`);
    const privateOfCarol = await make(carol, 'secret');
    await run(carol, privateOfCarol);

    const malformed = [
      '0',
      'AAAAAAAAAAA',
      'AAAAAAAAAAAAA',
      'AAAAAAAAAAA!',
      '%00AAAAAAAAAAA',
      '%F0%9F%98%80AAAAAAAAAAA',
      '..%2f..%2fme',
      "'%20or%201=1--",
    ];
    const before = await everything();
    const named = routes.filter(({ path }) => path.includes(':code'));
    expect(named.length).toBe(11);
    for (const [who, codes] of [
      [ann, [...foreign, expired, gone, privateOfCarol, ...malformed]],
      [boss, [...foreign, expired, gone, ...malformed]],
      [other, [privateOfCarol]],
    ] as const) {
      for (const route of named) {
        const unknown = await send(who, route, 'AAAAAAAAAAAA');
        expect([unknown.status, unknown.body.error]).toEqual([404, 'not_found']);
        for (const code of codes) {
          const answer = await send(who, route, code);
          expect([route.name, code, withoutRequest(answer)]).toEqual([route.name, code, withoutRequest(unknown)]);
          expect(answer.text.length).toBe(unknown.text.length);
        }
      }
    }
    expect(await everything()).toBe(before);
  });

  it('5.3 versions: a number of another analysis is not reached through one’s own', async () => {
    const carol = await account('carol@example.com', { team: 'Sales' });
    const mine = await make(ann);
    const theirs = await make(carol);
    await run(carol, theirs);
    await run(carol, theirs);
    const version = { method: 'GET', path: '/api/v1/analyses/:code/versions/:no', name: '' } as const;
    expect((await send(ann, version, mine, '1')).status).toBe(404);
    expect((await send(ann, version, theirs, '2')).status).toBe(404);
    expect((await send(carol, version, theirs, '2')).status).toBe(200);
  });

  it('D2 the scope is looked at before the body, the body before the analysis', async () => {
    const reader = await account('reader@example.com', { scopes: ['read'] });
    const boss = await account('boss@example.com', { role: 'owner', team: null });
    const code = await make(ann);
    const put = (who: MadeAccount, of: string, body: string) => ask(who, 'PUT', `/${of}/name`, { body });
    expect((await put(reader, 'AAAAAAAAAAAA', '{')).body.error).toBe('insufficient_scope');
    expect((await put(ann, 'AAAAAAAAAAAA', '{')).body.error).toBe('validation_error');
    expect((await put(ann, 'AAAAAAAAAAAA', '{"name":"n"}')).body.error).toBe('not_found');
    expect((await put(boss, code, '{"name":"n"}')).body.error).toBe('not_owner');
  });
});
