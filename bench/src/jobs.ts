import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadTerritory } from '@hinterland/territory';
import { get, onDemo, onEachDatabase, post, type Served } from './demoService.ts';
import { percentile } from './percentile.ts';

const POINTS = 500;
const BAND_SECONDS = [300, 600];
/** One read after the other begins this long after the one before, whether or not that one has its answer. */
const READ_EVERY_MILLISECONDS = 25;
const KEYS = 20;

/**
 * A batch of `enrich.points` with people and economy on the demo's territory, and how long reads of others take
 * meanwhile: what is a background job must not be felt by those who wait for an answer.
 */
export function jobs(root: string): Promise<string> {
  return onDemo(root, async (demo) => {
    const rows = await onEachDatabase(demo, KEYS, async (served) => [await measure(served, demo.home)]);
    return [
      `One batch of ${POINTS} homes, people and economy, bands of 5 and 10 minutes by car; one service process with its default`,
      `threads. Meanwhile a read every ${READ_EVERY_MILLISECONDS} ms: in turn the credits, the job, a page of its results, and \`areas.list\`. Client,`,
      `service and database share the machine. Before the start, the machine's load average was ${demo.busy}.`,
      '',
      '| database | points/s | reads | p50 ms | p99 ms | p50 ms at rest | p99 ms at rest |',
      '|---|--:|--:|--:|--:|--:|--:|',
      ...rows,
    ].join('\n');
  });
}

async function measure({ database, url, secrets }: Served, home: string): Promise<string> {
  const agent = new Agent({ keepAlive: true });
  try {
    const secret = secrets[0] as string;
    const act = async (verb: string, body: object) => {
      const path = `/api/v1/actions/enrich.points/${verb}`;
      const { status, text } = await post(url, agent, path, secret, JSON.stringify(body));
      if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
      return JSON.parse(text);
    };
    const warmUp = await batch(home, 20);
    const first = await act('execute', { ...warmUp, quotedCredits: (await act('quote', warmUp)).quotedCredits });
    const finished = async (id: string) => {
      for (;;) {
        const job = JSON.parse((await get(url, agent, `/api/v1/jobs/${id}`, secret)).text);
        if (job.finishedAt !== null) return job;
        await sleep(50);
      }
    };
    await finished(first.result.jobId);
    const rest = await readUntil(url, agent, secrets, first.result.jobId, sleep(5_000));

    const input = await batch(home, POINTS);
    const { quotedCredits } = await act('quote', input);
    const { jobId } = (await act('execute', { ...input, quotedCredits })).result;
    const end = finished(jobId);
    const busy = await readUntil(url, agent, secrets, jobId, end);
    const job = await end;
    if (job.progress.done !== POINTS) throw new Error(`The batch ended with ${JSON.stringify(job.result)}.`);
    const perSecond = (POINTS / (Date.parse(job.finishedAt) - Date.parse(job.startedAt))) * 1000;
    const times = [busy, rest].flatMap((all) => [0.5, 0.99].map((share) => percentile(all, share).toFixed(1)));
    return `| ${database} | ${perSecond.toFixed(1)} | ${busy.length} | ${times.join(' | ')} |`;
  } finally {
    agent.destroy();
  }
}

/** Homes all over the demo. */
async function batch(home: string, count: number): Promise<object> {
  const { poles } = await loadTerritory(join(home, 'territories', 'demo'));
  const points = Array.from({ length: count }, (_, i) => {
    const pole = Math.floor((i * poles.rows) / count);
    const [lat, lng] = [poles.latMicrodegrees[pole] as number, poles.lngMicrodegrees[pole] as number];
    return { id: i, lat: lat / 1e6, lng: lng / 1e6 };
  });
  return { points, include: ['people', 'economy'], bandSeconds: BAND_SECONDS };
}

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
