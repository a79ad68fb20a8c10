import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { findViolations } from '../../organizations/credits/invariants.ts';
import { type Browser, CHEAP, signedIn } from '../../testing/browser.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { startTestService, type TestService } from '../../testing/service.ts';
import { accountState, type MadeAccount, makeAccount } from '../../testing/town.ts';
import { until } from '../../testing/until.ts';
import { removeDeletedDatasets } from './remove.ts';

describeOnBoth('datasets from the file to the action', (database) => {
  let service: TestService;
  let ann: MadeAccount;
  let owner: Browser;
  let people = 0;
  const db = () => database().db;

  beforeAll(async () => {
    service = await startTestService(database(), { workers: 1, passwordCost: CHEAP, jobMilliseconds: 50 });
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    const email = `ann${++people}@example.com`;
    ann = await makeAccount(db(), { email, credits: 100 });
    owner = await signedIn(service, db(), email);
  });
  afterEach(async () => {
    expect(await findViolations(db())).toEqual([]);
  });

  const below = (path = '') => `/organizations/${ann.spender.organizationId}/datasets${path}`;
  const upload = (csv: string, query = '') =>
    owner.send('POST', below(`?name=Shops${query}`), csv, { 'Content-Type': 'text/csv' });
  const imported = async (csv: string, query = ''): Promise<string> => {
    const { status, body, text } = await upload(csv, query);
    expect(status, text).toBe(202);
    await until(async () => (await owner.send('GET', below(`/${body.id}`))).body.job === null);
    return body.id;
  };
  const ask = (dataset: string) => service.quote(ann.secret, 'test.charged', { credits: 4, stores: { dataset } });
  const SHOPS = 'id,name,lat,lng\n7,Beach,40.25,10.5\n8,"Hill, top",40.5,10.75\n9,,40.75,10.25\n';

  it('S244 a file that was uploaded is the stores of a run', async () => {
    const id = await imported(SHOPS);
    expect((await ask(id)).body).toMatchObject({ quotedCredits: 7, warnings: [] });
    const missing = await imported('id,name,lat,lng\n7,Beach,40.25,10.5\n8,Hill,,\n');
    expect((await ask(missing)).body.errors).toMatchObject([
      {
        pointer: '#/stores/dataset',
        detail: expect.stringMatching(/^1 of 2 rows have no coordinates, the first is row 2\./),
        rows: [expect.objectContaining({ row: 2, name: 'Hill', reason: 'no_place' })],
      },
    ]);
  });

  it('rows without a place are left out once a member says so, and its use is recorded', async () => {
    const id = await imported(`${SHOPS}10,Hut,95,10\n`);
    const get = async () => (await owner.send('GET', below(`/${id}`))).body;
    const states = { placed: 3, approximate: 0, by_hand: 0, unplaced: 1 };
    expect(await get()).toMatchObject({ rows: 4, states, leavesOutUnplaced: false, usedAt: null });
    expect((await ask(id)).body.errors[0].detail).toMatch(/^1 of 4 rows have no coordinates, the first is row 4\./);
    const left = await owner.send('PUT', below(`/${id}/unplaced`), { leftOut: true });
    expect([left.status, left.body.leavesOutUnplaced]).toEqual([200, true]);
    expect((await ask(id)).body).toMatchObject({ quotedCredits: 7 });
    expect((await owner.send('PUT', below(`/${id}/rows/3/place`), { place: { lat: 40.3, lng: 10.6 } })).status).toBe(
      200,
    );
    expect((await ask(id)).body).toMatchObject({ quotedCredits: 8 });
    expect((await get()).usedAt).toMatch(/T\d\d:00:00\.000Z$/);
    expect((await owner.send('GET', below(`/${id}/points`))).body).toEqual({
      data: [
        { index: 0, lat: 40.25, lng: 10.5, state: 'placed' },
        { index: 1, lat: 40.5, lng: 10.75, state: 'placed' },
        { index: 2, lat: 40.75, lng: 10.25, state: 'placed' },
        { index: 3, lat: 40.3, lng: 10.6, state: 'by_hand' },
      ],
      step: 1,
    });
    await owner.send('PUT', below(`/${id}/rows/3/place`), { place: null });
    await owner.send('PUT', below(`/${id}/unplaced`), { leftOut: false });
    expect((await ask(id)).status).toBe(400);
  });

  it('rows outside the territory are told apart and refused, exchanged ones are put right at once', async () => {
    const id = await imported(
      'id,name,lat,lng\n7,Beach,40.25,10.5\n10,Away,48.1,11.5\n11,Turned,10.25,40.5\n12,"Turned, too",10.5,40.25\n',
    );
    const get = async () => (await owner.send('GET', below(`/${id}`))).body;
    expect(await get()).toMatchObject({
      matched: 1,
      reasons: { given: 1, outside: 1, coordinates_swapped: 2 },
      states: { placed: 1, approximate: 0, by_hand: 0, outside: 1, unplaced: 2 },
    });
    const exchanged = async () => (await owner.send('GET', below(`/${id}/exchanged`))).body.data;
    expect(await exchanged()).toEqual([
      { index: 2, lat: 40.5, lng: 10.25 },
      { index: 3, lat: 40.25, lng: 10.5 },
    ]);
    expect((await ask(id)).body.errors[0].detail).toMatch(/^2 of 4 rows have no coordinates, the first is row 3\./);
    const put = await owner.send('POST', below(`/${id}/exchanged`), {});
    expect([put.status, put.body]).toMatchObject([
      200,
      { matched: 3, states: { placed: 1, by_hand: 2, outside: 1, unplaced: 0 } },
    ]);
    expect(await exchanged()).toEqual([]);
    expect((await ask(id)).body.errors).toMatchObject([
      {
        pointer: '#/stores/dataset',
        detail: expect.stringMatching(/^1 of 4 rows lie outside the territory, the first is row 2\./),
        rows: [expect.objectContaining({ row: 2, name: 'Away', reason: 'outside' })],
      },
    ]);
    const outside = (await owner.send('GET', below(`/${id}/rows?state=outside`))).body;
    expect([outside.total, outside.data]).toMatchObject([1, [{ index: 1, lat: 48.1, lng: 11.5, state: 'outside' }]]);
    const points = (await owner.send('GET', below(`/${id}/points`))).body.data;
    expect(points.map(({ state }: { state: string }) => state)).toEqual(['placed', 'outside', 'by_hand', 'by_hand']);
    await owner.send('PUT', below(`/${id}/unplaced`), { leftOut: true });
    expect((await ask(id)).body).toMatchObject({ quotedCredits: 7 });
    // Each is a correction of its own: one is taken back.
    const back = await owner.send('PUT', below(`/${id}/rows/2/place`), { place: null });
    expect(back.body).toMatchObject({ reason: 'coordinates_swapped', state: 'unplaced', lat: null });
    expect(await exchanged()).toEqual([{ index: 2, lat: 40.5, lng: 10.25 }]);
    expect((await ask(id)).body).toMatchObject({ quotedCredits: 6 });
  });

  it('columns have the roles that were confirmed with the upload', async () => {
    const csv = 'id,name,lat,lng,y,x\n7,Beach,1,1,40.25,10.5\n';
    const mappingOf = async (query: string) =>
      (await owner.send('GET', below(`/${await imported(csv, query)}`))).body.mapping;
    expect(await mappingOf('&roles=name:1,lat:4,lng:5')).toEqual({ name: 'name', lat: 'y', lng: 'x' });
    expect(await mappingOf('&roles=')).toEqual({});
    expect((await upload(csv, '&roles=colour:1')).body.errors).toMatchObject([
      { pointer: '#/roles', detail: expect.stringMatching(/not colour\.$/) },
    ]);
    const wrong = await imported(csv, '&roles=lat:4,lng:9');
    expect((await owner.send('GET', below(`/${wrong}`))).body).toMatchObject({
      status: 'failed',
      error: { error: 'validation_error', detail: expect.stringMatching(/There is no column/) },
    });
  });

  it('S251 S252 suspended: no upload, no job, no action, 400 with the reason; what is there is seen and deleted', async () => {
    const id = await imported(SHOPS);
    const { organizationId } = ann.spender;
    await sql`
      insert into storage_month (organization_id, month, byte_hours, sampled_hour)
      values (${organizationId}, '2026-01-01', ${5050 * 1e6 * 744}, now())
      on conflict (organization_id, month) do update set byte_hours = excluded.byte_hours, settled_at = null`.execute(
      db(),
    );
    await sql`update organization set datasets_suspended_at = clock_timestamp() where id = ${organizationId}`.execute(
      db(),
    );
    await sql`update credit_account set reserved = balance`.execute(db());
    for (const [what, reply] of [
      ['upload', await upload(SHOPS)],
      ['geocode', await owner.send('POST', below(`/${id}/geocode`), {})],
      ['place', await owner.send('PUT', below(`/${id}/rows/0/place`), { place: null })],
      ['snap', await owner.send('POST', below(`/${id}/snap`), { mode: 'car' })],
      ['action', await ask(id)],
    ] as const) {
      expect([what, reply.status, reply.body.error]).toEqual([what, 400, 'validation_error']);
      expect([what, reply.body.detail]).toEqual([
        what,
        expect.stringMatching(/suspended for unpaid storage: 100 credits/),
      ]);
    }
    expect((await owner.send('GET', below())).body.data.length).toBe(1);
    expect((await owner.send('GET', below(`/${id}/csv`))).status).toBe(200);
    expect((await owner.send('DELETE', below(`/${id}`))).status).toBe(200);
    await sql`update credit_account set reserved = 0`.execute(db());
    await imported(SHOPS);
    expect(await accountState(db(), organizationId)).toEqual({ balance: 0, reserved: 0 });
  });

  it('D143 an organization deleted while files are imported leaves nothing of them', async () => {
    const lines = Array.from({ length: 3000 }, (_, i) => `${i},Shop ${i},40.${i + 1000},10.5`);
    const big = `id,name,lat,lng\n${lines.join('\n')}\n`;
    const uploads = await Promise.all(Array.from({ length: 4 }, () => upload(big)));
    expect(uploads.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
    const late = [upload(big), upload(big)];
    const { status, text } = await owner.send('POST', `/organizations/${ann.spender.organizationId}/delete`, {
      name: 'Acme',
    });
    expect(status, text).toBe(200);
    for (const reply of await Promise.all(late)) expect([202, 404]).toContain(reply.status);
    await new Promise((resume) => setTimeout(resume, 300));
    await removeDeletedDatasets(db());
    for (const table of ['dataset', 'dataset_row', 'dataset_upload', 'event']) {
      const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db());
      expect([table, rows[0]?.n]).toEqual([table, 0]);
    }
    const { rows } = await sql`select 1 from job where finished_at is null`.execute(db());
    expect(rows).toEqual([]);
  });
});
