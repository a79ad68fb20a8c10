import { actions as realActions } from '@hinterland/actions';
import { executeAnswer, versionList, version as versionSchema } from '@hinterland/contract';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { describeOnBoth } from '../../testing/databases.ts';
import { drawn } from '../../testing/service.ts';
import { versionsOfAnn } from '../../testing/versions.ts';

describeOnBoth('versions', (database) => {
  const suite = versionsOfAnn(database);
  const { ask, db, get, make, run, versions, stored, balance, inForce } = suite;

  it('S84 S80 S140 D46 a bound run is stored as version 1, and the answer tells so beside the result', async () => {
    const { status, body } = await run(suite.ann, suite.code, { credits: 4, quotedCredits: 4, due: 3, text: 'ü "x"' });
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
    const { body } = await run(suite.ann, suite.code, { ...input, quotedCredits: 4, idempotencyKey: 'k', nobody: 1 });
    const { status, body: full } = await get(suite.ann, `/${suite.code}/versions/1`);
    expect(status).toBe(200);
    expect(versionSchema.strict().parse(full)).toEqual(full);
    expect(full).toEqual({
      ...body.version,
      author: { id: suite.ann.spender.userId, name: 'ann' },
      input: { ...input, waitMilliseconds: 0, behave: 'well' },
      state: { zoom: 9 },
      results: body.result,
    });
    expect(full.results).toMatchObject({ charged: true, creditsCharged: 4, text: 'grüß 𝒳' });
  });

  it('S75 an action whose result shows no charge is stored as it was answered, with its credits beside', async () => {
    const { body } = await run(suite.ann, suite.code, {}, 'test.quiet');
    const full = (await get(suite.ann, `/${suite.code}/versions/1`)).body;
    expect(full.results).toEqual(body.result);
    expect(full.results).not.toHaveProperty('charged');
    expect(full.creditsCharged).toBe(1);
  });

  it('S134 S136 D118 the single read carries the latest results, Coverage and Site comparison where there are any', async () => {
    const read = async () => (await get(suite.ann, `/${suite.code}`)).body;
    expect(await read()).toMatchObject({ latestRun: null });
    expect(Object.keys(await read())).not.toEqual(expect.arrayContaining(['coverage']));
    await run(suite.ann, suite.code, { text: 'old' }, 'analysis.brand_coverage');
    await run(suite.ann, suite.code, { text: 'covered' }, 'analysis.brand_coverage');
    await run(suite.ann, suite.code, { text: 'compared' }, 'analysis.site_comparison');
    const last = (await run(suite.ann, suite.code, { text: 'last' })).body;
    const body = await read();
    expect(body.latestRun).toEqual({
      ...last.version,
      author: { id: suite.ann.spender.userId, name: 'ann' },
      input: { credits: 1, text: 'last', waitMilliseconds: 0, behave: 'well' },
      results: last.result,
    });
    expect(body.coverage).toMatchObject({ versionNo: 2, results: { text: 'covered' } });
    expect(body.siteComparison).toMatchObject({ versionNo: 3, results: { text: 'compared' } });
  });

  it('S141 D119 the list of versions: newest first, with author, numbered 1, 2, 3', async () => {
    for (let i = 0; i < 3; i++) await run(suite.ann, suite.code, { text: `${i}` });
    const { body } = await get(suite.ann, `/${suite.code}/versions`);
    expect(versionList.strict().parse(body)).toEqual(body);
    expect(body.data.map((one: { versionNo: number }) => one.versionNo)).toEqual([3, 2, 1]);
    expect(body.data[0]).toEqual({
      versionNo: 3,
      actionId: 'test.charged',
      creditsCharged: 1,
      dataVersion: { territory: '2026-10' },
      createdAt: body.data[0].createdAt,
      author: { id: suite.ann.spender.userId, name: 'ann' },
    });
  });

  it('S145 S146 a version records only the families its action depends on, where they are installed', async () => {
    await inForce('7', '2021.3');
    const of = async (actionId: string, input = {}) =>
      (await run(suite.ann, suite.code, input, actionId)).body.version.dataVersion;
    expect(await of('test.charged')).toEqual({ territory: '7' });
    expect(await of('test.census')).toEqual({ territory: '7', sociodemo: '2021.3' });
    expect(await of('test.stores')).toEqual({});
    expect(await of('test.sometimes', { text: 'census' })).toEqual({ territory: '7', sociodemo: '2021.3' });
    expect(await of('test.sometimes', { text: 'none' })).toEqual({ territory: '7' });
    expect((await versions())[3].dataVersion).toEqual({ territory: '7', sociodemo: '2021.3' });
  });

  it('S135 S147 S148 S258 after new data old versions stay as they were, and currentData tells of the new', async () => {
    await inForce('1', '2021.1');
    await run(suite.ann, suite.code, {}, 'test.census');
    const before = await get(suite.ann, `/${suite.code}/versions/1`);
    await inForce('2', '2021.2');
    expect((await get(suite.ann, `/${suite.code}/versions/1`)).text).toBe(before.text);
    expect((await get(suite.ann, `/${suite.code}`)).body).toMatchObject({
      latestRun: { dataVersion: { territory: '1', sociodemo: '2021.1' } },
      currentData: { territory: '2', sociodemo: '2021.2' },
    });
    const again = (await run(suite.ann, suite.code, {}, 'test.census')).body.version;
    expect(again).toMatchObject({
      versionNo: 2,
      creditsCharged: 1,
      dataVersion: { territory: '2', sociodemo: '2021.2' },
    });
    expect(await balance()).toBe(998);
  });

  it('S258 a run that began before new data is stored with the data that it was computed on', async () => {
    const running = run(suite.ann, suite.code, { waitMilliseconds: 400 });
    await new Promise((done) => setTimeout(done, 100));
    await inForce('2026-11');
    const { version, result } = (await running).body;
    expect([version.dataVersion, result.version]).toEqual([{ territory: '2026-10' }, '2026-10']);
  });

  it('S135 with several territories currentData is of the one that the last run was computed on', async () => {
    await run(suite.ann, suite.code, { origins: [{ lat: 40.5, lng: 10.5 }] });
    suite.service.bundles.set(drawn({ version: '2026-11' }), drawn({ id: 'far', version: '7', bbox: FAR }));
    const both = { territory: 'town 2026-11, far 7' };
    for (let i = 0; i < 100; i++) {
      const now = (await suite.service.request('GET', '/api/v1/data', { key: suite.ann.secret })).body;
      if (now.territory === both.territory) break;
      await new Promise((done) => setTimeout(done, 20));
    }
    expect((await get(suite.ann, `/${suite.code}`)).body.currentData).toEqual({ territory: '2026-11' });
    const fresh = await make(suite.ann);
    expect((await get(suite.ann, `/${fresh}`)).body.currentData).toEqual(both);
  });

  it('S143 versions never change: the database refuses to change one, or to remove one without its analysis', async () => {
    await run(suite.ann, suite.code);
    await expect(sql`update analysis_run set results = '{}'`.execute(db())).rejects.toThrow('never changes');
    await expect(sql`update analysis_run set version_no = 2`.execute(db())).rejects.toThrow('never changes');
    await expect(sql`delete from analysis_run`.execute(db())).rejects.toThrow('never changes');
    expect(await stored()).toBe(1);
    const before = (await get(suite.ann, `/${suite.code}/versions/1`)).text;
    await ask(suite.ann, 'PUT', `/${suite.code}/name`, { body: { name: 'other' } });
    await sql`update analysis set state = '{"zoom": 10}'`.execute(db());
    await run(suite.ann, suite.code);
    expect((await get(suite.ann, `/${suite.code}/versions/1`)).text).toBe(before);
    expect((await get(suite.ann, `/${suite.code}/versions/2`)).body.state).toEqual({ zoom: 10 });
  });

  it('versions are found by their plain number only', async () => {
    await run(suite.ann, suite.code);
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
      const { status, body } = await get(suite.ann, `/${suite.code}/versions/${no}`);
      expect([no, status, body.error]).toEqual([no, 404, 'not_found']);
    }
  });

  it('S156 D113 withResults copies the latest results, Coverage and Site comparison, without numbers', async () => {
    await run(suite.ann, suite.code, { text: 'covered' }, 'analysis.brand_coverage');
    await run(suite.ann, suite.code, { text: 'compared' }, 'analysis.site_comparison');
    await run(suite.ann, suite.code, { text: 'last' });
    const original = (await get(suite.ann, `/${suite.code}`)).body;
    const copied = (await ask(suite.ann, 'POST', `/${suite.code}/duplicate?withResults=true`)).body;
    for (const part of ['latestRun', 'coverage', 'siteComparison']) {
      expect(copied[part]).toEqual({ ...original[part], versionNo: null });
    }
    expect(await versions(suite.ann, copied.id)).toEqual([]);
    expect((await get(suite.ann, `/${copied.id}/versions/1`)).status).toBe(404);
    expect(
      (await get(suite.ann)).body.data.find((one: { id: string }) => one.id === copied.id).latestRun,
    ).toMatchObject({
      versionNo: null,
      creditsCharged: 1,
    });

    const twice = (await ask(suite.ann, 'POST', `/${copied.id}/duplicate?withResults=true`)).body;
    expect(twice.latestRun).toEqual(copied.latestRun);
    await ask(suite.ann, 'DELETE', `/${suite.code}`);
    expect((await get(suite.ann, `/${copied.id}`)).body.latestRun.results.text).toBe('last');

    const { version } = (await run(suite.ann, copied.id, { text: 'own' })).body;
    expect(version.versionNo).toBe(1);
    const after = (await get(suite.ann, `/${copied.id}`)).body;
    expect(after.latestRun).toMatchObject({ versionNo: 1, results: { text: 'own' } });
    expect(after.coverage).toEqual(copied.coverage);
    expect(await balance()).toBe(996);
  });

  it('S142 the input of a version can be sent again as it is: the same question, also of every real action', async () => {
    await run(suite.ann, suite.code, { credits: 3, quotedCredits: 3, text: 'again' });
    const { input } = (await get(suite.ann, `/${suite.code}/versions/1`)).body;
    const { body } = await run(suite.ann, suite.code, { ...input, quotedCredits: 3 });
    expect([body.warnings, body.version.versionNo]).toEqual([[], 2]);
    expect((await get(suite.ann, `/${suite.code}/versions/2`)).body.input).toEqual(input);
    for (const action of realActions) {
      const parsed = action.input.parse(action.example);
      expect(action.input.parse(JSON.parse(JSON.stringify(parsed)))).toEqual(parsed);
    }
  });

  it('S156 a copy of an analysis that never ran has no results, with or without', async () => {
    expect((await ask(suite.ann, 'POST', `/${suite.code}/duplicate?withResults=1`)).body.latestRun).toBeNull();
  });
});

const FAR = { west: -20, south: -20, east: -19, north: -19 };
