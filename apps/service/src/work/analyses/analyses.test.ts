import { analysis, analysisList } from '@hinterland/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { pathBelow } from '../../kit/http/answer.ts';
import { analysesOf, startStoringService } from '../../testing/analyses.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { drawn, type TestService } from '../../testing/service.ts';
import { type MadeAccount, makeAccount } from '../../testing/town.ts';

describeOnBoth('analyses', (database) => {
  let service: TestService;
  let ann: MadeAccount;
  const db = () => database().db;
  const { ask, get, make, share, run } = analysesOf(() => service);
  const member = (email: string, rest: object = {}) =>
    makeAccount(db(), { email, role: 'member', scopes: ['read', 'run', 'manage'], ...rest });
  const post = (body: unknown) => ask(ann, 'POST', '', { body });

  beforeAll(async () => {
    service = await startStoringService(database(), { workers: 1 });
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    service.bundles.set(drawn());
    ann = await member('ann@example.com', { credits: 1000 });
  });

  it('S131 S153 D110 D111 POST makes an analysis with a code of 12 characters, 201 and its path', async () => {
    const { status, body, headers } = await post({ name: ' Sites \n', state: { zoom: 9, layers: ['a', { b: null }] } });
    expect(status).toBe(201);
    expect(body.id).toMatch(/^[0-9A-Za-z]{12}$/);
    expect(headers.get('location')).toBe(`/api/v1/analyses/${body.id}`);
    expect(analysis.strict().parse(body)).toEqual(body);
    expect(body).toEqual({
      id: body.id,
      code: body.id,
      name: 'Sites',
      url: `${service.url}/a/${body.id}`,
      owner: { id: ann.spender.userId, name: 'ann' },
      access: 'owner',
      createdAt: body.createdAt,
      updatedAt: body.createdAt,
      state: { zoom: 9, layers: ['a', { b: null }] },
      latestRun: null,
      currentData: { territory: '2026-10' },
    });
    expect(body.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect((await get(ann, `/${body.id}`)).text).toBe(JSON.stringify(body));
  });

  it('D110 codes use the whole alphabet, and none comes twice', async () => {
    const codes: string[] = [];
    // So many at once as a pool of connections serves: more would wait for one by the clock.
    while (codes.length < 100) codes.push(...(await Promise.all(Array.from({ length: 10 }, () => make(ann)))));
    expect(new Set(codes).size).toBe(100);
    expect(new Set(codes.join('')).size).toBe(62); // 1200 draws: one of 62 letters is missing in 1 of 5 million tests
  });

  it('S133 without a state it is {}', async () => {
    expect((await post({ name: 'n' })).body.state).toEqual({});
  });

  it('S132 S154 D111 D112 names have 1 to 255 code points, on POST and on PUT', async () => {
    const code = await make(ann);
    const put = (name: unknown) => ask(ann, 'PUT', `/${code}/name`, { body: { name } });
    for (const send of [(name: unknown) => post({ name }), put]) {
      for (const name of ['a', 'x'.repeat(255), '𝒳'.repeat(255), `  ${'ü'.repeat(255)} \t`, '"\\\'; drop table --']) {
        const { status, body } = await send(name);
        expect([status < 300, body.name]).toEqual([true, name.trim()]);
      }
      for (const name of ['', '   ', '\u3000\n', 'x'.repeat(256), '𝒳'.repeat(256), 7, null, ['a'], undefined]) {
        const { status, body } = await send(name);
        expect([name, status, body.error, body.errors[0].pointer]).toEqual([name, 400, 'validation_error', '#/name']);
      }
      for (const raw of ['"a\\u0000b"', '"\\ud800"', '"\\udc00x"']) {
        const method = send === put ? 'PUT' : 'POST';
        const { status, body } = await ask(ann, method, send === put ? `/${code}/name` : '', {
          body: `{"name":${raw}}`,
        });
        expect([raw, status, body.error]).toEqual([raw, 400, 'validation_error']);
      }
    }
    expect((await get(ann, `/${code}`)).body.name).toBe('"\\\'; drop table --');
  });

  it('S132 any name comes back as it was sent, without white space around it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1, maxLength: 255 }), async (name) => {
        const storable = !name.includes('\0') && name.trim() !== '';
        const { status, body } = await post({ name });
        expect([status, body.name]).toEqual(storable ? [201, name.trim()] : [400, undefined]);
      }),
      { numRuns: 60, seed: 4 },
    );
  });

  it('D111 the state: an object, at most 1 MiB, 64 levels, no keys that change prototypes, no NUL', async () => {
    for (const state of [[], 'x', 7, null, true]) {
      const { status, body } = await post({ name: 'n', state });
      expect([status, body.errors[0].pointer]).toEqual([400, '#/state']);
    }
    const raw = (state: string) => ask(ann, 'POST', '', { body: `{"name":"n","state":${state}}` });
    for (const state of [
      '{"__proto__":{"admin":true}}',
      '{"a":{"constructor":1}}',
      '{"a":[{"prototype":1}]}',
      '{"a":"\\u0000"}',
      '{"\\u0000":1}',
      '{"a":"\\ud83d"}',
      '{"a":1e400}',
      '{"a":1',
    ]) {
      const { status, body } = await raw(state);
      expect([state, status, body.error]).toEqual([state, 400, 'validation_error']);
    }
    const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    expect((await raw(nested(63))).status).toBe(201);
    expect((await raw(nested(64))).status).toBe(400);
    expect((await raw(nested(100_000))).status).toBe(400);
  });

  it('D111 a state of exactly 1 MiB is kept byte by byte, one byte more is 413', async () => {
    const state = (bytes: number) => ({ a: 'ü', pad: 'x'.repeat(bytes - '{"a":"ü","pad":""}'.length - 1) });
    expect(Buffer.byteLength(JSON.stringify(state(1_048_576)))).toBe(1_048_576);
    const { status, body } = await post({ name: 'full', state: state(1_048_576) });
    expect(status).toBe(201);
    expect((await get(ann, `/${body.id}`)).body.state).toEqual(state(1_048_576));
    for (const bytes of [1_048_577, 1_200_000]) {
      const refused = await post({ name: 'full', state: state(bytes) });
      expect([refused.status, refused.body.error]).toEqual([413, 'payload_too_large']);
    }
    expect((await get(ann)).body.data.length).toBe(1);
  });

  it('S133 any JSON object comes back as the same state', async () => {
    const forbidden = ['__proto__', 'constructor', 'prototype'];
    const key = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !forbidden.includes(text));
    const value = fc.letrec((tie) => ({
      leaf: fc.oneof(
        fc.string({ unit: 'grapheme' }),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.boolean(),
      ),
      tree: fc.oneof(
        { maxDepth: 4 },
        tie('leaf'),
        fc.constant(null),
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(key, tie('tree'), { maxKeys: 4, noNullPrototype: true }),
      ),
    })).tree;
    await fc.assert(
      fc.asyncProperty(fc.dictionary(key, value, { noNullPrototype: true }), async (state) => {
        const { status, body } = await post({ name: 'n', state });
        expect(status).toBe(201);
        expect(body.state).toEqual(JSON.parse(JSON.stringify(state)));
      }),
      { numRuns: 60, seed: 5 },
    );
  });

  it('5.6 API3 members that are not the caller’s to set are ignored', async () => {
    const bob = await member('bob@example.com');
    const { status, body } = await post({
      name: 'mine',
      id: 'AAAAAAAAAAAA',
      code: 'AAAAAAAAAAAA',
      owner: { id: bob.spender.userId },
      user_id: bob.spender.userId,
      organizationId: 999,
      access: 'shared',
      createdAt: '2001-01-01T00:00:00.000Z',
      last_version_no: 7,
      share_anyone: true,
      latestRun: { versionNo: 9 },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: 'mine', owner: { id: ann.spender.userId }, access: 'owner', latestRun: null });
    expect(body.id).not.toBe('AAAAAAAAAAAA');
    expect(body.createdAt > '2026').toBe(true);
    expect((await get(bob, `/${body.id}`)).status).toBe(404);
    const renamed = await ask(ann, 'PUT', `/${body.id}/name`, {
      body: { name: 'still mine', state: { x: 1 }, owner: 1 },
    });
    expect(renamed.body).toMatchObject({ name: 'still mine', state: {}, owner: { id: ann.spender.userId } });
    expect((await run(ann, body.id)).body.version.versionNo).toBe(1);
  });

  it('bodies that are no objects, no JSON, missing or compressed are refused as everywhere', async () => {
    const code = await make(ann);
    const targets = [
      ['POST', ''],
      ['PUT', `/${code}/name`],
      ['PUT', `/${code}/shares`],
    ] as const;
    for (const [method, path] of targets) {
      for (const body of ['[]', '"x"', 'null', '{', '', '{"name":"a"} x']) {
        const { status, body: problem } = await ask(ann, method, path, { body });
        expect([path, body, status, problem.error]).toEqual([path, body, 400, 'validation_error']);
      }
      const unreadable: Record<string, string>[] = [{ 'Content-Type': 'text/plain' }, { 'Content-Encoding': 'gzip' }];
      for (const headers of unreadable) {
        expect((await ask(ann, method, path, { body: '{"name":"a"}', headers })).status).toBe(415);
      }
    }
  });

  it('S154 D112 D117 PUT name answers the analysis, and moves updatedAt on', async () => {
    const code = await make(ann);
    const before = (await get(ann, `/${code}`)).body;
    const { status, body } = await ask(ann, 'PUT', `/${code}/name`, { body: { name: 'North' } });
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, name: 'North', updatedAt: body.updatedAt });
    expect(body.updatedAt > before.updatedAt).toBe(true);
  });

  it('D117 updatedAt moves on with a name and a version, and not with a share, a copy or a read', async () => {
    const code = await make(ann);
    const updatedAt = async () => (await get(ann, `/${code}`)).body.updatedAt;
    const first = await updatedAt();
    await share(ann, code, { organization: true });
    await get(ann);
    await get(ann, `/${code}/versions`);
    await ask(ann, 'POST', `/${code}/duplicate`);
    expect(await updatedAt()).toBe(first);
    const { body } = await run(ann, code);
    expect(await updatedAt()).toBe(body.version.createdAt);
    expect(body.version.createdAt > first).toBe(true);
  });

  it('S158 D114 DELETE removes an analysis with its versions; a second DELETE is 404', async () => {
    const code = await make(ann);
    const other = await make(ann, 'stays');
    await run(ann, code);
    await run(ann, code);
    await run(ann, other);
    await share(ann, code, { people: ['x@example.com'] });
    const { status, body } = await ask(ann, 'DELETE', `/${code}`);
    expect([status, body]).toEqual([200, { id: code, deleted: true }]);
    expect((await ask(ann, 'DELETE', `/${code}`)).status).toBe(404);
    expect((await get(ann, `/${code}`)).status).toBe(404);
    expect((await get(ann, `/${code}/versions/1`)).status).toBe(404);
    expect((await get(ann)).body.data.map((one: { id: string }) => one.id)).toEqual([other]);
    const { rows } = await sql`select analysis_id from analysis_run`.execute(db());
    expect(rows.length).toBe(1);
  });

  it('S152 D115 the list: own and shared, each with its last run, most recently updated first', async () => {
    const bob = await member('bob@example.com', { team: 'Other' });
    const bobs = { id: bob.spender.userId, name: 'bob' };
    const mine = await make(ann, 'mine');
    const shared = await make(bob, 'shared');
    const hidden = await make(bob, 'hidden');
    await share(bob, shared, { organization: true });
    const { version } = (await run(ann, mine)).body;
    const { status, body } = await get(ann);
    expect(status).toBe(200);
    expect(analysisList.strict().parse(body)).toEqual(body);
    expect(body.data).toEqual([
      {
        id: mine,
        code: mine,
        name: 'mine',
        url: `${service.url}/a/${mine}`,
        owner: { id: ann.spender.userId, name: 'ann' },
        access: 'owner',
        createdAt: body.data[0].createdAt,
        updatedAt: version.createdAt,
        latestRun: version,
        answer: null,
        salesModelVersion: null,
      },
      expect.objectContaining({ id: shared, owner: bobs, access: 'shared', latestRun: null, answer: null }),
    ]);
    expect((await get(bob)).body.data.map((one: { id: string }) => one.id)).toEqual([hidden, shared]);
  });

  it('S152 D115 the list holds the 100 most recently updated, in the order of updatedAt, then code', async () => {
    const bob = await member('bob@example.com', { team: 'Other' });
    // Many in the same millisecond, and some of another owner between them.
    await sql`
      insert into analysis (organization_id, user_id, code, name, state, share_organization, created_at, updated_at)
      select ${ann.spender.organizationId}, case when g % 3 = 0 then ${bob.spender.userId}::bigint else ${ann.spender.userId}::bigint end,
        lpad((g * 7919 % 100003)::text, 12, case when g % 2 = 0 then 'a' else 'B' end), 'n', '{}', true, at, at
      from generate_series(1, 250) g, lateral (select timestamptz '2026-01-01' + make_interval(mins => g / 7) as at) t`.execute(
      db(),
    );
    const { data } = (await get(ann)).body;
    expect(data.length).toBe(100);
    const { rows } = await sql<{ code: string; updated_at: Date }>`select code, updated_at from analysis`.execute(db());
    const expected = rows
      .map((row) => ({ code: row.code, at: row.updated_at.toISOString() }))
      .sort((a, b) => (a.at !== b.at ? (a.at < b.at ? 1 : -1) : a.code < b.code ? -1 : 1));
    expect(data.map((one: { id: string }) => one.id)).toEqual(expected.slice(0, 100).map(({ code }) => code));
  });

  it('D116 an organization owner’s list has no more than their own and shared ones; any is read by code', async () => {
    const boss = await makeAccount(db(), { email: 'boss@example.com', role: 'owner', scopes: ['manage'], team: null });
    const code = await make(ann);
    expect((await get(boss)).body.data).toEqual([]);
    const { status, body } = await get(boss, `/${code}`);
    expect([status, body.access]).toEqual([200, 'shared']);
  });

  it('S155 S157 D113 duplicate copies what one can read into a new one of one’s own', async () => {
    const bob = await member('bob@example.com');
    const code = await make(ann, 'Sites', { zoom: 9 });
    await run(ann, code);
    await share(ann, code, { organization: true, people: ['x@example.com'] });
    const { status, body, headers } = await ask(bob, 'POST', `/${code}/duplicate`);
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`/api/v1/analyses/${body.id}`);
    expect(body).toMatchObject({
      name: 'Sites (copy)',
      state: { zoom: 9 },
      owner: { id: bob.spender.userId, name: 'bob' },
      access: 'owner',
      latestRun: null,
    });
    expect(body.id).not.toBe(code);
    expect((await get(bob, `/${body.id}/versions`)).body.data).toEqual([]);
    expect((await ask(bob, 'GET', `/${body.id}/shares`)).body).toMatchObject({
      team: false,
      organization: false,
      anyone: false,
      people: [],
    });
    expect((await get(ann, `/${body.id}`)).status).toBe(404);
    expect((await run(bob, body.id)).body.version.versionNo).toBe(1);
    expect((await get(ann, `/${code}`)).body.name).toBe('Sites');
  });

  it('D113 the name of a copy is cut to 255 code points', async () => {
    for (const [name, copy] of [
      ['x'.repeat(255), 'x'.repeat(255)],
      ['𝒳'.repeat(250), `${'𝒳'.repeat(250)} (cop`],
      [`${'x'.repeat(247)}`, `${'x'.repeat(247)} (copy)`],
    ] as const) {
      const code = await make(ann, name);
      expect((await ask(ann, 'POST', `/${code}/duplicate`)).body.name).toBe(copy);
    }
  });

  it('D113 withResults takes true, false, 1 and 0 only', async () => {
    const code = await make(ann);
    await run(ann, code, { text: 'kept' });
    const duplicate = (query: string) => ask(ann, 'POST', `/${code}/duplicate${query}`);
    for (const query of ['', '?withResults=false', '?withResults=0', '?other=1']) {
      const { status, body } = await duplicate(query);
      expect([query, status, body.latestRun]).toEqual([query, 201, null]);
    }
    for (const query of ['?withResults=true', '?withResults=1']) {
      const { status, body } = await duplicate(query);
      expect([status, body.latestRun.results.text]).toEqual([201, 'kept']);
    }
    for (const value of ['', 'yes', 'True', 'TRUE', '2', 'null', '%00', 'true%20']) {
      const { status, body } = await duplicate(`?withResults=${value}`);
      expect([value, status, body.error]).toEqual([value, 400, 'validation_error']);
    }
  });

  it('D10 duplicate takes no body, an empty one or JSON', async () => {
    const code = await make(ann);
    const duplicate = (options: object) => ask(ann, 'POST', `/${code}/duplicate`, options);
    expect((await duplicate({})).status).toBe(201);
    expect((await duplicate({ body: '' })).status).toBe(201);
    expect((await duplicate({ body: '{}' })).status).toBe(201);
    expect((await duplicate({ body: '{' })).status).toBe(400);
    expect((await duplicate({ body: 'x', headers: { 'Content-Type': 'text/plain' } })).status).toBe(415);
  });

  it('S137 D6 others may read a shared analysis and change nothing of it: 403 not_owner', async () => {
    const bob = await member('bob@example.com');
    const boss = await makeAccount(db(), { email: 'boss@example.com', role: 'owner', scopes: ['manage'], team: null });
    const code = await make(ann);
    await share(ann, code, { organization: true });
    const before = await sql`select * from analysis`.execute(db());
    for (const who of [bob, boss]) {
      const attempts = [
        ask(who, 'PUT', `/${code}/name`, { body: { name: 'theirs' } }),
        ask(who, 'DELETE', `/${code}`),
        ask(who, 'GET', `/${code}/shares`),
        share(who, code, {}),
      ];
      for (const { status, body } of await Promise.all(attempts)) {
        expect([status, body.error]).toEqual([403, 'not_owner']);
      }
    }
    expect((await sql`select * from analysis`.execute(db())).rows).toEqual(before.rows);
  });

  it('S1 addresses follow the configured base address', async () => {
    const base = 'https://geo.example.com/maps';
    const { url } = service;
    const code = await make(ann);
    expect((await get(ann, `/${code}`)).body.url).toBe(`${url}/a/${code}`);
    expect(pathBelow(base, `/api/v1/analyses/${code}`)).toBe(`/maps/api/v1/analyses/${code}`);
  });
});
