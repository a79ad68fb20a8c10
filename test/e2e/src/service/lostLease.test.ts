import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { actions, storeActions } from '@hinterland/actions';
import { openStore, type WritableStore } from '@hinterland/storage';
import { loadTerritory, type Territory } from '@hinterland/territory';
import { parquetReadObjects } from 'hyparquet';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Engine } from '../../../../apps/service/src/engine/engine.ts';
import { Offload } from '../../../../apps/service/src/kit/offload/offload.ts';
import { Turns } from '../../../../apps/service/src/kit/rates/turns.ts';
import { threadProgram } from '../../../../apps/service/src/kit/threadProgram.ts';
import { findViolations } from '../../../../apps/service/src/organizations/credits/invariants.ts';
import { describeOnBoth } from '../../../../apps/service/src/testing/databases.ts';
import { startTestService, TestBundles } from '../../../../apps/service/src/testing/service.ts';
import { makeAccount, TestClock } from '../../../../apps/service/src/testing/town.ts';
import { partJobs } from '../../../../apps/service/src/work/bulk/kind.ts';
import { PartLoop } from '../../../../apps/service/src/work/bulk/loop.ts';
import { removeJobFiles } from '../../../../apps/service/src/work/bulk/retention.ts';
import type { PartSettings } from '../../../../apps/service/src/work/bulk/workOnPart.ts';
import { claimJob } from '../../../../apps/service/src/work/jobs/queue.ts';
import { removeExpiredResults } from '../../../../apps/service/src/work/jobs/retention.ts';
import { workOn } from '../../../../apps/service/src/work/jobs/work.ts';
import { demoBundle } from '../demoBundle.ts';
import { homesOf, storeDataset } from './datasetJobs.ts';

const LEASE_SECONDS = 30;
const PART = 20;
const ROWS = 60;
const CREDITS = 10;
const OPTIONS = { bandSeconds: [60], mode: 'walk', include: ['people'] };

describeOnBoth('a worker that has lost its lease', (database) => {
  let territory: Territory;
  let folder: string;
  let offload: Offload;
  const db = () => database().db;

  beforeAll(async () => {
    territory = await loadTerritory(await demoBundle());
    folder = await mkdtemp(join(tmpdir(), 'hinterland-lost-lease-'));
    offload = new Offload({ registry: threadProgram('actions').href, report() {} });
  });
  afterAll(async () => {
    await offload.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('S105 writes no file that another one was charged for, also where its rows are others', async () => {
    const address = pathToFileURL(folder).href;
    const clock = new TestClock(new Date().toISOString());
    const service = await startTestService(database(), {
      registry: { actions, module: threadProgram('actions').href },
      source: new TestBundles(territory),
      clock,
      env: { HINTERLAND_BULK_STORE: address },
      jobsAtOnce: 0, // the test does the jobs itself
    });
    const ann = await makeAccount(db(), { credits: 10_000 });
    const get = async (path: string) => (await service.request('GET', `/api/v1${path}`, { key: ann.secret })).body;
    const homes = homesOf(territory, ROWS);
    const input = { dataset: await storeDataset(db(), ann.spender, homes), ...OPTIONS };
    const { quotedCredits } = (await service.quote(ann.secret, 'enrich.dataset', input)).body;
    const started = await service.execute(ann.secret, 'enrich.dataset', { ...input, quotedCredits });
    const { jobId } = started.body.result;

    /** A process of its own. Its answers say whose they are: data came into force in between. */
    const worker = (name: string, store: WritableStore) => {
      const lease = { generation: { territory }, verified: async () => {}, again: () => lease, release() {} };
      const log = { warn() {}, error() {} };
      const engine = { lease: () => lease, territories: { current: [lease.generation] } };
      const parts: PartSettings = {
        store,
        offload,
        answer: async ({ points }) => ({
          rows: points.map(() => ({ status: 'done', creditsDue: CREDITS })),
          columns: [{ name: 'worker', type: 'utf8', about: {} }],
          values: [points.map(() => name)],
          more: points.map(() => null),
          metadata: [],
        }),
      };
      const services = {
        db: db(),
        clock,
        engine: engine as unknown as Engine,
        log: log as never,
        leaseSeconds: LEASE_SECONDS,
      };
      const all = [...actions, ...storeActions];
      const everyMilliseconds = 20;
      const loop = new PartLoop({ ...services, actions: all, parts, partsAtOnce: 1, traces: null, everyMilliseconds });
      const kinds = [partJobs(all, { ...parts, loop, partRows: PART })];
      return {
        /** Works on the job to its end, or until it has lost it. */
        async work() {
          const job = await claimJob(db(), clock, LEASE_SECONDS);
          expect(job?.id).toBe(jobId);
          const turns = new Turns({ othersWork: () => false }, () => 0);
          await workOn({ ...services, kinds, turns }, job!, new AbortController().signal);
        },
        close: () => loop.stop(),
      };
    };

    const store = openStore(address);
    let writes = 0;
    const frozen: WritableStore = {
      ...store,
      // Between its compute and its write it sleeps for longer than its leases, and another one does the job.
      async write(path, content) {
        writes += 1;
        if (writes === 1) {
          clock.advanceSeconds(LEASE_SECONDS + 1);
          const second = worker('second', store);
          await second.work();
          await second.close();
        }
        await store.write(path, content);
      },
    };
    const first = worker('first', frozen);
    await first.work();
    await first.close();

    expect((await get(`/jobs/${jobId}`)).status).toBe('succeeded');
    const { data: parts } = await get(`/jobs/${jobId}/parts`);
    const rows: unknown[] = [];
    for (const { address, sha256 } of parts) {
      const file = await (await fetch(address)).arrayBuffer();
      expect(createHash('sha256').update(Buffer.from(file)).digest('hex')).toBe(sha256);
      const placed = (await parquetReadObjects({ file })).filter(({ status }) => status === 'done');
      rows.push(...placed.map(({ id, worker }) => [id, worker]));
    }
    const charged = homes.flatMap((home, i) => (home !== null && home.lat < 0 ? [`home ${i}`] : []));
    expect(rows).toEqual(charged.map((id) => [id, 'second']));
    const { rows: entries } = await sql<{ part: number; credits: number }>`
      select part, -amount::float8 / 1000 as credits from ledger_entry where kind = 'charge' order by part`.execute(
      db(),
    );
    expect(entries).toEqual(parts.map((part: any) => ({ part: part.index, credits: part.creditsCharged })));
    expect(entries.reduce((sum, { credits }) => sum + credits, 0)).toBe(charged.length * CREDITS);
    expect(await findViolations(db())).toEqual([]);

    // What the first one wrote too late lies beside them, has no address, and goes with them.
    const names = await readdir(join(folder, jobId));
    const late = names.filter((name) => !parts.some(({ sha256 }: any) => name.includes(sha256)));
    expect([writes, names.length, late.length]).toEqual([1, 4, 1]);
    const file = (await readFile(join(folder, jobId, late[0]!))).buffer as ArrayBuffer;
    expect((await parquetReadObjects({ file }))[0]).toMatchObject({ row: 1, worker: 'first' });
    clock.advanceSeconds(30 * 86_400);
    await removeExpiredResults(db(), clock);
    expect(await removeJobFiles(db(), clock, store)).toBe(1);
    expect(await readdir(join(folder, jobId))).toEqual([]);
    await service.close();
  });
});
