import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findAction } from '@hinterland/actions';
import { SeededRandom } from '@hinterland/geo';
import { loadTerritory, type Territory } from '@hinterland/territory';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Db, openDatabase } from '../../../../apps/service/src/kit/db/database.ts';
import { findViolations } from '../../../../apps/service/src/organizations/credits/invariants.ts';
import { embeddedTemplate, openTestDatabase } from '../../../../apps/service/src/testing/databases.ts';
import { copyFolder } from '../../../../apps/service/src/testing/keptFolder.ts';
import { makeAccount } from '../../../../apps/service/src/testing/town.ts';
import { until } from '../../../../apps/service/src/testing/until.ts';
import { demoBundle } from '../demoBundle.ts';
import { ALL_TESTS, WHOLE_STORMS } from '../extent.ts';
import { type ApiClient, apiClient } from './apiClient.ts';
import { type ServiceProcess, startServiceProcess } from './serviceProcess.ts';

const POINTS = 500;
/** Of the embedded database fewer: each start of it takes seconds. */
const KILLS = WHOLE_STORMS ? { embedded: 5, postgresql: 20 } : { embedded: 3, postgresql: 6 };
const GRANTED = 100_000;
/** Few enough polls for the key's window of requests. */
const POLL_MILLISECONDS = 150;
/** A lease that a test can wait for. */
const replaced = { jobLeaseSeconds: 1, jobMilliseconds: 100 };

describe.runIf(ALL_TESTS)('S174 S176 S259 D91 a batch whose worker is killed again and again', () => {
  let bundle: string;
  let territory: Territory;

  beforeAll(async () => {
    bundle = await demoBundle();
    territory = await loadTerritory(bundle);
  });

  /** Homes all over the demo, with the least that can be asked of them. */
  const input = () => ({
    points: Array.from({ length: POINTS }, (_, i) => {
      const pole = Math.floor((i * territory.poles.rows) / POINTS);
      const { latMicrodegrees, lngMicrodegrees } = territory.poles;
      return {
        id: `home ${i}`,
        lat: (latMicrodegrees[pole] as number) / 1e6,
        lng: (lngMicrodegrees[pole] as number) / 1e6,
      };
    }),
    include: ['people'],
    bandSeconds: [60],
    mode: 'walk',
  });

  const startBatch = async (call: ApiClient): Promise<string> => {
    const { quotedCredits } = await call('POST', '/api/v1/actions/enrich.points/quote', input());
    expect(quotedCredits).toBe(POINTS * 10);
    const order = { ...input(), quotedCredits };
    return (await call('POST', '/api/v1/actions/enrich.points/execute', order)).result.jobId;
  };

  const doneOf = async (call: ApiClient, id: string): Promise<number> =>
    (await call('GET', `/api/v1/jobs/${id}`)).progress.done;

  const untilFinished = (call: ApiClient, id: string): Promise<void> =>
    until(async () => {
      await sleep(POLL_MILLISECONDS);
      return (await call('GET', `/api/v1/jobs/${id}`)).finishedAt !== null;
    });

  /** A kill comes some time after the batch has gone on, however fast or slow the machine is. */
  const goneOn = (call: ApiClient, id: string, last: number): Promise<void> =>
    until(async () => {
      await sleep(POLL_MILLISECONDS);
      return last === POINTS || (await doneOf(call, id)) > last;
    });

  /** Every point done once and charged once, rows in order, and the books in balance with them. */
  const expectDoneOnce = async (call: ApiClient, db: Db, id: string): Promise<void> => {
    const { result, status } = await call('GET', `/api/v1/jobs/${id}`);
    expect([status, result]).toMatchObject(['succeeded', { done: POINTS, skipped: 0, failed: 0, stopReason: null }]);
    const { data } = await call('GET', `/api/v1/jobs/${id}/results?limit=500`);
    expect(data.map((row: any) => [row.index, row.id, row.status])).toEqual(
      input().points.map((point, i) => [i, point.id, 'done']),
    );
    const charged = await sql<{ part: number; credits: number }>`
      select part, -amount::float8 / 1000 as credits from ledger_entry where kind = 'charge' order by part`.execute(db);
    expect(charged.rows).toEqual(data.map((row: any) => ({ part: row.index, credits: row.creditsCharged })));
    const sum = data.reduce((total: number, row: any) => total + row.creditsCharged, 0);
    expect(result.creditsCharged).toBe(sum);
    const { balance, reserved } = await call('GET', '/api/v1/credits');
    expect([GRANTED - balance, reserved]).toEqual([sum, 0]);
    expect(await findViolations(db)).toEqual([]);
    const enrichPoint = findAction('enrich.point') as NonNullable<ReturnType<typeof findAction>>;
    for (const index of [0, 250, POINTS - 1]) {
      const { lat, lng } = input().points[index] as { lat: number; lng: number };
      const { points: _, ...options } = input();
      const context = { territory, channel: 'batch', progress() {}, cancelled: () => false } as const;
      const alone = enrichPoint.run(context, enrichPoint.input.parse({ lat, lng, ...options }));
      const { charged: shown, creditsCharged, ...told } = await call('GET', `/api/v1/jobs/${id}/results/${index}`);
      expect([shown, creditsCharged]).toEqual([true, alone.creditsDue]);
      expect(told).toEqual(JSON.parse(JSON.stringify(alone.result)));
    }
  };

  it(`embedded database: ${KILLS.embedded} kills of the whole service`, async () => {
    const home = await mkdtemp(join(tmpdir(), 'hinterland-kill-'));
    copyFolder(await embeddedTemplate(), home);
    const before = await openDatabase({ home });
    const { secret } = await makeAccount(before.db, { credits: GRANTED });
    await before.close();
    let service: ServiceProcess = await startServiceProcess({ home, replaced, territory: bundle });
    const call = apiClient(() => service.url, secret);
    const id = await startBatch(call);
    const random = new SeededRandom(5);
    const seen: number[] = [];
    for (let i = 0; i < KILLS.embedded; i++) {
      await goneOn(call, id, seen.at(-1) ?? 0);
      await sleep(random.int(300));
      seen.push(await doneOf(call, id));
      await service.kill();
      service = await startServiceProcess({ home, replaced, territory: bundle });
    }
    await untilFinished(call, id);
    // It was under way at most kills, and went on after them.
    expect(seen.filter((done) => done < POINTS).length).toBeGreaterThan(KILLS.embedded / 2);
    expect(new Set(seen).size).toBeGreaterThan(2);
    const finished = service;
    const running = await call('GET', `/api/v1/jobs/${id}`);
    expect(running.status).toBe('succeeded');
    const answers = new Map<string, any>();
    for (const path of ['', '/results?limit=500', '/results/0', '/results/250', `/results/${POINTS - 1}`])
      answers.set(`/api/v1/jobs/${id}${path}`, await call('GET', `/api/v1/jobs/${id}${path}`));
    answers.set('/api/v1/credits', await call('GET', '/api/v1/credits'));
    // The books can be read once the process has let go of the folder.
    expect(await finished.stop()).toBe(0);
    const after = await openDatabase({ home });
    await expectDoneOnce(async (_method, path) => answers.get(path), after.db, id);
    await after.close();
    await rm(home, { recursive: true });
  });

  it.runIf(process.env.TEST_DATABASE_URL)(
    `PostgreSQL (where TEST_DATABASE_URL names one): ${KILLS.postgresql} kills of the worker beside an API replica`,
    async () => {
      const database = await openTestDatabase('postgresql');
      const { db, settings } = database;
      const { secret } = await makeAccount(db, { credits: GRANTED });
      const api = await startServiceProcess({ ...settings, replaced, territory: bundle, role: 'api' });
      const call = apiClient(() => api.url, secret);
      const id = await startBatch(call);
      const random = new SeededRandom(6);
      const startWorker = () => startServiceProcess({ ...settings, replaced, territory: bundle, role: 'worker' });
      const seen: number[] = [];
      for (let i = 0; i < KILLS.postgresql; i++) {
        const worker = await startWorker();
        await goneOn(call, id, seen.at(-1) ?? 0);
        await sleep(random.int(300));
        await worker.kill();
        seen.push(await doneOf(call, id));
        expect(await findViolations(db)).toEqual([]);
      }
      expect(seen.filter((done) => done < POINTS).length).toBeGreaterThan(KILLS.postgresql / 2);
      expect(new Set(seen).size).toBeGreaterThan(3);
      const last = await startWorker();
      await untilFinished(call, id);
      await expectDoneOnce(call, db, id);
      expect(await last.stop()).toBe(0);
      expect(await api.stop()).toBe(0);
      await database.close();
    },
  );
});
