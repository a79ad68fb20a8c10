import { actions } from '@hinterland/actions';
import { versionStoreChanges } from '@hinterland/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { threadProgram } from '../../kit/threadProgram.ts';
import { analysesOf } from '../../testing/analyses.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { startTestService, TestBundles, type TestService } from '../../testing/service.ts';
import { accountState, type MadeAccount, makeAccount } from '../../testing/town.ts';
import { HILL, PIER, QUAY, townOfShops } from '../../testing/townOfShops.ts';
import { until } from '../../testing/until.ts';

/** From the hill to the pier; the quay lies west of it. */
const EAST = [
  [10.505, 40.49],
  [10.6, 40.49],
  [10.6, 40.51],
  [10.505, 40.51],
  [10.505, 40.49],
];
const polygon = { type: 'Polygon', coordinates: [EAST] };

describeOnBoth('what changed among the stores of a version', (database) => {
  let service: TestService;
  let ann: MadeAccount;
  let code: string;
  const bundles = new TestBundles(townOfShops('2026-10', [QUAY, HILL]));
  const { ask, get, make } = analysesOf(() => service);
  const changes = async (no = 1, who = ann) => {
    const { status, body } = await get(who, `/${code}/versions/${no}/store-changes`);
    return status === 200 ? versionStoreChanges.strict().parse(body) : status;
  };
  const inForce = async (...town: Parameters<typeof townOfShops>) => {
    bundles.set(townOfShops(...town));
    await until(async () => {
      const { body } = await service.request('GET', '/api/v1/data', { key: ann.secret });
      return body.players === town[0];
    });
  };
  const run = (actionId: string, input: object, quotedCredits: number) =>
    service.execute(ann.secret, actionId, { ...input, quotedCredits }, { 'X-Analysis-Id': code });

  beforeAll(async () => {
    const registry = { actions, module: threadProgram('actions').href };
    service = await startTestService(database(), { workers: 1, source: bundles, registry });
  });
  beforeEach(async () => {
    ann = await makeAccount(database().db, {
      email: 'ann@example.com',
      scopes: ['read', 'run', 'manage'],
      credits: 100,
    });
    code = await make(ann, 'Bakeries');
    await inForce('2026-10', [QUAY, HILL]);
    expect((await run('analysis.category_mix', { polygon, categories: ['food.bakery'] }, 1)).status).toBe(200);
  });
  afterAll(() => service?.close());

  it('counts what opened and closed at its place and of its sectors since its list, without charge', async () => {
    const since = '2026-10';
    // Nothing is compared while the list is in force that it counted.
    expect(await changes()).toEqual({ since, until: since, totals: null, question: null });
    await inForce('2026-11', [QUAY, PIER], [since, [QUAY, HILL]]);
    const { balance } = await accountState(database().db, ann.spender.organizationId);
    const found = await changes();
    expect(found).toMatchObject({
      since,
      until: '2026-11',
      totals: { openings: 1, closings: 1, moves: 0, renamings: 0 },
      question: { polygon, sectors: ['food.bakery'], since },
    });
    expect((await accountState(database().db, ann.spender.organizationId)).balance).toBe(balance);
    // The question it names lists them, at its price.
    const { question } = found as { question: object };
    const listed = await run('markets.changes', question, 5);
    expect(listed.body.result.changes.map(({ name }: { name: string }) => name).sort()).toEqual(['Hill', 'Pier']);
    // That answer itself counts from the list in force on.
    expect(await changes(2)).toEqual({ since: '2026-11', until: '2026-11', totals: null, question: null });
  });

  it('says nothing of changes elsewhere, nor of a list that is kept no more', async () => {
    await inForce('2026-12', [HILL, PIER], ['2026-11', [QUAY, PIER]], ['2026-10', [QUAY, HILL]]);
    // The quay is west of the polygon, the hill was there at first.
    expect(await changes()).toMatchObject({ totals: { openings: 1, closings: 0, moves: 0, renamings: 0 } });
    await inForce('2027-01', [PIER], ['2026-12', [HILL, PIER]]);
    expect(await changes()).toEqual({ since: '2026-10', until: '2027-01', totals: null, question: null });
  });

  it('is seen by whoever may read the analysis, and by nobody else', async () => {
    const bob = await makeAccount(database().db, { email: 'bob@example.com', organization: 'Other' });
    await inForce('2026-11', [QUAY, PIER], ['2026-10', [QUAY, HILL]]);
    expect([await changes(1, bob), await changes(9)]).toEqual([404, 404]);
    await ask(ann, 'PUT', `/${code}/shares`, { body: { anyone: true } });
    expect(await changes(1, bob)).toMatchObject({ totals: { openings: 1, closings: 1 } });
  });
});
