import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type Agent, request } from 'node:http';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AdminFile, Applied, AppliedOrganization } from '@hinterland/service';
import type { DatabaseName } from './goals/figures.ts';
import { figuresOf } from './measuredProcess.ts';
import { onNewPostgres } from './testServer.ts';

/** A real service process on the demo territory, and calls to it, for benches. */

export interface Place {
  readonly lat: number;
  readonly lng: number;
}

/** The one user of a bench's service. */
export const USER = 'bench@example.com';
export const PASSWORD = 'correct horse';

/** A home with the territory of the demo. */
export interface Demo {
  readonly root: string;
  readonly home: string;
  /** Place of the demo's first call. */
  readonly place: Place;
  /** The machine's load average before the start. */
  readonly busy: string;
}

/** Does work on a new demo in a scratch folder, which is removed at the end. */
export async function onDemo<T>(root: string, work: (demo: Demo) => Promise<T>): Promise<T> {
  const busy = loadavg()[0]!.toFixed(1);
  const home = await mkdtemp(join(tmpdir(), 'hinterland-bench-'));
  try {
    return await work({ root, home, place: await buildDemo(root, home), busy });
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** A service process that answers calls. */
export interface Served {
  /** Name of its database in tables. */
  readonly database: DatabaseName;
  readonly url: URL;
  readonly pid: number;
  /** One secret per key. */
  readonly secrets: readonly string[];
}

/** Does work with a service on its embedded database, then with one on PostgreSQL if there is one. Returns the rows of both. */
export async function onEachDatabase<T>(
  demo: Demo,
  keys: number,
  work: (served: Served) => Promise<readonly T[]>,
): Promise<T[]> {
  const embedded = await serve(demo, keys, {}, 'embedded', work);
  const postgres = await onNewPostgres((url) => serve(demo, keys, { DATABASE_URL: url }, 'PostgreSQL', work));
  return [...embedded, ...(postgres ?? [])];
}

/** Does work with a service process on the demo, with so many keys, and stops it. */
export async function serve<T>(
  { root, home }: Demo,
  keys: number,
  env: Readonly<Record<string, string>>,
  database: DatabaseName,
  work: (served: Served) => Promise<T>,
): Promise<T> {
  const secrets = await makeKeys(root, home, env, keys);
  const service = await startService(root, home, env);
  try {
    return await work({ database, url: service.url, pid: service.pid, secrets });
  } finally {
    await service.stop();
  }
}

/** Starts a service process on a home; resolves when it listens. */
export async function startService(root: string, home: string, env: Readonly<Record<string, string>>) {
  const service = await startCommand(root, ['serve', '--home', home, '--port', '0'], env, 'stderr', /"url":"(.*?)"/);
  return { ...service, url: new URL(service.match[1]!) };
}

/** Builds the demo's territory and answers the place of its first call. */
export async function buildDemo(root: string, home: string): Promise<Place> {
  const demo = await startCommand(
    root,
    ['demo', '--home', home, '--port', '0'],
    {},
    'stdout',
    /"origins":\[(\{.*?\})\]/,
  );
  await demo.stop();
  return JSON.parse(demo.match[1] as string);
}

/** An organization with so many keys, since each may call only so often, and a million credits. */
export async function makeKeys(
  root: string,
  home: string,
  env: Readonly<Record<string, string>>,
  count: number,
): Promise<string[]> {
  const { organizations } = await applyFile(root, home, env, {
    organizations: [organizationOf('Bench', USER, count, 1_000_000)],
  });
  const [{ id, keys }] = organizations as [AppliedOrganization];
  // What is measured is the service, not its limit of an organization.
  await administer(root, home, env, ['limits', 'set', `${id}`, 'organization_requests', '1000000']);
  return keys.map(({ secret }) => secret as string);
}

/** An organization of one user, with so many keys of all scopes. */
export const organizationOf = (name: string, email: string, keys: number, credits: number) => ({
  name,
  credits,
  users: [{ email, role: 'owner' as const, password: PASSWORD }],
  keys: Array.from({ length: keys }, (_, i) => ({
    name: `Key ${i}`,
    user: email,
    scopes: ['read' as const, 'run' as const, 'manage' as const],
  })),
});

/** Makes the organizations of a file on a home whose service does not run, or on a database. */
export async function applyFile(
  root: string,
  home: string,
  env: Readonly<Record<string, string>>,
  content: AdminFile,
): Promise<Applied> {
  const file = join(home, 'bench.json');
  await writeFile(file, JSON.stringify(content));
  return JSON.parse(await administer(root, home, env, ['apply', file, '--json']));
}

/** Runs a command of the operator to its end. Returns what it prints. */
async function administer(
  root: string,
  home: string,
  env: Readonly<Record<string, string>>,
  args: readonly string[],
): Promise<string> {
  const child = spawnCommand(root, ['admin', ...args, '--home', home], env);
  let text = '';
  child.stdout?.on('data', (chunk) => {
    text += chunk;
  });
  child.stderr?.resume();
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`"hinterland admin ${args.join(' ')}" ended with ${code}.`);
  return text;
}

/** What came back. The text is put together when it is asked for: a client that measures others should cost little. */
export interface Reply {
  readonly status: number;
  readonly bytes: number;
  readonly text: string;
}

export function post(url: URL, agent: Agent, path: string, secret: string, body: string) {
  return send('POST', url, agent, path, secret, body);
}

export function get(url: URL, agent: Agent, path: string, secret: string) {
  return send('GET', url, agent, path, secret, null);
}

function send(method: string, url: URL, agent: Agent, path: string, secret: string, body: string | null) {
  return new Promise<Reply>((resolve, reject) => {
    const headers = {
      Authorization: `Bearer ${secret}`,
      ...(body === null ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
    };
    const sent = request({ host: url.hostname, port: url.port, path, method, agent, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          bytes: chunks.reduce((sum, chunk) => sum + chunk.length, 0),
          get text() {
            return Buffer.concat(chunks).toString();
          },
        }),
      );
    });
    sent.on('error', reject);
    sent.end(body ?? undefined);
  });
}

/** Starts a command that goes on until stopped, and waits until it has printed what matches. */
async function startCommand(
  root: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  stream: 'stdout' | 'stderr',
  ready: RegExp,
) {
  const child = spawnCommand(root, args, env);
  const ended = once(child, 'close');
  const match = await new Promise<RegExpExecArray>((resolve, reject) => {
    let text: string | null = '';
    child[stream]?.on('data', (chunk) => {
      if (text === null) return;
      text += chunk;
      const found = ready.exec(text);
      if (found === null) return;
      text = null;
      resolve(found);
    });
    // What is not read would fill the pipe and hold the command up.
    child[stream === 'stdout' ? 'stderr' : 'stdout']?.resume();
    void ended.then(([code]) => reject(new Error(`"hinterland ${args[0]}" ended with ${code}.`)));
  });
  return {
    match,
    pid: child.pid as number,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Processor time of a process, all threads; 0 where the system does not report it. */
export const processorMilliseconds = async (pid: number): Promise<number> =>
  1000 * ((await figuresOf(pid))?.cpuSeconds ?? 0);

function spawnCommand(root: string, args: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
  const { DATABASE_URL, HOST, PORT, HINTERLAND_HOME, HINTERLAND_TERRITORIES, HINTERLAND_BASE_URL, ...rest } =
    process.env;
  return spawn(process.execPath, [join(root, 'apps/cli/bin/hinterland.js'), ...args], {
    cwd: root,
    env: { ...rest, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
