import { actions } from '@hinterland/actions';
import { inMemoryTerritory, type Territory } from '@hinterland/territory';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { threadProgram } from '../../kit/threadProgram.ts';
import { analysesOf } from '../../testing/analyses.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { startTestService, TestBundles, type TestService } from '../../testing/service.ts';
import { accountState, type MadeAccount, makeAccount } from '../../testing/town.ts';

/** Poles along the first of two roads of a kilometer each, all at one meter from the next. */
function crowdedRoad(poles: number): Territory {
  const lng = (row: number) => 10_000_000 + Math.round((row * 9000) / poles);
  const column = (value: (row: number) => number) => Array.from({ length: poles }, (_, row) => value(row));
  return inMemoryTerritory({
    manifest: {
      id: 'road',
      name: 'Road',
      continent: 'oceania',
      bbox: { west: 9.9, south: -0.1, east: 10.1, north: 0.1 },
    },
    versions: { territory: '2026-10', sociodemo: '2021' },
    nodes: { lngMicrodegrees: [10_000_000, 10_009_000, 10_018_000], latMicrodegrees: [0, 0, 0] },
    edges: {
      fromNode: [0, 1],
      toNode: [1, 2],
      lengthMillimeters: [1_000_000, 1_000_000],
      shapeStart: [0, 0],
      roadClass: [10, 10],
      mainComponent: [7, 7],
      street: [0, 0],
    },
    weights: { 'car-normal': { forwardMilliseconds: [60_000, 60_000], backwardMilliseconds: [60_000, 60_000] } },
    poles: {
      lngMicrodegrees: column(lng),
      latMicrodegrees: column(() => 0),
      dwellings: column(() => 1),
      kind: column(() => 0),
    },
    snaps: {
      car: {
        pole: column((row) => row),
        edge: column(() => 0),
        positionMillimeters: column((row) => Math.floor((row * 1e6) / poles)),
        accessMillimeters: column(() => 0),
      },
    },
    sociodemo: {
      units: { code: ['u'], areaSquareKm: [1], insideShare: [1], synthetic: [0] },
      poleUnits: { unit: column(() => 0), share: column(() => 1 / poles) },
      topics: { residents: { columns: { total: [poles], male: [poles / 2], female: [poles / 2] } } },
    },
  });
}

describeOnBoth('networks of stores', (database) => {
  let service: TestService;
  let ann: MadeAccount;
  const analyses = analysesOf(() => service);
  const stores = (count: number) => Array.from({ length: count }, (_, id) => ({ id, lat: 0, lng: 10.01 + id * 1e-5 }));

  beforeAll(async () => {
    service = await startTestService(database(), {
      registry: { actions, module: threadProgram('actions').href },
      source: new TestBundles(crowdedRoad(110_000)),
      workers: 1,
    });
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    ann = await makeAccount(database().db, { credits: 3000, scopes: ['read', 'run', 'manage'] });
  });

  const state = () => accountState(database().db, ann.spender.organizationId);

  it('S190 D55 catchments of more than 50 million poles: 422 with the advice on quote and execute, nothing held or charged', async () => {
    const input = { stores: stores(500), minutes: 20 };
    const rows = async () => (await sql`select * from ledger_entry`.execute(database().db)).rows.length;
    const before = await rows();
    for (const send of [service.quote, service.execute]) {
      const { status, body } = await send(ann.secret, 'network.coverage', { ...input, quotedCredits: 2500 });
      // Counted until the limit was passed: 480 of the stores.
      expect([status, body.error, body.poles, body.limit]).toEqual([
        422,
        'territory_too_large',
        52_800_000,
        50_000_000,
      ]);
      expect(body.detail).toMatch(/split the network by region or use fewer minutes/);
    }
    expect(await rows()).toBe(before);
    expect((await sql`select * from credit_hold`.execute(database().db)).rows).toEqual([]);
    expect(await state()).toEqual({ balance: 3000, reserved: 0 });
  });

  it('S131 S133 S134 S135 a run bound to an analysis is its latest run, with the data that it stands on', async () => {
    const code = await analyses.make(ann, 'Network', {});
    expect(code).toMatch(/^[0-9A-Za-z]{12}$/);
    const input = { stores: stores(3), minutes: 5, closeCount: 2 };
    const quoted = await service.quote(ann.secret, 'network.coverage', input);
    expect(quoted.body).toMatchObject({ quotedCredits: 15, polesInvolved: 330_000 });
    const executed = await service.execute(
      ann.secret,
      'network.coverage',
      { ...input, quotedCredits: 15 },
      { 'X-Analysis-Id': code },
    );
    expect(executed.body.result).toMatchObject({ charged: true, creditsCharged: 15 });
    expect(executed.body.version).toMatchObject({ versionNo: 1, actionId: 'network.coverage' });
    const { body } = await analyses.get(ann, `/${code}`);
    expect(body.state).toEqual({});
    expect(body.latestRun).toMatchObject({
      actionId: 'network.coverage',
      creditsCharged: 15,
      dataVersion: { territory: '2026-10', sociodemo: '2021' },
    });
    expect(body.currentData).toMatchObject({ territory: '2026-10', sociodemo: '2021' });
    expect(await state()).toEqual({ balance: 2985, reserved: 0 });
  });
});
