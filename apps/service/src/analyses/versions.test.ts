import { actions as realActions } from '@hinterland/actions';
import { executeAnswer, versionList, version as versionSchema } from '@hinterland/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { findViolations } from '../credits/invariants.ts';
import { releaseExpiredHolds } from '../credits/releaseExpired.ts';
import { databaseClock } from '../db/database.ts';
import { analysesOf, startStoringService } from '../testing/analyses.ts';
import { describeOnBoth } from '../testing/databases.ts';
import { drawn, type TestService } from '../testing/service.ts';
import { accountState, type MadeAccount, makeAccount } from '../testing/town.ts';

describeOnBoth('versions', (database) => {
  let service: TestService;
  let ann: MadeAccount;
  let bob: MadeAccount;
  let code: string;
  const db = () => database().db;
  const { ask, get, make, share, run } = analysesOf(() => service);
  const member = (email: string, rest: object = {}) =>
    makeAccount(db(), { email, role: 'member', scopes: ['read', 'run', 'manage'], ...rest });
  const versions = async (who = ann, of = code) => (await get(who, `/${of}/versions`)).body.data;
  const stored = async () =>
    (await sql<{ n: number }>`select count(*)::integer as n from analysis_run`.execute(db())).rows[0]?.n;
  const balance = async (who = ann) => (await accountState(db(), who.spender.organizationId)).balance;
  const inForce = async (version: string, sociodemo?: string) => {
    service.bundles.set(drawn({ version, ...(sociodemo === undefined ? {} : { sociodemo }) }));
    const wanted = { territory: version, ...(sociodemo === undefined ? {} : { sociodemo }) };
    const current = async () => (await service.request('GET', '/api/v1/data', { key: ann.secret })).body;
    for (let i = 0; i < 100 && JSON.stringify(await current()) !== JSON.stringify(wanted); i++) {
      await new Promise((done) => setTimeout(done, 20));
    }
    expect(await current()).toEqual(wanted);
  };

  beforeAll(async () => {
    service = await startStoringService(database());
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    ann = await member('ann@example.com', { credits: 1000 });
    bob = await member('bob@example.com');
    code = await make(ann, 'Sites', { zoom: 9 });
    await inForce('2026-10');
  });
  afterEach(async () => {
    expect(await findViolations(db())).toEqual([]);
  });

  it('S84 S80 S140 D46 a bound run is stored as version 1, and the answer tells so beside the result', async () => {
    const { status, body } = await run(ann, code, { credits: 4, quotedCredits: 4, due: 3, text: 'ü "x"' });
    expect(status).toBe(200);
    expect(executeAnswer.strict().parse(body)).toEqual(body);
    expect(body.version).toEqual({
      versionNo: 1,
      actionId: 'test.charged',
      creditsCharged: 3,
      dataVersion: { territory: '2026-10' },
      createdAt: body.version.createdAt,
    });
    expect(body.result.version).toBe('2026-10'); // the action's own member
    const { rows } = await sql<{ created_at: Date }>`
      select created_at from ledger_entry where kind = 'charge'`.execute(db());
    expect(body.version.createdAt).toBe(rows[0]?.created_at.toISOString());
  });

  it('S142 D120 a full version holds input, state, results as answered, credits, data versions, author', async () => {
    const input = { credits: 4, text: 'grüß 𝒳', origins: [{ lat: 40.5, lng: 10.5 }] };
    const { body } = await run(ann, code, { ...input, quotedCredits: 4, idempotencyKey: 'k', nobody: 1 });
    const { status, body: full } = await get(ann, `/${code}/versions/1`);
    expect(status).toBe(200);
    expect(versionSchema.strict().parse(full)).toEqual(full);
    expect(full).toEqual({
      ...body.version,
      author: { id: ann.spender.userId, name: 'ann' },
      input: { ...input, waitMilliseconds: 0, behave: 'well' },
      state: { zoom: 9 },
      results: body.result,
    });
    expect(full.results).toMatchObject({ charged: true, creditsCharged: 4, text: 'grüß 𝒳' });
  });

  it('S75 an action whose result shows no charge is stored as it was answered, with its credits beside', async () => {
    const { body } = await run(ann, code, {}, 'test.quiet');
    const full = (await get(ann, `/${code}/versions/1`)).body;
    expect(full.results).toEqual(body.result);
    expect(full.results).not.toHaveProperty('charged');
    expect(full.creditsCharged).toBe(1);
  });

  it('S134 S136 D118 the single read carries the latest results, Coverage and Site comparison where there are any', async () => {
    const read = async () => (await get(ann, `/${code}`)).body;
    expect(await read()).toMatchObject({ latestRun: null });
    expect(Object.keys(await read())).not.toEqual(expect.arrayContaining(['coverage']));
    await run(ann, code, { text: 'old' }, 'analysis.brand_coverage');
    await run(ann, code, { text: 'covered' }, 'analysis.brand_coverage');
    await run(ann, code, { text: 'compared' }, 'analysis.site_comparison');
    const last = (await run(ann, code, { text: 'last' })).body;
    const body = await read();
    expect(body.latestRun).toEqual({
      ...last.version,
      author: { id: ann.spender.userId, name: 'ann' },
      input: { credits: 1, text: 'last', waitMilliseconds: 0, behave: 'well' },
      results: last.result,
    });
    expect(body.coverage).toMatchObject({ versionNo: 2, results: { text: 'covered' } });
    expect(body.siteComparison).toMatchObject({ versionNo: 3, results: { text: 'compared' } });
  });

  it('S141 D119 the list of versions: newest first, with author, numbered 1, 2, 3', async () => {
    for (let i = 0; i < 3; i++) await run(ann, code, { text: `${i}` });
    const { body } = await get(ann, `/${code}/versions`);
    expect(versionList.strict().parse(body)).toEqual(body);
    expect(body.data.map((one: { versionNo: number }) => one.versionNo)).toEqual([3, 2, 1]);
    expect(body.data[0]).toEqual({
      versionNo: 3,
      actionId: 'test.charged',
      creditsCharged: 1,
      dataVersion: { territory: '2026-10' },
      createdAt: body.data[0].createdAt,
      author: { id: ann.spender.userId, name: 'ann' },
    });
  });

  it('S145 S146 a version records only the families its action depends on, where they are installed', async () => {
    await inForce('7', '2021.3');
    const of = async (actionId: string) => (await run(ann, code, {}, actionId)).body.version.dataVersion;
    expect(await of('test.charged')).toEqual({ territory: '7' });
    expect(await of('test.census')).toEqual({ territory: '7', sociodemo: '2021.3' });
    expect(await of('test.stores')).toEqual({});
    expect((await versions())[1].dataVersion).toEqual({ territory: '7', sociodemo: '2021.3' });
  });

  it('S135 S147 S148 S258 after new data old versions stay as they were, and currentData tells of the new', async () => {
    await inForce('1', '2021.1');
    await run(ann, code, {}, 'test.census');
    const before = await get(ann, `/${code}/versions/1`);
    await inForce('2', '2021.2');
    expect((await get(ann, `/${code}/versions/1`)).text).toBe(before.text);
    expect((await get(ann, `/${code}`)).body).toMatchObject({
      latestRun: { dataVersion: { territory: '1', sociodemo: '2021.1' } },
      currentData: { territory: '2', sociodemo: '2021.2' },
    });
    const again = (await run(ann, code, {}, 'test.census')).body.version;
    expect(again).toMatchObject({
      versionNo: 2,
      creditsCharged: 1,
      dataVersion: { territory: '2', sociodemo: '2021.2' },
    });
    expect(await balance()).toBe(998);
  });

  it('S258 a run that began before new data is stored with the data that it was computed on', async () => {
    const running = run(ann, code, { waitMilliseconds: 400 });
    await new Promise((done) => setTimeout(done, 100));
    await inForce('2026-11');
    const { version, result } = (await running).body;
    expect([version.dataVersion, result.version]).toEqual([{ territory: '2026-10' }, '2026-10']);
  });

  it('S135 with several territories currentData is of the one that the last run was computed on', async () => {
    await run(ann, code, { origins: [{ lat: 40.5, lng: 10.5 }] });
    service.bundles.set(drawn({ version: '2026-11' }), drawn({ id: 'far', version: '7', bbox: FAR }));
    const both = { territory: 'town 2026-11, far 7' };
    for (let i = 0; i < 100; i++) {
      const now = (await service.request('GET', '/api/v1/data', { key: ann.secret })).body;
      if (now.territory === both.territory) break;
      await new Promise((done) => setTimeout(done, 20));
    }
    expect((await get(ann, `/${code}`)).body.currentData).toEqual({ territory: '2026-11' });
    const fresh = await make(ann);
    expect((await get(ann, `/${fresh}`)).body.currentData).toEqual(both);
  });

  it('S163 D60 T11 a run bound to anything but one’s own analysis runs, is charged, stores nothing, and no answer differs', async () => {
    const other = await makeAccount(db(), { organization: 'Other', email: 'o@example.com', scopes: ['run', 'manage'] });
    const ofBob = await make(bob, 'bob’s');
    const ofOther = await make(other, 'other’s');
    const gone = await make(ann);
    await ask(ann, 'DELETE', `/${gone}`);
    await share(bob, ofBob, { organization: true });
    await share(other, ofOther, { anyone: true, people: ['ann@example.com'] });
    const plain = (await service.execute(ann.secret, 'test.charged', { credits: 1, quotedCredits: 1 })).body;
    const bindings = [
      ofBob,
      ofOther,
      gone,
      'AAAAAAAAAAAA',
      code.toLowerCase() === code ? code.toUpperCase() : code.toLowerCase(),
      `${code}x`,
      code.slice(1),
      `${code}, ${code}`,
      `${code}/versions`,
      "' or 1=1 --",
      '%00',
      'ünïcödé',
      '',
    ];
    for (const binding of bindings) {
      const { status, body, headers } = await run(ann, encodeHeader(binding), { text: '' });
      expect([binding, status]).toEqual([binding, 200]);
      expect({ ...body, result: { ...body.result, thread: '' } }).toEqual({
        ...plain,
        result: { ...plain.result, thread: '' },
      });
      expect(headers.get('warning')).toBeNull();
    }
    expect(await balance()).toBe(1000 - 1 - bindings.length);
    expect(await stored()).toBe(0);
    expect((await get(bob, `/${ofBob}`)).body.latestRun).toBeNull();
  });

  it('S163 the organization’s owner cannot bind a run to what a member owns', async () => {
    const boss = await makeAccount(db(), { email: 'boss@example.com', role: 'owner', scopes: ['run'], team: null });
    const { status, body } = await run(boss, code);
    expect([status, body.version]).toEqual([200, undefined]);
    expect(await stored()).toBe(0);
  });

  it('S144 D60 free actions, quotes and actions that store nothing (as the isochrone) take no notice of the header', async () => {
    const headers = { 'X-Analysis-Id': code };
    const free = await service.execute(ann.secret, 'test.free', {}, headers);
    expect([free.status, free.body.version]).toEqual([200, undefined]);
    const path = '/api/v1/actions/test.charged/quote';
    expect((await service.request('POST', path, { key: ann.secret, body: {}, headers })).status).toBe(200);
    const unstored = await run(ann, code, {}, 'test.unstored');
    expect([unstored.status, unstored.body.version, unstored.body.quotedCredits]).toEqual([200, undefined, 1]);
    expect(await stored()).toBe(0);
  });

  it('S182 D72 runs that fail, are refused or cost too much store nothing and leave no gap', async () => {
    await run(ann, code);
    for (const [input, status] of [
      [{ behave: 'throw' }, 500],
      [{ behave: 'problem' }, 422],
      [{ quotedCredits: 2 }, 409],
      [{ credits: 5000, quotedCredits: 5000 }, 402],
      [{ text: 1 }, 400],
    ] as const) {
      const { status: answered, body } = await run(ann, code, input);
      expect([answered, body.version]).toEqual([status, undefined]);
    }
    expect((await run(ann, code)).body.version.versionNo).toBe(2);
  });

  it('D93 a run that costs nothing in the end is stored with 0 credits', async () => {
    const { body } = await run(ann, code, { credits: 4, quotedCredits: 4, due: 0 });
    expect(body.version).toMatchObject({ versionNo: 1, creditsCharged: 0 });
    expect(await balance()).toBe(1000);
  });

  it('D72 a replay tells of the first run’s version and stores no second one, whatever it is bound to', async () => {
    const other = await make(ann);
    const send = (headers: Record<string, string>) =>
      service.execute(ann.secret, 'test.charged', { credits: 1, quotedCredits: 1, idempotencyKey: 'once' }, headers);
    const first = await send({ 'X-Analysis-Id': code });
    for (const headers of [{ 'X-Analysis-Id': code }, { 'X-Analysis-Id': other }, {}]) {
      const again = await send(headers as Record<string, string>);
      expect([again.status, again.body.replayed]).toEqual([200, true]);
      expect(again.body.version).toEqual(first.body.version);
    }
    expect([await stored(), await balance()]).toEqual([1, 999]);
  });

  it('D72 a replay of an unbound run stores nothing; of a deleted analysis it tells no version; a colleague’s is not told', async () => {
    const send = (who: MadeAccount, key: string, headers: Record<string, string> = {}) =>
      service.execute(who.secret, 'test.charged', { credits: 1, quotedCredits: 1, idempotencyKey: key }, headers);
    await send(ann, 'unbound');
    expect((await send(ann, 'unbound', { 'X-Analysis-Id': code })).body.version).toBeUndefined();
    expect(await stored()).toBe(0);
    expect((await send(ann, 'bound', { 'X-Analysis-Id': code })).body.version.versionNo).toBe(1);
    const colleague = await send(bob, 'bound');
    expect([colleague.body.replayed, colleague.body.version]).toEqual([true, undefined]);
    await ask(ann, 'DELETE', `/${code}`);
    expect((await send(ann, 'bound', { 'X-Analysis-Id': code })).body.version).toBeUndefined();
  });

  it('D119 50 bound runs at once get the numbers 1 to 50, none missing, none twice', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => run(ann, code, { text: `run ${i}` })));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const numbers = answers.map(({ body }) => body.version.versionNo as number);
    const upTo50 = Array.from({ length: 50 }, (_, i) => i + 1);
    expect([...numbers].sort((a, b) => a - b)).toEqual(upTo50);
    const listed = await versions();
    expect(listed.map((one: { versionNo: number }) => one.versionNo)).toEqual([...upTo50].reverse());
    for (const i of [0, 17, 49]) {
      expect((await get(ann, `/${code}/versions/${numbers[i]}`)).body.results.text).toBe(`run ${i}`);
    }
    expect(await balance()).toBe(950);
  });

  it('S191 D72 30 calls at once with one key store one version', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => run(ann, code, { idempotencyKey: 'same', waitMilliseconds: 20 })),
    );
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.version))).size).toBe(1);
    expect([await stored(), await balance()]).toEqual([1, 999]);
  });

  it('an analysis that is deleted while runs for it go on: all are charged, none is stored', async () => {
    const running = Array.from({ length: 4 }, () => run(ann, code, { waitMilliseconds: 300 }));
    await new Promise((done) => setTimeout(done, 120));
    expect((await ask(ann, 'DELETE', `/${code}`)).status).toBe(200);
    for (const { status, body } of await Promise.all(running)) expect([status, body.version]).toEqual([200, undefined]);
    expect([await stored(), await balance()]).toEqual([0, 996]);
  });

  it('2.3 version and charge stand or fall together: where the version cannot be stored, nothing is charged', async () => {
    await sql`alter table analysis_run add constraint broken check (action_id <> 'test.charged')`.execute(db());
    try {
      const { status, body } = await run(ann, code);
      expect([status, body.error]).toEqual([500, 'internal_error']);
      expect(body.detail).not.toMatch(/broken|constraint/);
    } finally {
      await sql`alter table analysis_run drop constraint broken`.execute(db());
    }
    expect(await balance()).toBe(1000);
    expect(await accountState(db(), ann.spender.organizationId)).toEqual({ balance: 1000, reserved: 0 });
    expect((await run(ann, code)).body.version.versionNo).toBe(1);
  });

  it('2.3 a run whose hold was taken from it stores no version', async () => {
    const running = run(ann, code, { waitMilliseconds: 300 });
    for (let i = 0; i < 100; i++) {
      const { rows } = await sql`update credit_hold set lease_until = now() - interval '1 minute' returning id`.execute(
        db(),
      );
      if (rows.length > 0) break;
      await new Promise((done) => setTimeout(done, 10));
    }
    expect(await releaseExpiredHolds(db(), databaseClock)).toBe(1);
    expect((await running).status).toBe(503);
    expect([await stored(), await balance()]).toEqual([0, 1000]);
  });

  it('S143 versions never change: the database refuses to change one, or to remove one without its analysis', async () => {
    await run(ann, code);
    await expect(sql`update analysis_run set results = '{}'`.execute(db())).rejects.toThrow('never changes');
    await expect(sql`update analysis_run set version_no = 2`.execute(db())).rejects.toThrow('never changes');
    await expect(sql`delete from analysis_run`.execute(db())).rejects.toThrow('never changes');
    expect(await stored()).toBe(1);
    const before = (await get(ann, `/${code}/versions/1`)).text;
    await ask(ann, 'PUT', `/${code}/name`, { body: { name: 'other' } });
    await sql`update analysis set state = '{"zoom": 10}'`.execute(db());
    await run(ann, code);
    expect((await get(ann, `/${code}/versions/1`)).text).toBe(before);
    expect((await get(ann, `/${code}/versions/2`)).body.state).toEqual({ zoom: 10 });
  });

  it('versions are found by their plain number only', async () => {
    await run(ann, code);
    for (const no of [
      '0',
      '2',
      '-1',
      '01',
      '1.0',
      '1e0',
      '+1',
      'x',
      '%00',
      '9999999999',
      '99999999999999999999',
      '1%20',
    ]) {
      const { status, body } = await get(ann, `/${code}/versions/${no}`);
      expect([no, status, body.error]).toEqual([no, 404, 'not_found']);
    }
  });

  it('S156 D113 withResults copies the latest results, Coverage and Site comparison, without numbers', async () => {
    await run(ann, code, { text: 'covered' }, 'analysis.brand_coverage');
    await run(ann, code, { text: 'compared' }, 'analysis.site_comparison');
    await run(ann, code, { text: 'last' });
    const original = (await get(ann, `/${code}`)).body;
    const copied = (await ask(ann, 'POST', `/${code}/duplicate?withResults=true`)).body;
    for (const part of ['latestRun', 'coverage', 'siteComparison']) {
      expect(copied[part]).toEqual({ ...original[part], versionNo: null });
    }
    expect(await versions(ann, copied.id)).toEqual([]);
    expect((await get(ann, `/${copied.id}/versions/1`)).status).toBe(404);
    expect((await get(ann)).body.data.find((one: { id: string }) => one.id === copied.id).latestRun).toMatchObject({
      versionNo: null,
      creditsCharged: 1,
    });

    const twice = (await ask(ann, 'POST', `/${copied.id}/duplicate?withResults=true`)).body;
    expect(twice.latestRun).toEqual(copied.latestRun);
    await ask(ann, 'DELETE', `/${code}`);
    expect((await get(ann, `/${copied.id}`)).body.latestRun.results.text).toBe('last');

    const { version } = (await run(ann, copied.id, { text: 'own' })).body;
    expect(version.versionNo).toBe(1);
    const after = (await get(ann, `/${copied.id}`)).body;
    expect(after.latestRun).toMatchObject({ versionNo: 1, results: { text: 'own' } });
    expect(after.coverage).toEqual(copied.coverage);
    expect(await balance()).toBe(996);
  });

  it('S142 the input of a version can be sent again as it is: the same question, also of every real action', async () => {
    await run(ann, code, { credits: 3, quotedCredits: 3, text: 'again' });
    const { input } = (await get(ann, `/${code}/versions/1`)).body;
    const { body } = await run(ann, code, { ...input, quotedCredits: 3 });
    expect([body.warnings, body.version.versionNo]).toEqual([[], 2]);
    expect((await get(ann, `/${code}/versions/2`)).body.input).toEqual(input);
    for (const action of realActions) {
      const parsed = action.input.parse(action.example);
      expect(action.input.parse(JSON.parse(JSON.stringify(parsed)))).toEqual(parsed);
    }
  });

  it('S144 the isochrone, and it alone of the charged actions, is never stored', () => {
    const unstored = realActions.filter(({ tariff, storesVersion }) => tariff !== null && !storesVersion);
    expect(unstored.map(({ id }) => id)).toEqual(['analysis.isochrone']);
  });

  it('S156 a copy of an analysis that never ran has no results, with or without', async () => {
    expect((await ask(ann, 'POST', `/${code}/duplicate?withResults=1`)).body.latestRun).toBeNull();
  });

  it('S48 the price is the same bound or unbound', async () => {
    await run(ann, code, { credits: 7, quotedCredits: 7 });
    await service.execute(ann.secret, 'test.charged', { credits: 7, quotedCredits: 7 });
    expect(await balance()).toBe(986);
  });
});

const FAR = { west: -20, south: -20, east: -19, north: -19 };

/** fetch refuses header values beyond Latin-1; a raw UTF-8 header arrives as such bytes. */
const encodeHeader = (value: string): string => Buffer.from(value, 'utf8').toString('latin1');
