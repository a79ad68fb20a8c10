import { mkdtempSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openStore } from '@hinterland/storage';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type FakeKubernetes, openFakeKubernetes } from '../../testing/fakeKubernetes.ts';
import { until } from '../../testing/until.ts';
import { openKubernetesApi } from './kubernetesApi.ts';
import { byKubernetesJob, type KubernetesJobSettings } from './kubernetesJob.ts';

const folder = mkdtempSync(join(tmpdir(), 'hinterland-cluster-'));
const storeAddress = `${pathToFileURL(folder).href}/`;
let cluster: FakeKubernetes;
beforeAll(async () => {
  cluster = await openFakeKubernetes();
});
afterAll(() => cluster.close());
afterEach(() => {
  cluster.refuses = null;
  cluster.asked.splice(0);
  cluster.ever.clear();
});

const task = {
  jobId: 'job_01KAJ5M0W3Q8Z6X4T2R9V7C1B5',
  index: 3,
  attempt: 1,
  territory: 'town',
  version: '2026-10',
  question: new TextEncoder().encode('what?'),
};

/** A pod that runs a program of Node.js with the arguments. */
const pod = (program: string) => ({
  metadata: { labels: { 'app.kubernetes.io/name': 'hinterland' } },
  spec: {
    securityContext: { runAsNonRoot: true },
    containers: [
      {
        name: 'hinterland',
        image: 'hinterland:0.1.0',
        command: [process.execPath, '-e', program],
        env: [{ name: 'AWS_REGION', value: 'eu-central-1' }],
        resources: { limits: { memory: '2Gi' } },
      },
    ],
  },
});

const ask = (program: string, more: Partial<KubernetesJobSettings> = {}, signal = new AbortController().signal) =>
  byKubernetesJob({
    api: openKubernetesApi({ address: cluster.url, account: cluster.account }),
    store: openStore(storeAddress),
    storeAddress,
    command: ['{territory}@{version}', '{question}', '{answer}'],
    partSeconds: 30,
    template: async () => pod(program),
    pollMilliseconds: 20,
    ...more,
  })(task, signal);

const READ = `const fs=require('node:fs');const {fileURLToPath:at}=require('node:url');const [,where,question,answer]=process.argv;`;
/** What is left in the store. */
const left = () => readdir(join(folder, task.jobId)).catch(() => []);

describe('a job of Kubernetes that works a part off', () => {
  it('reads the question from the store and writes the answer there; job and objects are removed', async () => {
    const program = `${READ}fs.writeFileSync(at(answer), where+' '+fs.readFileSync(at(question))+' '+process.env.AWS_REGION+' '+process.env.HOME)`;
    expect(Buffer.from(await ask(program)).toString()).toBe('town@2026-10 what? eu-central-1 undefined');
    const [[name, { manifest }]] = [...cluster.ever] as [
      [string, FakeKubernetes['ever'] extends Map<string, infer J> ? J : never],
    ];
    expect(name).toMatch(/^job-01kaj5m0w3q8z6x4t2r9v7c1b5-3-[0-9a-f]{8}$/);
    expect(manifest.spec).toMatchObject({
      backoffLimit: 0,
      activeDeadlineSeconds: 30,
      ttlSecondsAfterFinished: 3600,
      template: {
        metadata: { labels: { 'app.kubernetes.io/name': 'hinterland', 'app.kubernetes.io/component': 'part' } },
        spec: {
          restartPolicy: 'Never',
          containers: [{ image: 'hinterland:0.1.0', resources: { limits: { memory: '2Gi' } } }],
        },
      },
    });
    expect(cluster.asked).toEqual(['POST jobs', 'DELETE jobs Background']);
    expect([cluster.jobs.size, await left()]).toEqual([0, []]);
  });

  it.each<[string, string, Partial<KubernetesJobSettings>, string, RegExp]>([
    [
      'whose pod fails has its log for the operator',
      'console.log("a line");console.error("no room");process.exit(1)',
      {},
      'its job in the cluster failed',
      /^BackoffLimitExceeded\na line\nno room$/,
    ],
    [
      'that takes too long is ended by the cluster',
      'console.log("slow");setTimeout(()=>{},60000)',
      { partSeconds: 1 },
      'it took longer than it may',
      /^slow$/,
    ],
    ['that writes nothing is a fault', '', {}, 'its job in the cluster has written no answer', /^$/],
    [
      'that the cluster does not take is a fault with its sentence',
      '',
      { template: async () => ({ ...pod(''), metadata: { labels: { a: 'no label!' } } }) },
      'the cluster cannot work it off',
      /422.*no label!/,
    ],
  ])('%s', async (_, program, more, message, said) => {
    const fault = await ask(program, more).catch((error) => error);
    expect([fault.constructor.name, fault.message]).toEqual(['PartFault', message]);
    expect(fault.said).toMatch(said);
    expect([cluster.jobs.size, await left()]).toEqual([0, []]);
  });

  it('is deleted, and its pod ends, where the job of the service has ended', async () => {
    const ended = new AbortController();
    const outcome = ask('setInterval(()=>{},1000)', {}, ended.signal).catch((error) => error);
    await until(async () => [...cluster.jobs.values()][0]?.child != null);
    const child = [...cluster.jobs.values()][0]!.child!;
    ended.abort(new Error('stopped'));
    expect((await outcome).name).toBe('AbortError');
    await until(async () => child.exitCode !== null || child.signalCode !== null);
    expect([cluster.jobs.size, cluster.asked.at(-1), await left()]).toEqual([0, 'DELETE jobs Background', []]);
  });

  it('that somebody deletes in the cluster is a fault', async () => {
    const outcome = ask('setInterval(()=>{},1000)').catch((error) => error);
    await until(async () => [...cluster.jobs.values()][0]?.child != null);
    for (const [name, { child }] of cluster.jobs) {
      cluster.jobs.delete(name);
      child?.kill('SIGKILL');
    }
    expect((await outcome).message).toBe('its job in the cluster was deleted');
  });

  it('outlives an API that is silent for a while, and no longer', async () => {
    const slow = `${READ}setTimeout(()=>fs.writeFileSync(at(answer),'late'),700)`;
    const outcome = ask(slow, { pollMilliseconds: 150 });
    await until(async () => cluster.jobs.size === 1);
    cluster.refuses = 503;
    setTimeout(() => {
      cluster.refuses = null;
    }, 350);
    expect(Buffer.from(await outcome).toString()).toBe('late');
    const silent = ask('setTimeout(()=>{},3000)').catch((error) => error);
    await until(async () => cluster.jobs.size === 1);
    cluster.refuses = 503;
    expect((await silent).message).toBe('the cluster cannot work it off');
    for (const { child } of cluster.jobs.values()) child?.kill('SIGKILL');
    cluster.jobs.clear();
  });

  it('needs its account: a token that is refused, and one that is not there, are sentences', async () => {
    const wrong = mkdtempSync(join(tmpdir(), 'hinterland-account-'));
    const api = openKubernetesApi({ address: cluster.url, account: wrong });
    const missing = await ask('', { api }).catch((error) => error);
    expect([missing.message, missing.said]).toEqual([
      'the cluster cannot work it off',
      `${wrong}/namespace cannot be read (ENOENT): is the token of the account mounted?`,
    ]);
    await writeFile(join(wrong, 'namespace'), 'geo');
    await writeFile(join(wrong, 'token'), 'another');
    expect((await ask('', { api }).catch((error) => error)).said).toMatch(/answered 401: Unauthorized$/);
  });
});
