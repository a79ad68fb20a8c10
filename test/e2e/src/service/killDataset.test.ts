import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SeededRandom } from '@hinterland/geo';
import { loadTerritory, type Territory } from '@hinterland/territory';
import { parquetReadObjects } from 'hyparquet';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Db, openDatabase } from '../../../../apps/service/src/kit/db/database.ts';
import { findViolations } from '../../../../apps/service/src/organizations/credits/invariants.ts';
import { embeddedTemplate, openTestDatabase } from '../../../../apps/service/src/testing/databases.ts';
import { copyFolder } from '../../../../apps/service/src/testing/keptFolder.ts';
import { makeAccount } from '../../../../apps/service/src/testing/town.ts';
import { until } from '../../../../apps/service/src/testing/until.ts';
import { CREDENTIALS, type FakeS3, openFakeS3 } from '../../../../packages/storage/src/testing/fakeS3.ts';
import { demoBundle } from '../demoBundle.ts';
import { ALL_TESTS, WHOLE_STORMS } from '../extent.ts';
import { type ApiClient, apiClient } from './apiClient.ts';
import { homesOf, storeDataset } from './datasetJobs.ts';
import { type ServiceProcess, startServiceProcess } from './serviceProcess.ts';

/** Of the embedded database fewer: each start of it takes seconds. One of each phase at least. */
const KILLS = WHOLE_STORMS ? { embedded: 9, postgresql: 51 } : { embedded: 3, postgresql: 6 };
const PART = 20;
const CREDITS = 10;
const GRANTED = 1_000_000;
const OPTIONS = { bandSeconds: [60], mode: 'walk', include: ['people'] };
/** A lease that a test can wait for. */
const replaced = { jobLeaseSeconds: 1, jobMilliseconds: 100, partRows: PART };

/** Where a worker is when it is killed: at the rows of a part, behind the write of its file, behind its charge. */
const PHASES = ['compute', 'written', 'charged'] as const;

describe.runIf(ALL_TESTS)('S105 a dataset whose worker is killed in the middle of its parts', () => {
  let bundle: string;
  let territory: Territory;
  let s3: FakeS3;

  beforeAll(async () => {
    bundle = await demoBundle();
    territory = await loadTerritory(bundle);
    s3 = await openFakeS3();
  });
  afterAll(() => s3.close());
  beforeEach(() => s3.objects.clear());

  const env = () => ({
    ...CREDENTIALS,
    AWS_ENDPOINT_URL_S3: s3.url,
    HINTERLAND_BULK_STORE: 's3://depot/jobs',
  });

  const start = async (call: ApiClient, dataset: string): Promise<string> => {
    const input = { dataset, ...OPTIONS };
    const { quotedCredits } = await call('POST', '/api/v1/actions/enrich.dataset/quote', input);
    return (await call('POST', '/api/v1/actions/enrich.dataset/execute', { ...input, quotedCredits })).result.jobId;
  };

  const rowsEnded = async (call: ApiClient, id: string): Promise<number> => {
    const { done, failed } = (await call('GET', `/api/v1/jobs/${id}`)).progress;
    return done + failed;
  };

  /** Kills a worker in a phase, and says what was to be seen then: files that were never charged, and parts charged since its start. */
  const killIn = async (
    phase: (typeof PHASES)[number],
    worker: ServiceProcess,
    random: SeededRandom,
    chargedParts: () => Promise<number>,
  ) => {
    const before = await chargedParts();
    const files = s3.objects.size;
    if (phase === 'compute') await sleep(random.int(150));
    if (phase === 'charged') await until(async () => (await chargedParts()) > before);
    if (phase === 'written') {
      await new Promise<void>((resolve) => {
        s3.stored = async () => {
          s3.stored = () => {};
          await worker.kill();
          resolve();
        };
      });
    } else await worker.kill();
    return { files: s3.objects.size - files, before };
  };

  const finished = (call: ApiClient, id: string): Promise<void> =>
    until(async () => {
      await sleep(150);
      return (await call('GET', `/api/v1/jobs/${id}`)).finishedAt !== null;
    });

  /** Every row once in the files and once in the charges, and no file that nobody was charged for. */
  const expectOnce = async (
    call: ApiClient,
    db: Db,
    id: string,
    homes: ReturnType<typeof homesOf>,
    read: (address: string) => Promise<ArrayBuffer> = async (address) => (await fetch(address)).arrayBuffer(),
  ) => {
    const job = await call('GET', `/api/v1/jobs/${id}`);
    const charged = homes.map((home): number => (home !== null && home.lat < 0 ? CREDITS : 0));
    const total = charged.reduce((sum, credits) => sum + credits, 0);
    expect([job.status, job.result.creditsCharged, job.result.skipped]).toEqual(['succeeded', total, 0]);
    const { data: parts } = await call('GET', `/api/v1/jobs/${id}/parts`);
    const rows: unknown[] = [];
    for (const { address, sha256 } of parts) {
      const file = await read(address);
      expect(createHash('sha256').update(Buffer.from(file)).digest('hex')).toBe(sha256);
      rows.push(...(await parquetReadObjects({ file })).map((row) => [row.id, row.credits_charged]));
    }
    expect(rows).toEqual(homes.map((_, i) => [`home ${i}`, charged[i]]));
    const { rows: entries } = await sql<{ part: number; credits: number }>`
      select part, -amount::float8 / 1000 as credits from ledger_entry where kind = 'charge' order by part`.execute(db);
    const dueOf = (i: number) => charged.slice(i * PART, (i + 1) * PART).reduce((sum, credits) => sum + credits, 0);
    expect(entries).toEqual(parts.map((_: unknown, i: number) => ({ part: i, credits: dueOf(i) })));
    const { balance, reserved } = await call('GET', '/api/v1/credits');
    expect([GRANTED - balance, reserved]).toEqual([total, 0]);
    expect(await findViolations(db)).toEqual([]);
    // Whoever worked a part off again wrote the same bytes, under the same name.
    expect(s3.objects.size).toBe(parts.length);
  };

  it.runIf(WHOLE_STORMS || !process.env.TEST_DATABASE_URL)(
    `embedded database: ${KILLS.embedded} kills of the whole service`,
    async () => {
      const homes = homesOf(territory, PART * (KILLS.embedded + 6));
      const home = await mkdtemp(join(tmpdir(), 'hinterland-kill-dataset-'));
      copyFolder(await embeddedTemplate(), home);
      const before = await openDatabase({ home });
      const ann = await makeAccount(before.db, { credits: GRANTED });
      const dataset = await storeDataset(before.db, ann.spender, homes);
      await before.close();
      const open = () => startServiceProcess({ home, replaced, territory: bundle, env: env() });
      let service = await open();
      const call = apiClient(() => service.url, ann.secret);
      const id = await start(call, dataset);
      const random = new SeededRandom(7);
      let written = 0;
      for (let i = 0; i < KILLS.embedded; i++) {
        const phase = PHASES[i % PHASES.length]!;
        const parts = async () => Math.floor((await rowsEnded(call, id)) / PART);
        const { files } = await killIn(phase, service, random, parts);
        if (phase === 'written' && files > 0) written += 1;
        service = await open();
      }
      await finished(call, id);
      expect(written).toBe(KILLS.embedded / PHASES.length);
      const answers = new Map<string, any>();
      for (const path of [`/jobs/${id}`, `/jobs/${id}/parts`, '/credits'])
        answers.set(`/api/v1${path}`, await call('GET', `/api/v1${path}`));
      // The books can be read once the process has let go of the folder.
      expect(await service.stop()).toBe(0);
      const after = await openDatabase({ home });
      await expectOnce(async (_method, path) => answers.get(path), after.db, id, homes);
      await after.close();
      await rm(home, { recursive: true });
    },
  );

  it.runIf(process.env.TEST_DATABASE_URL)(
    `PostgreSQL (where TEST_DATABASE_URL names one): ${KILLS.postgresql} kills of the worker beside an API replica`,
    async () => {
      const homes = homesOf(territory, PART * (KILLS.postgresql + 8));
      const database = await openTestDatabase('postgresql');
      const { db, settings } = database;
      const ann = await makeAccount(db, { credits: GRANTED });
      const dataset = await storeDataset(db, ann.spender, homes);
      const shared = { ...settings, replaced, territory: bundle, env: env() };
      const api = await startServiceProcess({ ...shared, role: 'api' });
      const call = apiClient(() => api.url, ann.secret);
      const id = await start(call, dataset);
      const random = new SeededRandom(8);
      const items = async () =>
        (await sql<{ sha: string }>`select summary->>'sha256' as sha from job_item where job_id = ${id}`.execute(db))
          .rows;
      const seen = { compute: 0, written: 0, charged: 0 };
      for (let i = 0; i < KILLS.postgresql; i++) {
        const phase = PHASES[i % PHASES.length]!;
        const token = await sql<{ t: string | null }>`select lease_token as t from job where id = ${id}`.execute(db);
        const worker = await startServiceProcess({ ...shared, role: 'worker' });
        // It has the job.
        await until(async () => {
          const { rows } = await sql<{ t: string | null }>`select lease_token as t from job where id = ${id}`.execute(
            db,
          );
          return rows[0]!.t !== null && rows[0]!.t !== token.rows[0]!.t;
        });
        const { files, before } = await killIn(phase, worker, random, async () => (await items()).length);
        const charged = await items();
        const uncharged = [...s3.objects.keys()].filter((key) => !charged.some(({ sha }) => key.includes(sha)));
        if (phase === 'compute' && charged.length === before && files === 0) seen.compute += 1;
        if (phase === 'written' && uncharged.length > 0) seen.written += 1;
        if (phase === 'charged' && charged.length > before) seen.charged += 1;
        // Two parts of a job are worked off at the same time.
        expect(uncharged.length).toBeLessThanOrEqual(2);
        expect(await findViolations(db)).toEqual([]);
      }
      // Each phase was met as often as it was aimed at; parts that are computed faster than a pause may have been written.
      const aimed = KILLS.postgresql / PHASES.length;
      expect([seen.written, seen.charged, seen.compute > 0]).toEqual([aimed, aimed, true]);
      const last = await startServiceProcess({ ...shared, role: 'worker' });
      await finished(call, id);
      await expectOnce(call, db, id, homes);
      expect(await last.stop()).toBe(0);
      expect(await api.stop()).toBe(0);
      await database.close();
    },
  );
});
