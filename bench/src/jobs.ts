import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadTerritory } from '@hinterland/territory';
import { get, onDemo, onEachDatabase, post, type Served } from './demoService.ts';
import type { Figure, Report } from './goals/figures.ts';
import { percentile } from './percentile.ts';

const POINTS = 500;
const BAND_SECONDS = [300, 600];
/** One read after the other begins this long after the one before, whether or not that one has its answer. */
const READ_EVERY_MILLISECONDS = 25;
const KEYS = 20;

/**
 * A batch of `enrich.points` with people and economy on the demo's territory, alone and beside coverages of a large network, and
 * how long reads of others take meanwhile: long work must not be felt by those who wait for an answer.
 */
export function jobs(root: string): Promise<Report> {
  return onDemo(root, async (demo) => {
    const rows = await onEachDatabase(demo, KEYS, (served) => measure(served, demo.home));
    const figures: Record<string, Figure> = {};
    for (const { database, covers, p99 } of rows)
      if (covers) figures[`reads beside jobs, ${database}`] = { values: [p99] };
    const text = [
      `One batch of ${POINTS} homes, people and economy, bands of 5 and 10 minutes by car; one service process with its default`,
      `threads. The second row of a database has a coverage of ${POINTS} stores (15 minutes by car, with its ground; other`,
      `stores each time) asked again and again beside it. Meanwhile a read every ${READ_EVERY_MILLISECONDS} ms: in turn the credits, the job, a page of its results, and \`areas.list\`. Client,`,
      `service and database share the machine. Before the start, the machine's load average was ${demo.busy}.`,
      '',
      '| database | coverages meanwhile | points/s | reads | p50 ms | p99 ms | p50 ms at rest | p99 ms at rest |',
      '|---|--:|--:|--:|--:|--:|--:|--:|',
      ...rows.map(({ line }) => line),
    ].join('\n');
    return { text, figures };
  });
}

async function measure({ database, url, secrets }: Served, home: string) {
  const agent = new Agent({ keepAlive: true });
  try {
    let turn = 0;
    const nextSecret = () => secrets[turn++ % secrets.length] as string;
    const act = async (action: string, verb: string, body: object) => {
      const path = `/api/v1/actions/${action}/${verb}`;
      const reply = await post(url, agent, path, nextSecret(), JSON.stringify(body));
      if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}: ${reply.text}`);
      return reply;
    };
    const execute = async (action: string, input: object) => {
      const { quotedCredits } = JSON.parse((await act(action, 'quote', input)).text);
      return act(action, 'execute', { ...input, quotedCredits });
    };
    const run = async (action: string, input: object) => JSON.parse((await execute(action, input)).text).result;
    const finished = async (id: string) => {
      for (;;) {
        const job = JSON.parse((await get(url, agent, `/api/v1/jobs/${id}`, nextSecret())).text);
        if (job.finishedAt !== null) return job;
        await sleep(50);
      }
    };
    const homes = await homesOf(home);
    // Other stores each time: nothing of the answer is there from the one before.
    const coverage = (turn: number) => ({ stores: homes(POINTS, (turn % 97) / 97), minutes: 15, geometry: true });
    const first = await run('enrich.points', batchOf(homes(20)));
    await finished(first.jobId);
    await execute('network.coverage', coverage(0));
    const rest = await readUntil(url, agent, secrets, first.jobId, sleep(5_000));

    const rows: { database: typeof database; covers: boolean; p99: number; line: string }[] = [];
    for (const covers of [false, true]) {
      const { jobId } = await run('enrich.points', batchOf(homes(POINTS)));
      const end = finished(jobId);
      const coverages = covers
        ? // Its answer of megabytes is not parsed here: that would hold up the reads of this client, not of the service.
          againUntil((turn) => execute('network.coverage', coverage(turn)), end)
        : Promise.resolve(0);
      const busy = await readUntil(url, agent, secrets, jobId, end);
      const job = await end;
      if (job.progress.done !== POINTS) throw new Error(`The batch ended with ${JSON.stringify(job.result)}.`);
      const perSecond = (POINTS / (Date.parse(job.finishedAt) - Date.parse(job.startedAt))) * 1000;
      const times = [busy, rest].flatMap((all) => [0.5, 0.99].map((share) => percentile(all, share).toFixed(1)));
      const line = `| ${database} | ${await coverages} | ${perSecond.toFixed(1)} | ${busy.length} | ${times.join(' | ')} |`;
      rows.push({ database, covers, p99: percentile(busy, 0.99), line });
    }
    return rows;
  } finally {
    agent.destroy();
  }
}

/** Does work again and again until something has ended. Returns how often. */
async function againUntil(work: (turn: number) => Promise<unknown>, end: Promise<unknown>): Promise<number> {
  let ended = false;
  void end.finally(() => {
    ended = true;
  });
  let times = 0;
  for (; !ended; times++) await work(times + 1);
  return times;
}

/** So many homes all over the demo, with numbers; the shift is a share of the way from one to the next. */
async function homesOf(home: string) {
  const { poles } = await loadTerritory(join(home, 'territories', 'demo'));
  return (count: number, shift = 0) =>
    Array.from({ length: count }, (_, i) => {
      const pole = Math.floor(((i + shift) * poles.rows) / count);
      const [lat, lng] = [poles.latMicrodegrees[pole] as number, poles.lngMicrodegrees[pole] as number];
      return { id: i, lat: lat / 1e6, lng: lng / 1e6 };
    });
}

const batchOf = (points: readonly object[]) => ({
  points,
  include: ['people', 'economy'],
  bandSeconds: BAND_SECONDS,
});

/** Reads in turn until something has ended; answers how long each took, in milliseconds. */
async function readUntil(
  url: URL,
  agent: Agent,
  secrets: readonly string[],
  jobId: string,
  end: Promise<unknown>,
): Promise<number[]> {
  const milliseconds: number[] = [];
  const reads: Promise<void>[] = [];
  let ended = false;
  void end.finally(() => {
    ended = true;
  });
  const paths = ['/api/v1/credits', `/api/v1/jobs/${jobId}`, `/api/v1/jobs/${jobId}/results?limit=100`];
  const read = async (turn: number) => {
    const secret = secrets[1 + (turn % (secrets.length - 1))] as string;
    const begun = performance.now();
    const path = paths[turn % 4];
    const { status, text } =
      path === undefined
        ? await post(url, agent, '/api/v1/actions/areas.list/execute', secret, '{"level":4}')
        : await get(url, agent, path, secret);
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
    milliseconds.push(performance.now() - begun);
  };
  for (let turn = 0; !ended; turn++) {
    reads.push(read(turn));
    await sleep(READ_EVERY_MILLISECONDS);
  }
  await Promise.all(reads);
  return milliseconds;
}
