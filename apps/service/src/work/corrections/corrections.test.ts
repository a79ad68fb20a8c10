import { actions } from '@hinterland/actions';
import { inMemoryTerritory, type Territory } from '@hinterland/territory';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseClock } from '../../kit/db/database.ts';
import { threadProgram } from '../../kit/threadProgram.ts';
import { emptyDeleted } from '../../organizations/identity/emptyDeleted.ts';
import { CHEAP, signedIn } from '../../testing/browser.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { startTestService, TestBundles, type TestService } from '../../testing/service.ts';
import { type MadeAccount, makeAccount } from '../../testing/town.ts';
import { until } from '../../testing/until.ts';
import { jobsOfDeleted } from '../jobs/ofOrganization.ts';

/** A town of four stores. */
const town = (
  version = '2026-11',
  id = ['osm/n1', 'osm/n2', 'osm/n3', 'osm/n4'],
  name = ['Alto Quay', 'Alto Hill', 'Basso', 'Corner'],
): Territory =>
  inMemoryTerritory({
    manifest: { id: 'town', name: 'Town', bbox: { west: 10, south: 40, east: 11, north: 41 } },
    versions: { territory: '2026-10', players: version },
    players: {
      sectors: ['food.supermarket', 'food.bakery'],
      brands: { name: ['Alto', 'Basso'], wikidata: ['Q1', 'Q2'], sector: [0, 1] },
      stores: {
        id,
        name,
        brand: [0, 0, 1, -1],
        sector: [0, 0, 1, 1],
        lngMicrodegrees: [10_500_000, 10_510_000, 10_520_000, 10_530_000],
        latMicrodegrees: [40_500_000, 40_500_000, 40_500_000, 40_500_000],
        state: [0, 0, 0, 1],
      },
    },
  });

describeOnBoth('corrections of stores', (database) => {
  let service: TestService;
  let people = 0;
  const db = () => database().db;
  const bundles = new TestBundles(town());

  beforeAll(async () => {
    service = await startTestService(database(), {
      workers: 1,
      passwordCost: CHEAP,
      keptBytes: 2 ** 20,
      source: bundles,
      registry: { actions, module: threadProgram('actions').href },
    });
  });
  afterAll(() => service?.close());

  const account = (organization: string, more: object = {}): Promise<MadeAccount> =>
    makeAccount(db(), {
      email: `user${++people}@example.com`,
      organization,
      scopes: ['read', 'run', 'manage'],
      ...more,
    });
  const api = ({ secret }: MadeAccount, method: string, path: string, body?: object) =>
    service.request(method, `/api/v1${path}`, { key: secret, ...(body === undefined ? {} : { body }) });
  const correct = (who: MadeAccount, body: object) => api(who, 'POST', '/corrections', body);
  const brands = async ({ secret }: MadeAccount) => {
    const { body } = await service.execute(secret, 'search.brands', {});
    const counts = body.result.brands.map((one: { name: string; stores: number }) => `${one.name} ${one.stores}`);
    return { counts, corrections: body.result.corrections };
  };

  it('a store that is closed is gone from the next answer of the organization alone, and back after undo', async () => {
    const [ann, bob] = [await account('Acme'), await account('Other')];
    const before = await service.execute(ann.secret, 'search.brands', {});
    const made = await correct(ann, {
      storeId: 'osm/n1',
      kind: 'closed',
      since: '2026-09-30',
      reason: 'Papered over.',
    });
    expect(made.status, made.text).toBe(201);
    expect(made.body).toMatchObject({
      territoryId: 'town',
      storeId: 'osm/n1',
      kind: 'closed',
      since: '2026-09-30',
      reason: 'Papered over.',
      of: 'organization',
      author: { id: ann.spender.userId },
      listed: { name: 'Alto Quay', brand: 'Alto', sector: 'food.supermarket', lat: 40.5, lng: 10.5 },
      inForce: true,
      undoneAt: null,
    });
    expect(await brands(ann)).toEqual({
      counts: ['Alto 1', 'Basso 1'],
      corrections: { revision: '0.1', of: { organization: 1, operator: 0 }, stores: { closed: 1 }, notFound: 0 },
    });
    expect(await brands(bob)).toEqual({ counts: ['Alto 2', 'Basso 1'], corrections: undefined });
    expect((await api(bob, 'GET', '/corrections')).body).toEqual({ data: [], total: 0, revision: null });

    const undone = await api(ann, 'POST', `/corrections/${made.body.id}/undo`, {});
    expect(undone.body).toMatchObject({ inForce: false, undoneBy: { id: ann.spender.userId } });
    expect((await service.execute(ann.secret, 'search.brands', {})).text).toBe(before.text);
    // What the first answer was computed with can be told still.
    const then = await api(ann, 'GET', '/corrections?territory=town&revision=0.1');
    expect(then.body.data.map((one: { id: number }) => one.id)).toEqual([made.body.id]);
    expect((await api(ann, 'GET', '/corrections?territory=town&revision=0.2')).body.data).toEqual([]);
  });

  it('every kind changes what it says, the later one holds, and undo brings the earlier one back', async () => {
    const ann = await account('Acme');
    const kinds = [
      { storeId: 'osm/n4', kind: 'opened' },
      { storeId: 'osm/n2', kind: 'brand', brand: 'basso' },
      { storeId: 'osm/n1', kind: 'sector', sectorCode: 'food.bakery' },
      { storeId: 'osm/n1', kind: 'floor_area', squareMeters: 420 },
      { storeId: 'osm/n1', kind: 'moved', lat: 40.6, lng: 10.6, address: 'Hill Road 1' },
      { storeId: 'osm/n3', kind: 'not_competitor' },
      { kind: 'added', name: 'Alto Pier', brand: 'Alto', sectorCode: 'food.supermarket', lat: 40.7, lng: 10.7 },
      { storeId: 'osm/n1', kind: 'floor_area', squareMeters: 500 },
    ];
    const made = [];
    for (const one of kinds) made.push((await correct(ann, one)).body);
    expect(made.map((one) => one.error)).toEqual(kinds.map(() => undefined));
    expect(await brands(ann)).toEqual({
      counts: ['Alto 2', 'Basso 1'],
      corrections: {
        revision: '0.8',
        of: { organization: 7, operator: 0 },
        stores: { opened: 1, brand: 1, sector: 1, floor_area: 1, moved: 1, not_competitor: 1, added: 1 },
        notFound: 0,
      },
    });
    const at = async (query: string) => (await api(ann, 'GET', `/stores?${query}`)).body;
    expect((await at('id=osm/n1')).data[0]).toMatchObject({
      sectorCode: 'food.bakery',
      squareMeters: 500,
      floorAreaSource: 'known',
      lat: 40.6,
      lng: 10.6,
      address: 'Hill Road 1',
      state: 'open',
    });
    expect((await at('id=osm/n1')).data[0].corrections).toHaveLength(3);
    expect((await at('lat=40.7&lng=10.7&meters=50')).data).toMatchObject([
      { id: made[6].storeId, name: 'Alto Pier', brand: 'Alto', meters: 0, corrections: [{ kind: 'added' }] },
    ]);
    await api(ann, 'POST', `/corrections/${made[7].id}/undo`, {});
    expect((await at('id=osm/n1')).data[0].squareMeters).toBe(420);
    // A store that was added can be corrected in its turn, and goes with its addition.
    expect((await correct(ann, { storeId: made[6].storeId, kind: 'floor_area', squareMeters: 90 })).status).toBe(201);
    expect((await at('text=pier')).data).toMatchObject([{ squareMeters: 90 }]);
    await api(ann, 'POST', `/corrections/${made[6].id}/undo`, {});
    expect((await at('text=pier')).data).toEqual([]);
  });

  it.each([
    [{ storeId: 'osm/n9', kind: 'closed' }, '#/storeId', /^There is no store with the id osm\/n9/],
    [{ kind: 'closed' }, '#/storeId', /needs storeId/],
    [{ storeId: 'osm/n1', kind: 'floor_area' }, '#/squareMeters', /needs squareMeters/],
    [{ storeId: 'osm/n1', kind: 'closed', since: '2999-01-01' }, '#/since', /is in the future/],
    [{ storeId: 'osm/n1', kind: 'sector', sectorCode: 'food.nothing' }, '#/sectorCode', /no sector food\.nothing/],
    [{ storeId: 'osm/n1', kind: 'closed', squareMeters: 5 }, '#/squareMeters', /has no squareMeters/],
    [{ storeId: 'osm/n1', kind: 'burnt' }, '#/kind', /^kind is one of closed, /],
    [{ storeId: 'osm/n1', kind: 'closed', territory: 'nowhere' }, '#/territory', /nowhere/],
  ])('%j is refused at %s', async (body, pointer, detail) => {
    const ann = await account('Acme');
    const refused = await correct(ann, body);
    expect([refused.status, refused.body.errors?.[0]?.pointer]).toEqual([400, pointer]);
    expect(refused.body.errors[0].detail).toMatch(detail);
    expect((await api(ann, 'GET', '/corrections?all=true')).body.total).toBe(0);
  });

  it('a table is exported, imported elsewhere, and changes nothing the second time; one fault stores nothing', async () => {
    const [ann, bob] = [await account('Acme'), await account('Other')];
    await correct(ann, { storeId: 'osm/n1', kind: 'closed', reason: 'a "quoted", word' });
    await correct(ann, { storeId: 'osm/n2', kind: 'brand', brand: null });
    await correct(ann, { kind: 'added', name: 'Pier', sectorCode: 'food.bakery', lat: 40.7, lng: 10.7 });
    const table = await api(ann, 'GET', '/corrections/csv');
    expect(table.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(table.text.split(/\r?\n/)[0]).toBe(
      'kind,storeId,since,name,brand,sectorCode,squareMeters,lat,lng,address,reason',
    );
    const send = (who: MadeAccount, csv: string) => api(who, 'POST', '/corrections/csv', { csv });
    expect((await send(ann, table.text)).body).toEqual({ stored: 0, unchanged: 3 });
    expect((await send(bob, table.text)).body).toEqual({ stored: 3, unchanged: 0 });
    expect((await brands(bob)).counts).toEqual((await brands(ann)).counts);
    const faulty = await send(
      bob,
      'kind,storeId,squareMeters\nfloor_area,osm/n1,12.5\nfloor_area,osm/n2,many\nshut,osm/n3,\n',
    );
    expect(faulty.body.errors).toEqual([
      { pointer: '#/csv/3/squareMeters', detail: expect.stringMatching(/^Line 3: /) },
      { pointer: '#/csv/4/kind', detail: expect.stringMatching(/^Line 4: kind is one of /) },
    ]);
    const unknown = await send(bob, 'kind,storeId\nclosed,osm/n1\nclosed,osm/n77\n');
    expect(unknown.body.errors[0].pointer).toBe('#/csv/3/storeId');
    expect((await api(bob, 'GET', '/corrections')).body.total).toBe(3);
  });

  it('members undo their own, admins those of all; each is in the audit log', async () => {
    const [ann, bob] = [await account('Acme', { role: 'member' }), await account('Acme', { role: 'member' })];
    const admin = await account('Acme', { role: 'admin' });
    const stranger = await account('Other');
    const { id } = (await correct(ann, { storeId: 'osm/n1', kind: 'closed' })).body;
    const undo = (who: MadeAccount, of = id) => api(who, 'POST', `/corrections/${of}/undo`, {});
    expect((await undo(bob)).body.error).toBe('insufficient_role');
    expect((await undo(stranger)).body).toMatchObject({ error: 'not_found' });
    expect((await undo(ann, 'x')).body.error).toBe('not_found');
    expect((await undo(admin)).status).toBe(200);
    expect((await undo(admin)).body).toMatchObject({ undoneBy: { id: admin.spender.userId } });
    const { rows } = await sql<{ deed: string; user_id: number }>`
      select deed, user_id from audit_entry where deed like 'correction.%' order by id`.execute(db());
    expect(rows).toEqual([
      { deed: 'correction.made', user_id: ann.spender.userId },
      { deed: 'correction.undone', user_id: admin.spender.userId },
    ]);
    const browser = await signedIn(service, db(), `user${people - 3}@example.com`);
    const { body } = await browser.send('GET', `/organizations/${ann.spender.organizationId}/corrections?all=true`);
    expect(body.data).toMatchObject([{ id, inForce: false }]);
  });

  it('go with their organization', async () => {
    const ann = await account('Acme');
    await correct(ann, { storeId: 'osm/n1', kind: 'closed' });
    const { organizationId } = ann.spender;
    await emptyDeleted(db(), databaseClock, jobsOfDeleted(databaseClock), organizationId);
    const { rows } = await sql`
      select 1 from store_correction union all select 1 from correction_overlay`.execute(db());
    expect(rows).toEqual([]);
  });

  it('a new release under another id keeps the correction by name and place, and tells of what it lost', async () => {
    const ann = await account('Acme');
    await correct(ann, { storeId: 'osm/n1', kind: 'closed' });
    await correct(ann, { storeId: 'osm/n3', kind: 'closed' });
    expect((await brands(ann)).counts).toEqual(['Alto 1']);
    bundles.set(
      town(
        '2026-12',
        ['overture/a', 'overture/b', 'overture/c', 'overture/d'],
        ['Alto Quay', 'Alto Hill', 'Other', 'Corner'],
      ),
    );
    await until(async () => (await api(ann, 'GET', '/stores?id=overture/a')).body.total === 1);
    expect(await brands(ann)).toEqual({
      counts: ['Alto 1', 'Basso 1'],
      corrections: { revision: '0.2', of: { organization: 2, operator: 0 }, stores: { closed: 1 }, notFound: 1 },
    });
    bundles.set(town());
    await until(async () => (await api(ann, 'GET', '/stores?id=osm/n1')).body.total === 1);
  });
});
