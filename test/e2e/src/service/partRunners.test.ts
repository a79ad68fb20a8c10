import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { actions } from '@hinterland/actions';
import { loadTerritory, type Territory } from '@hinterland/territory';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { threadProgram } from '../../../../apps/service/src/kit/threadProgram.ts';
import { listJobs } from '../../../../apps/service/src/operate/admin/jobs.ts';
import { findViolations } from '../../../../apps/service/src/organizations/credits/invariants.ts';
import { describeOnBoth } from '../../../../apps/service/src/testing/databases.ts';
import { openFakeKubernetes } from '../../../../apps/service/src/testing/fakeKubernetes.ts';
import { startTestService, TestBundles } from '../../../../apps/service/src/testing/service.ts';
import { makeAccount } from '../../../../apps/service/src/testing/town.ts';
import { until } from '../../../../apps/service/src/testing/until.ts';
import { CREDENTIALS, openFakeS3 } from '../../../../packages/storage/src/testing/fakeS3.ts';
import { demoBundle } from '../demoBundle.ts';
import { root } from '../hinterland.ts';
import { homesOf, storeDataset } from './datasetJobs.ts';

const PART = 40;
const ROWS = 100;
const CREDITS = 10;
const GRANTED = 100_000;
const OPTIONS = { bandSeconds: [60], mode: 'walk', include: ['people'] };
const hinterland = join(root, 'apps/cli/bin/hinterland.js');

describeOnBoth('who works parts off', (database) => {
  let bundle: string;
  let territory: Territory;
  let folder: string;

  beforeAll(async () => {
    bundle = await demoBundle();
    territory = await loadTerritory(bundle);
    folder = await mkdtemp(join(tmpdir(), 'hinterland-runners-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Enriches a dataset with the settings, and returns the job, its files by their names, and what was charged. */
  const enrich = async (name: string, env: Record<string, string>) => {
    const db = database().db;
    const store = join(folder, `${name} ${crypto.randomUUID()}`);
    const service = await startTestService(database(), {
      workers: 2,
      registry: { actions, module: threadProgram('actions').href },
      source: new TestBundles(territory),
      jobMilliseconds: 50,
      partRows: PART,
      env: { HINTERLAND_BULK_STORE: pathToFileURL(store).href, ...env },
    });
    try {
      const ann = await makeAccount(db, { organization: name, keyName: name, credits: GRANTED });
      const dataset = await storeDataset(db, ann.spender, homesOf(territory, ROWS));
      const input = { dataset, ...OPTIONS };
      const { quotedCredits } = (await service.quote(ann.secret, 'enrich.dataset', input)).body;
      const started = await service.execute(ann.secret, 'enrich.dataset', { ...input, quotedCredits });
      const get = async (path: string) => (await service.request('GET', `/api/v1${path}`, { key: ann.secret })).body;
      const id: string = started.body.result.jobId;
      await until(async () => (await get(`/jobs/${id}`)).finishedAt !== null);
      const job = await get(`/jobs/${id}`);
      const parts = (await get(`/jobs/${id}/parts`)).data.map(
        ({ address: _, addressExpiresAt: __, ...part }: Record<string, unknown>) => part,
      );
      const names = await readdir(join(store, id)).catch(() => []);
      const files = await Promise.all(
        names.toSorted((a, b) => a.localeCompare(b)).map((one) => readFile(join(store, id, one))),
      );
      const { balance, reserved } = await get('/credits');
      expect(await findViolations(db)).toEqual([]);
      return { id, job, parts, names, files, charged: GRANTED - balance, reserved };
    } finally {
      await service.close();
    }
  };

  it('S105 a command has the files and charges of the threads of the service, byte by byte', async () => {
    const here = await enrich('here', {});
    const command = [process.execPath, hinterland, 'work', '--territory', bundle, '--threads', '2'];
    const there = await enrich('command', {
      HINTERLAND_BULK_RUNNER: 'command',
      HINTERLAND_BULK_COMMAND: JSON.stringify(command),
    });
    const charged = homesOf(territory, ROWS).filter((home) => home !== null && home.lat < 0).length;
    expect([here.job.status, here.charged, here.reserved]).toEqual(['succeeded', charged * CREDITS, 0]);
    expect(here.names.length).toBe(3);
    const { id: _, job: hereJob, ...fromHere } = here;
    const { id: __, job: thereJob, ...fromThere } = there;
    expect(fromThere.parts).toEqual(fromHere.parts);
    expect(fromThere.names).toEqual(fromHere.names);
    for (const [i, file] of fromThere.files.entries()) expect(file.equals(fromHere.files[i]!)).toBe(true);
    expect([there.charged, there.reserved]).toEqual([here.charged, 0]);
    expect(thereJob.result).toEqual(hereJob.result);
  });

  it('so has a job of the cluster, which reads from and writes to a bucket', async () => {
    const s3 = await openFakeS3();
    const cluster = await openFakeKubernetes();
    const before = { ...process.env };
    const variables = { ...CREDENTIALS, AWS_ENDPOINT_URL_S3: s3.url };
    Object.assign(process.env, variables);
    try {
      const here = await enrich('bucket', { HINTERLAND_BULK_STORE: 's3://depot/here' });
      const pod = join(folder, 'pod.json');
      const container = {
        name: 'part',
        image: 'hinterland:0.1.0',
        command: [process.execPath, hinterland],
        env: Object.entries(variables).map(([name, value]) => ({ name, value })),
      };
      await writeFile(pod, JSON.stringify({ spec: { containers: [container] } }));
      const words = ['work', '--territory', bundle, '--from', '{question}', '--to', '{answer}', '--threads', '2'];
      const there = await enrich('cluster', {
        HINTERLAND_BULK_STORE: 's3://depot/there',
        HINTERLAND_BULK_RUNNER: 'kubernetes-job',
        HINTERLAND_BULK_COMMAND: JSON.stringify(words),
        HINTERLAND_BULK_POD: pod,
        HINTERLAND_BULK_CLUSTER: cluster.url,
        HINTERLAND_BULK_CLUSTER_ACCOUNT: cluster.account,
      });
      expect([there.job.status, there.parts, there.charged]).toEqual(['succeeded', here.parts, here.charged]);
      const filesOf = (prefix: string, id: string) =>
        Object.fromEntries(
          [...s3.objects]
            .filter(([key]) => key.startsWith(`${prefix}/${id}/`))
            .map(([key, bytes]) => [key.slice(`${prefix}/${id}/`.length), bytes.toString('base64')]),
        );
      const files = filesOf('here', here.id);
      expect(Object.keys(files).length).toBe(3);
      expect(filesOf('there', there.id)).toEqual(files);
      expect([cluster.ever.size, cluster.jobs.size]).toEqual([3, 0]);
    } finally {
      process.env = before;
      await cluster.close();
      await s3.close();
    }
  });

  it('a command that fails at a later part leaves the earlier ones charged, and says why to the operator alone', async () => {
    const program = `if (process.argv[1] === '2') { console.error('disk sdb is full'); process.exit(4); }
      const { spawn } = require('node:child_process');
      spawn(process.execPath, process.argv.slice(2), { stdio: 'inherit' }).on('exit', (code) => process.exit(code));`;
    const worker = [hinterland, 'work', '--territory', bundle, '--threads', '1'];
    const failed = await enrich('fails', {
      HINTERLAND_BULK_RUNNER: 'command',
      HINTERLAND_BULK_COMMAND: JSON.stringify([process.execPath, '-e', program, '{part}', ...worker]),
    });
    const first = homesOf(territory, 2 * PART).filter((home) => home !== null && home.lat < 0).length;
    expect([failed.job.status, failed.charged, failed.reserved]).toEqual(['failed', first * CREDITS, 0]);
    expect(failed.parts.map(({ index }: { index: number }) => index)).toEqual([0, 1]);
    const detail =
      'The rows of part 2 were not worked off, and they are not charged: its command ended with code 4. Start a new job later.';
    expect(failed.job.error).toEqual({ error: 'service_unavailable', detail });
    const line = (await listJobs(database().db, null, true)).find(({ id }) => id === failed.id);
    expect(line?.error).toBe(`${detail} disk sdb is full`);
  });
});
