import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { percentile } from './percentile.ts';
import { onNewPostgres } from './testServer.ts';

const CONNECTIONS = 50;
const SECONDS = 10;
const WARM_UP_SECONDS = 2;
/** A key may run 60 charged calls a minute; together they may run more than the machine can. */
const KEYS = 400;

/**
 * Latency of calls as a caller sees them, on the demo's territory with a real service process: a free action, and a
 * small charged run with its price, hold, charge and rate limits.
 */
export async function http(root: string): Promise<string> {
  const busy = loadavg()[0]?.toFixed(1);
  const home = await mkdtemp(join(tmpdir(), 'hinterland-bench-'));
  try {
    const place = await buildDemo(root, home);
    const embedded = await measure(root, home, place, 'embedded');
    const postgres = await onNewPostgres((databaseUrl) => measure(root, home, place, 'PostgreSQL', databaseUrl));
    return [
      `${CONNECTIONS} connections, each sending its next call when it has its answer, for ${SECONDS} s after ${WARM_UP_SECONDS} s to warm up, with ${KEYS}`,
      'keys in turn. One service process with its default threads on the demo territory; client, service and database share',
      'the machine. Free: `areas.list`, level 4. Charged: `analysis.isochrone`, 5 minutes on foot from one place.',
      `Before the start, the machine's load average was ${busy}.`,
      '',
      '| database | call | calls/s | p50 ms | p99 ms |',
      '|---|---|--:|--:|--:|',
      ...embedded,
      ...(postgres ?? []),
    ].join('\n');
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

interface Place {
  readonly lat: number;
  readonly lng: number;
}

/** Builds the demo's territory and answers the place of its first call. */
async function buildDemo(root: string, home: string): Promise<Place> {
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

async function measure(root: string, home: string, place: Place, name: string, databaseUrl?: string) {
  const env: Record<string, string> = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  const secrets = await makeKeys(root, home, env);
  const service = await startCommand(root, ['serve', '--home', home, '--port', '0'], env, 'stderr', /"url":"(.*?)"/);
  try {
    const url = new URL(service.match[1] as string);
    const isochrone = { origins: [place], bandSeconds: [300], mode: 'walk' };
    const quotePath = '/api/v1/actions/analysis.isochrone/quote';
    const quote = await post(url, new Agent(), quotePath, secrets[0] as string, JSON.stringify(isochrone));
    const { quotedCredits } = JSON.parse(quote.text);
    const rows: string[] = [];
    for (const [call, path, body] of [
      ['free', '/api/v1/actions/areas.list/execute', { level: 4 }],
      ['charged', '/api/v1/actions/analysis.isochrone/execute', { ...isochrone, quotedCredits }],
    ] as const) {
      await load(url, path, JSON.stringify(body), secrets, WARM_UP_SECONDS);
      const { perSecond, milliseconds } = await load(url, path, JSON.stringify(body), secrets, SECONDS);
      const [p50, p99] = [0.5, 0.99].map((share) => percentile(milliseconds, share).toFixed(1));
      rows.push(`| ${name} | ${call} | ${perSecond.toFixed(0)} | ${p50} | ${p99} |`);
    }
    return rows;
  } finally {
    await service.stop();
  }
}

async function makeKeys(root: string, home: string, env: Readonly<Record<string, string>>): Promise<string[]> {
  const file = join(home, 'bench.json');
  const user = 'bench@example.com';
  const keys = Array.from({ length: KEYS }, (_, i) => ({ name: `Key ${i}`, user, scopes: ['run'] }));
  const organization = { name: 'Bench', credits: 1_000_000, users: [{ email: user, role: 'owner' }], keys };
  await writeFile(file, JSON.stringify({ organizations: [organization] }));
  const child = spawnCommand(root, ['admin', 'apply', file, '--home', home, '--json'], env);
  let text = '';
  child.stdout?.on('data', (chunk) => {
    text += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error('The keys could not be made.');
  return JSON.parse(text).organizations[0].keys.map(({ secret }: { secret: string }) => secret);
}

async function load(url: URL, path: string, body: string, secrets: readonly string[], seconds: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const milliseconds: number[] = [];
  let next = 0;
  const started = performance.now();
  const connection = async () => {
    while (performance.now() - started < seconds * 1000) {
      const begun = performance.now();
      const { status, text } = await post(url, agent, path, secrets[next++ % secrets.length] as string, body);
      if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
      milliseconds.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  agent.destroy();
  return { perSecond: (milliseconds.length / (performance.now() - started)) * 1000, milliseconds };
}

function post(url: URL, agent: Agent, path: string, secret: string, body: string) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const headers = {
      Authorization: `Bearer ${secret}`,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
    };
    const sent = request({ host: url.hostname, port: url.port, path, method: 'POST', agent, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
    });
    sent.on('error', reject);
    sent.end(body);
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
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function spawnCommand(root: string, args: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
  const { DATABASE_URL, HOST, PORT, HINTERLAND_HOME, HINTERLAND_TERRITORIES, HINTERLAND_BASE_URL, ...rest } =
    process.env;
  return spawn(process.execPath, [join(root, 'apps/cli/bin/hinterland.js'), ...args], {
    cwd: root,
    env: { ...rest, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
