import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { get, onDemo, type Served, serve } from './demoService.ts';
import { percentile } from './percentile.ts';
import { freePort, readProcess } from './processState.ts';

const CONNECTIONS = 4;
const SECONDS = 8;
const EVERY_MILLISECONDS = 20;

/** A body that is refused, and the path that it is sent to. */
interface Front {
  readonly name: string;
  readonly path: string;
  /** Sent with a key, or as a page of the service. */
  readonly by: 'key' | 'page';
  readonly body: string;
}

const emptyItems = (bytes: number): string => `[${'{},'.repeat(Math.floor((bytes - 40) / 3))}{}]`;
const MEBIBYTE = 2 ** 20;

/** The largest bodies that are read, and the largest that are parsed. */
const FRONTS: readonly Front[] = [
  { name: 'sign-up, 1 MiB', path: '/web/v1/sign-up', by: 'page', body: emptyItems(MEBIBYTE) },
  { name: 'sign-up, 16 KiB', path: '/web/v1/sign-up', by: 'page', body: emptyItems(16_384) },
  ...[4 * MEBIBYTE, 590_000].map((bytes) => ({
    name: `quote of enrich.points, ${(bytes / MEBIBYTE).toFixed(1)} MiB of empty points`,
    path: '/api/v1/actions/enrich.points/quote',
    by: 'key' as const,
    body: `{"points":${emptyItems(bytes)}}`,
  })),
  {
    name: 'call of a tool, 0.6 MiB of empty points',
    path: '/mcp',
    by: 'key',
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'enrich_points', arguments: {} },
    }).replace('{}}', `{"points":${emptyItems(590_000)}}}`),
  },
];

/** How long other callers wait while large bodies come that are refused, each kind for some seconds. */
export function refusals(root: string): Promise<string> {
  return onDemo(root, async (demo) => {
    const metricsPort = await freePort();
    const env = { HINTERLAND_METRICS_PORT: String(metricsPort) };
    const rows = await serve(demo, CONNECTIONS, env, 'embedded', (served) => measure(served, metricsPort));
    return [
      `${CONNECTIONS} connections, each with a key of its own, send bodies that are refused, one after the other, for ${SECONDS} s; meanwhile`,
      `\`/healthz\` is asked every ${EVERY_MILLISECONDS} ms. The delay of the event loop is the process's own figure. Client and service share the`,
      `machine. Before the start, its load average was ${demo.busy}. Goal: event loop p99 below 50 ms; the row without bodies shows what`,
      'other work on the machine takes of it.',
      '',
      '| body | answers | of them 429 | /healthz p50 ms | p99 ms | event loop p99 ms |',
      '|---|--:|--:|--:|--:|--:|',
      ...rows,
    ].join('\n');
  });
}

async function measure({ url, secrets }: Served, metricsPort: number): Promise<string[]> {
  const rows: string[] = [];
  const agent = new Agent({ keepAlive: true });
  await warmUp(url, secrets);
  for (const front of [null, ...FRONTS]) {
    await readProcess(metricsPort); // begins anew
    const until = performance.now() + SECONDS * 1000;
    const attackers = front === null ? [] : secrets.map((secret) => attack(url, front, secret, until));
    const waits: number[] = [];
    while (performance.now() < until) {
      const begun = performance.now();
      await get(url, agent, '/healthz', '');
      waits.push(performance.now() - begun);
      await sleep(EVERY_MILLISECONDS);
    }
    const statuses = (await Promise.all(attackers)).flat();
    // A tool's refusal is an answer of its protocol.
    const unexpected = statuses.filter((status) => status >= 500 || (status < 400 && front?.path !== '/mcp'));
    if (unexpected.length > 0) throw new Error(`${front?.name} was answered with ${unexpected[0]}`);
    const cells = [
      front?.name ?? 'none',
      statuses.length,
      statuses.filter((status) => status === 429).length,
      percentile(waits, 0.5).toFixed(1),
      percentile(waits, 0.99).toFixed(1),
      (await readProcess(metricsPort)).loopDelayMilliseconds.toFixed(1),
    ];
    rows.push(`| ${cells.join(' | ')} |`);
  }
  agent.destroy();
  return rows;
}

/** The first large body starts a thread, the first message the library of its protocol. */
async function warmUp(url: URL, secrets: readonly string[]): Promise<void> {
  for (const front of FRONTS) await attack(url, front, secrets[0] as string, performance.now());
}

/** Sends the body of a front until a time, at least once. Returns the statuses of the answers. */
async function attack(url: URL, { path, by, body }: Front, secret: string, until: number): Promise<number[]> {
  const bytes = Buffer.from(body);
  const statuses: number[] = [];
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': bytes.length,
    Accept: 'application/json, text/event-stream',
    ...(by === 'key' ? { Authorization: `Bearer ${secret}` } : { Origin: url.origin }),
  };
  do {
    statuses.push(
      await new Promise<number>((resolve) => {
        const sent = request(new URL(path, url), { method: 'POST', headers, agent: false }, (answer) => {
          answer.resume();
          resolve(answer.statusCode ?? 0);
          // What is refused by its length is not read to its end.
          answer.on('end', () => sent.destroy());
        });
        sent.on('error', () => resolve(413));
        sent.end(bytes);
      }),
    );
  } while (performance.now() < until);
  return statuses;
}
