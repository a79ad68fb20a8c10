import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { databaseClock } from '../../kit/db/database.ts';
import { findViolations } from '../../organizations/credits/invariants.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { startTestService, type TestService } from '../../testing/service.ts';
import { accountState, type MadeAccount, makeAccount } from '../../testing/town.ts';
import { until } from '../../testing/until.ts';
import type { Mapping } from '../datasets/roles.ts';
import { changeDataset, insertDataset, insertRows } from '../datasets/store.ts';

type Cells = readonly [code: string, title: string, lat: number | null, lng: number | null];

describeOnBoth('actions that read datasets', (database) => {
  let service: TestService;
  let ann: MadeAccount;
  const db = () => database().db;

  beforeAll(async () => {
    service = await startTestService(database(), { workers: 1, jobMilliseconds: 100 });
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    ann = await makeAccount(db(), { credits: 1000, scopes: ['read', 'run', 'manage'] });
  });
  afterEach(async () => {
    expect(await findViolations(db())).toEqual([]);
  });

  /** A dataset as an import leaves it: the columns Shop, Title and two more; null places are rows without coordinates. */
  async function store(
    rows: readonly Cells[],
    {
      mapping = { id: 'Shop', name: 'Title' } as Mapping,
      account = ann,
      status = 'ready' as 'ready' | 'importing' | 'failed',
    } = {},
  ): Promise<string> {
    const { organizationId, userId } = account.spender;
    const key = await insertDataset(db(), databaseClock, {
      organizationId,
      userId,
      name: 'Shops',
      territoryId: 'town',
      encoding: null,
    });
    const columns = ['Title', 'Latitude', 'Shop', 'Longitude'];
    await changeDataset(db(), databaseClock, key, { columns, mapping, status });
    const placed = rows.map(([code, title, lat, lng], index) => ({
      index,
      cells: JSON.stringify([title, String(lat), code, String(lng)]),
      lat,
      lng,
      reason: lat === null ? 'not_found' : 'given',
    }));
    await insertRows(db(), databaseClock, key, placed);
    return key.id;
  }
  const TWO: readonly Cells[] = [
    ['b', 'Beach', 40.25, 10.5],
    ['a', '', 40.5, 10.75],
  ];
  const ask = (input: object, key = ann.secret) => service.quote(key, 'test.charged', { credits: 4, ...input });
  const fault = async (input: object, actionId = 'test.charged') => {
    const { status, body } = await service.quote(ann.secret, actionId, input);
    const ran = await service.execute(ann.secret, actionId, { ...input, quotedCredits: 1 });
    expect([ran.status, ran.body.error, ran.body.errors]).toEqual([status, body.error, body.errors]);
    expect([status, body.error]).toEqual([400, 'validation_error']);
    return body.errors;
  };

  it('S244 the rows of a dataset are the places: price, result and fingerprint are those of a list; the version names it', async () => {
    const dataset = await store(TWO);
    const stores = [
      { id: 'b', lat: 40.25, lng: 10.5, name: 'Beach' },
      { id: 'a', lat: 40.5, lng: 10.75 },
    ];
    const [byDataset, byList] = [await ask({ stores: { dataset } }), await ask({ stores })];
    expect(byDataset.body).toEqual(byList.body);
    expect(byDataset.body).toMatchObject({ quotedCredits: 6, warnings: [] });
    const { id: code } = (await service.request('POST', '/api/v1/analyses', { key: ann.secret, body: { name: 'A' } }))
      .body;
    const run = (input: object) =>
      service.execute(
        ann.secret,
        'test.charged',
        { credits: 4, quotedCredits: 6, idempotencyKey: 'once', ...input },
        { 'X-Analysis-Id': code },
      );
    expect((await run({ stores: { dataset } })).body).toMatchObject({
      result: { creditsCharged: 6 },
      version: { versionNo: 1 },
    });
    const again = await run({ stores });
    expect([again.status, again.body.replayed]).toEqual([200, true]);
    const version = (await service.request('GET', `/api/v1/analyses/${code}/versions/1`, { key: ann.secret })).body;
    expect(version.input.stores).toEqual({ dataset });

    // What the dataset says later is another request under the same key, and leaves the version alone.
    await sql`update dataset_row set lat = 40.3 where dataset_id = ${dataset} and index = 0`.execute(db());
    expect((await run({ stores: { dataset } })).body.error).toBe('idempotency_key_reused');
    expect((await service.request('GET', `/api/v1/analyses/${code}/versions/1`, { key: ann.secret })).body).toEqual(
      version,
    );
  });

  it('S244 a batch is made of the points of a dataset; ids that are missing are numbers of rows', async () => {
    const dataset = await store(
      [
        ['', 'x', 40.1, 10.5],
        ['  ', '', 40.2, 10.5],
        ['z', '', 40.3, 10.5],
      ],
      { mapping: { id: 'Shop' } },
    );
    const input = { points: { dataset } };
    const { quotedCredits } = (await service.quote(ann.secret, 'test.batch', input)).body;
    expect(quotedCredits).toBe(12);
    const started = await service.execute(ann.secret, 'test.batch', { ...input, quotedCredits });
    expect(started.body).toMatchObject({ result: { points: 3 }, warnings: [] });
    const path = `/api/v1/jobs/${started.body.result.jobId}`;
    const get = async (below = '') => (await service.request('GET', path + below, { key: ann.secret })).body;
    await until(async () => (await get()).finishedAt !== null);
    const { data } = await get('/results');
    expect(data.map((row: { id: unknown; lat: number; status: string }) => [row.id, row.lat, row.status])).toEqual([
      [1, 40.1, 'done'],
      [2, 40.2, 'done'],
      ['z', 40.3, 'done'],
    ]);
    expect((await accountState(db(), ann.spender.organizationId)).balance).toBe(988);
  });

  it('S244 tools of agents read datasets as well, with the same price, and the same words where they cannot', async () => {
    const dataset = await store(TWO);
    const client = new Client({ name: 'test', version: '1' });
    const requestInit = { headers: { Authorization: `Bearer ${ann.secret}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit }));
    try {
      const call = async (stores: object, more: object = {}) => {
        const told = await client.callTool({ name: 'test_charged', arguments: { credits: 4, stores, ...more } });
        return JSON.parse((told.content as { text: string }[])[0]!.text);
      };
      expect(await call({ dataset })).toMatchObject({ error: 'quote_required', quotedCredits: 6 });
      expect(await call({ dataset }, { quotedCredits: 6 })).toMatchObject({ charged: true, creditsCharged: 6 });
      expect(await call({ dataset: 'ds_0' })).toMatchObject({
        error: 'validation_error',
        errors: [{ pointer: '#/stores/dataset', detail: 'Your organization has no dataset with this id.' }],
      });
      const tool = (await client.listTools()).tools.find(({ name }) => name === 'test_charged');
      expect(JSON.stringify(tool?.inputSchema.properties?.stores)).toContain('"dataset":{"type":"string"}');
    } finally {
      await client.close();
    }
  });

  it('S244 a dataset that is unknown, foreign or no id is refused alike, with its place, before anything is charged', async () => {
    const other = await makeAccount(db(), { organization: 'Other', email: 'other@example.com' });
    const foreign = await store(TWO, { account: other });
    const unknown = `ds_${'0'.repeat(26)}`;
    for (const dataset of [foreign, unknown, 'ds_', '', 7, null, ['x']]) {
      expect(await fault({ stores: { dataset } })).toMatchObject([
        { pointer: '#/stores/dataset', detail: 'Your organization has no dataset with this id.' },
      ]);
    }
    expect((await ask({ stores: { dataset: foreign } }, other.secret)).status).toBe(200);
    // An object that names no dataset is no list.
    expect(await fault({ stores: { rows: foreign } })).toMatchObject([{ pointer: '#/stores' }]);
    // Elsewhere in an input the word has no meaning.
    expect((await ask({ nested: { value: 1 }, dataset: foreign })).body.warnings).toMatchObject([
      { pointer: '#/dataset' },
    ]);
  });

  it('S244 rows without coordinates, too many, being imported or failed: the next step is told', async () => {
    const without = await store([...TWO, ['c', '', null, null], ['d', '', null, null]]);
    expect(await fault({ stores: { dataset: without } })).toMatchObject([
      {
        pointer: '#/stores/dataset',
        detail:
          '2 of 4 rows have no coordinates, the first is row 3. Geocode the dataset, place these rows by hand or leave them out, and ask again.',
        rows: ['c', 'd'].map((name, i) => expect.objectContaining({ row: 3 + i, name, reason: 'no_place' })),
      },
    ]);
    const five = Array.from({ length: 5 }, (_, i): Cells => [`s${i}`, '', 40.2, 10.5]);
    expect(await fault({ stores: { dataset: await store(five) } })).toMatchObject([
      { pointer: '#/stores/dataset', detail: expect.stringContaining('has 5 rows; stores takes at most 4') },
    ]);
    expect(await fault({ stores: { dataset: await store(TWO.slice(1)) } })).toMatchObject([
      { pointer: '#/stores/dataset' },
    ]);
    expect(await fault({ stores: { dataset: await store([]) } })).toMatchObject([{ pointer: '#/stores/dataset' }]);
    expect(await fault({ stores: { dataset: await store(TWO, { status: 'importing' }) } })).toMatchObject([
      { detail: expect.stringContaining('still being imported') },
    ]);
    expect(await fault({ stores: { dataset: await store(TWO, { status: 'failed' }) } })).toMatchObject([
      { detail: expect.stringContaining('import of this dataset failed') },
    ]);
    const long: readonly Cells[] = [...TWO, ['x'.repeat(21), '', 40.2, 10.5]];
    expect(await fault({ stores: { dataset: await store(long) } })).toMatchObject([
      { pointer: '#/stores/dataset', detail: expect.stringMatching(/^Row 3: /) },
    ]);
    // A row off every map is named as its owner wrote it, whatever was left out before it.
    const off: readonly Cells[] = [...TWO, ['n', 'North Pole', 89, 10.5]];
    const refused = await service.execute(ann.secret, 'test.charged', {
      stores: { dataset: await store(off) },
      quotedCredits: 7,
    });
    expect([refused.status, refused.body.error, refused.body.errors]).toEqual([
      422,
      'outside_coverage',
      [
        {
          pointer: '#/stores/dataset',
          detail: expect.stringMatching(/^Row 3 \("North Pole"\): lat 89, lng 10\.5 lies outside/),
        },
      ],
    ]);
    expect((await accountState(db(), ann.spender.organizationId)).balance).toBe(1000);
  });

  it('S244 S251 S252 suspended for unpaid storage: refused and uncharged; with credits the same request runs', async () => {
    const dataset = await store(TWO);
    const { organizationId } = ann.spender;
    await sql`
      insert into storage_month (organization_id, month, byte_hours, sampled_hour)
      values (${organizationId}, '2026-01-01', ${2050 * 1e6 * 744}, now())`.execute(db());
    await sql`update organization set datasets_suspended_at = clock_timestamp() where id = ${organizationId}`.execute(
      db(),
    );
    await sql`update credit_account set reserved = balance`.execute(db());
    const [refused] = await fault({ stores: { dataset } });
    expect(refused).toEqual({
      pointer: '#/stores/dataset',
      detail: expect.stringMatching(/suspended for unpaid storage: 40 credits are owed/),
    });
    // Actions that read none go on.
    expect((await ask({})).status).toBe(200);
    await sql`update credit_account set reserved = 0`.execute(db());
    expect((await ask({ stores: { dataset } })).body).toMatchObject({ quotedCredits: 6 });
    expect(await accountState(db(), organizationId)).toEqual({ balance: 960, reserved: 0 });
  });
});
