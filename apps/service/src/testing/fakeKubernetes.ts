import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// biome-ignore lint/suspicious/noExplicitAny: manifests are checked member by member
type Manifest = any;

/** A job that was asked for, and the process in place of its pod. */
export interface FakeJob {
  readonly manifest: Manifest;
  child: ChildProcess | null;
  log: string;
  conditions: readonly object[];
}

export interface FakeKubernetes {
  readonly url: string;
  /** Folder with token and namespace, as a pod has it. */
  readonly account: string;
  /** Jobs that are there, and all that ever were, by their names. */
  readonly jobs: Map<string, FakeJob>;
  readonly ever: Map<string, FakeJob>;
  /** Requests, such as "POST jobs" and "DELETE jobs Background". */
  readonly asked: string[];
  /** Answers with this status in place of its own, as long as it is set. */
  refuses: number | null;
  close(): Promise<void>;
}

const NAMESPACE = 'geo';
const TOKEN = 'a token';
const JOBS = `/apis/batch/v1/namespaces/${NAMESPACE}/jobs`;
const PODS = `/api/v1/namespaces/${NAMESPACE}/pods`;
/** Members that the schema of batch/v1 has, as far as a runner needs them: another one is refused, as with fieldValidation=Strict. */
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  '': ['apiVersion', 'kind', 'metadata', 'spec'],
  metadata: ['name', 'labels', 'annotations'],
  spec: ['backoffLimit', 'activeDeadlineSeconds', 'ttlSecondsAfterFinished', 'template'],
  'spec.template': ['metadata', 'spec'],
};

/** The validator of CI, where there is one: it has the published schemas. */
const VALIDATOR = process.env.KUBERNETES_VALIDATE;

/**
 * A cluster of one namespace: it holds jobs against the schema, runs the command of a pod as a process of this machine, and allows no
 * more than the role of the chart does.
 */
export async function openFakeKubernetes(): Promise<FakeKubernetes> {
  const account = mkdtempSync(join(tmpdir(), 'hinterland-account-'));
  writeFileSync(join(account, 'token'), `${TOKEN}\n`);
  writeFileSync(join(account, 'namespace'), NAMESPACE);
  const fake = { jobs: new Map(), ever: new Map(), asked: [] as string[], refuses: null as number | null };
  const server = createServer((request, response) => {
    void answer(fake, request, response).catch((error) => say(response, 500, { message: String(error) }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return Object.assign(fake, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    account,
    close: async () => {
      for (const { child } of fake.jobs.values()) child?.kill('SIGKILL');
      server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
    },
  });
}

type State = Pick<FakeKubernetes, 'jobs' | 'ever' | 'asked' | 'refuses'>;

async function answer(fake: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const url = new URL(request.url!, 'http://x');
  const of = (path: string) => (url.pathname.startsWith(`${path}/`) ? url.pathname.slice(path.length + 1) : null);
  const { method } = request;
  const refuse = (code: number, message: string) =>
    say(response, code, { kind: 'Status', apiVersion: 'v1', status: 'Failure', message, code });
  if (request.headers.authorization !== `Bearer ${TOKEN}`) return refuse(401, 'Unauthorized');
  if (fake.refuses !== null) return refuse(fake.refuses, 'this cluster refuses');
  if (method === 'POST' && url.pathname === JOBS) {
    fake.asked.push('POST jobs');
    const manifest = JSON.parse(text);
    const fault = faultOf(manifest, request.headers['content-type']);
    if (fault !== null) return refuse(422, fault);
    if (fake.jobs.has(manifest.metadata.name)) return refuse(409, 'already exists');
    const job: FakeJob = { manifest, child: null, log: '', conditions: [] };
    fake.jobs.set(manifest.metadata.name, job);
    fake.ever.set(manifest.metadata.name, job);
    void runPod(job);
    return say(response, 201, manifest);
  }
  const name = of(JOBS);
  if (name !== null) {
    const job = fake.jobs.get(name);
    if (job === undefined) return refuse(404, `jobs.batch "${name}" not found`);
    if (method === 'GET') return say(response, 200, { ...job.manifest, status: { conditions: job.conditions } });
    if (method === 'DELETE') {
      fake.asked.push(`DELETE jobs ${JSON.parse(text).propagationPolicy}`);
      job.child?.kill('SIGTERM');
      fake.jobs.delete(name);
      return say(response, 200, { kind: 'Status', status: 'Success' });
    }
  }
  if (method === 'GET' && url.pathname === PODS) {
    const wanted = url.searchParams.get('labelSelector')?.replace('job-name=', '') ?? '';
    return say(response, 200, { items: fake.jobs.has(wanted) ? [{ metadata: { name: `${wanted}-pod` } }] : [] });
  }
  const pod = of(PODS)?.replace(/-pod\/log$/, '');
  if (method === 'GET' && pod !== undefined && fake.jobs.has(pod)) {
    const lines = fake.jobs
      .get(pod)!
      .log.split('\n')
      .slice(-Number(url.searchParams.get('tailLines')));
    return void response.end(lines.join('\n').slice(0, Number(url.searchParams.get('limitBytes'))));
  }
  return refuse(403, `the account may not ${method} ${url.pathname}`);
}

function faultOf(manifest: Manifest, type: string | undefined): string | null {
  if (type !== 'application/json') return `the content is ${type}`;
  if (manifest.apiVersion !== 'batch/v1' || manifest.kind !== 'Job') return 'this is no Job of batch/v1';
  for (const [path, known] of Object.entries(MEMBERS)) {
    const part = path === '' ? manifest : path.split('.').reduce((one, member) => one?.[member], manifest);
    const strange = Object.keys(part ?? {}).find((member) => !known.includes(member));
    if (part === undefined || strange !== undefined) return `strict decoding error: unknown field "${path}.${strange}"`;
  }
  const { metadata, spec } = manifest;
  if (!/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(metadata.name))
    return `metadata.name: Invalid value: ${metadata.name}`;
  for (const value of Object.values(metadata.labels ?? {}))
    if (!/^([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$/.test(String(value)))
      return `metadata.labels: Invalid value: ${value}`;
  if (spec.template.spec.restartPolicy !== 'Never') return 'spec.template.spec.restartPolicy: Unsupported value';
  if (VALIDATOR === undefined) return null;
  const file = join(mkdtempSync(join(tmpdir(), 'hinterland-job-')), 'job.yaml');
  writeFileSync(file, JSON.stringify(manifest));
  try {
    for (const version of ['1.30', '1.37'])
      execFileSync(VALIDATOR, ['-k', version, '--strict', file], { stdio: 'pipe' });
    return null;
  } catch (error) {
    return String((error as { stdout?: Buffer }).stdout);
  }
}

/** Runs the one container of a pod with its environment and nothing else. */
async function runPod(job: FakeJob): Promise<void> {
  const { activeDeadlineSeconds, template } = job.manifest.spec;
  const [{ command, args, env = [] }] = template.spec.containers;
  const [program, ...words] = [...command, ...args];
  const variables = Object.fromEntries(env.map((one: { name: string; value: string }) => [one.name, one.value]));
  const child = spawn(program, words, {
    env: { PATH: process.env.PATH, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  job.child = child;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      job.log += chunk;
    });
  }
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    child.kill('SIGKILL');
  }, activeDeadlineSeconds * 1000);
  const [code] = (await once(child, 'close').catch(() => [1])) as [number | null];
  clearTimeout(timer);
  const reason = isLate ? 'DeadlineExceeded' : 'BackoffLimitExceeded';
  job.conditions =
    code === 0
      ? [
          { type: 'SuccessCriteriaMet', status: 'True' },
          { type: 'Complete', status: 'True' },
        ]
      : [
          { type: 'FailureTarget', status: 'True', reason },
          { type: 'Failed', status: 'True', reason },
        ];
}

function say(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
