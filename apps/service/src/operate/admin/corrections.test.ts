import { actions } from '@hinterland/actions';
import { inMemoryTerritory } from '@hinterland/territory';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { threadProgram } from '../../kit/threadProgram.ts';
import { readConfig } from '../../start/config.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { startTestService, TestBundles, type TestService } from '../../testing/service.ts';
import { type MadeAccount, makeAccount } from '../../testing/town.ts';
import type { Admin } from './admin.ts';
import { openAdmin } from './open.ts';

const town = inMemoryTerritory({
  manifest: { id: 'town', name: 'Town', bbox: { west: 10, south: 40, east: 11, north: 41 } },
  versions: { territory: '2026-10', players: '2026-11' },
  players: {
    sectors: ['food.bakery'],
    brands: { name: ['Alto'], wikidata: ['Q1'], sector: [0] },
    stores: {
      id: ['osm/n1', 'osm/n2', 'osm/n3'],
      name: ['Quay', 'Hill', 'Pier'],
      brand: [0, 0, 0],
      sector: [0, 0, 0],
      lngMicrodegrees: [10_500_000, 10_510_000, 10_520_000],
      latMicrodegrees: [40_500_000, 40_500_000, 40_500_000],
      state: [0, 0, 0],
    },
  },
});

describeOnBoth('corrections that the operator takes over', (database) => {
  let service: TestService;
  let admin: Admin;
  let people = 0;

  beforeAll(async () => {
    const registry = { actions, module: threadProgram('actions').href };
    service = await startTestService(database(), { workers: 1, source: new TestBundles(town), registry });
    const { home, databaseUrl } = database().settings;
    admin = await openAdmin(readConfig({ HINTERLAND_HOME: home, DATABASE_URL: databaseUrl }));
  });
  afterAll(async () => {
    await admin?.close();
    await service?.close();
  });

  const account = (organization: string) =>
    makeAccount(database().db, {
      email: `user${++people}@example.com`,
      organization,
      scopes: ['read', 'run', 'manage'],
    });
  const correct = async ({ secret }: MadeAccount, body: object) =>
    (await service.request('POST', '/api/v1/corrections', { key: secret, body })).body.id as number;
  const seen = async ({ secret }: MadeAccount) => {
    const { result } = (await service.execute(secret, 'search.brands', {})).body;
    return [result.brands[0]?.stores ?? 0, result.corrections?.of ?? null];
  };

  it('hold for everybody without author and reason, under what an organization says itself, and are taken back', async () => {
    const [ann, bob, cleo] = [await account('Acme'), await account('Other'), await account('Third')];
    const id = await correct(ann, { storeId: 'osm/n1', kind: 'closed', reason: 'Our agent saw it.' });
    expect(await Promise.all([ann, bob].map(seen))).toEqual([
      [2, { organization: 1, operator: 0 }],
      [3, null],
    ]);
    const taken = await admin.takeOverCorrection(id);
    await correct(cleo, { storeId: 'osm/n1', kind: 'opened' });
    expect(await Promise.all([ann, bob, cleo].map(seen))).toEqual([
      [2, { organization: 1, operator: 1 }],
      [2, { organization: 0, operator: 1 }],
      [3, { organization: 1, operator: 1 }],
    ]);
    const lines = await admin.listCorrections(null);
    expect(lines.map((line) => [line.organization !== null, line.store, line.kind])).toEqual([
      [true, 'osm/n1', 'opened'],
      [false, 'osm/n1', 'closed'],
      [true, 'osm/n1', 'closed'],
    ]);
    const { body } = await service.request('GET', '/api/v1/corrections?revision=1.0', { key: bob.secret });
    expect(body.data).toMatchObject([{ of: 'operator', author: null, reason: null, kind: 'closed' }]);
    const audit = await admin.listAudit(ann.spender.organizationId);
    expect(audit.map((line) => JSON.stringify(line)).join()).toContain('correction.taken_over');

    await expect(admin.takeOverCorrection(id)).rejects.toThrow('was taken over before');
    await admin.undoCorrection(taken);
    expect(await Promise.all([ann, bob].map(seen))).toEqual([
      [2, { organization: 1, operator: 0 }],
      [3, null],
    ]);
    await expect(admin.undoCorrection(taken)).rejects.toThrow(`no correction in force with the number ${taken}`);
    await expect(admin.undoCorrection(id)).rejects.toThrow('The operator has no correction');
  });

  it('are none of what holds for one organization alone', async () => {
    const ann = await account('Alone');
    const id = await correct(ann, { storeId: 'osm/n2', kind: 'not_competitor' });
    await expect(admin.takeOverCorrection(id)).rejects.toThrow('no competitor: that holds for its organization alone');
    await expect(admin.takeOverCorrection(987_654)).rejects.toThrow('No organization has a correction');
  });
});
