import { execFile } from 'node:child_process';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { toDegrees } from '@hinterland/geo';
import { loadTerritory } from '@hinterland/territory';
import { get, onDemo, type Place, post, processorMilliseconds, type Served, serve } from './demoService.ts';

const ROWS = 1000;
/** The most points of a job. */
const POINTS = 500;
const WARM_ROWS = 100;
const READERS = 4;
const EVERY_MILLISECONDS = 1000;

/** Seconds of processor time of a way, and the sum of a figure over its rows. */
interface Way {
  readonly service: number;
  readonly client: number;
  readonly sum: number;
}

/**
 * Processor time of 1,000 rows by a service: a frame of the Python package beside the same jobs by plain calls over HTTP, which read every
 * result. Each of two sets of homes goes either way, in processes of the service that have not seen it. PYTHON names an interpreter that has
 * the package.
 */
export async function serviceTable(root: string): Promise<string> {
  const first = await round(root, true);
  const second = await round(root, false);
  const differ = (one: Way, other: Way) => Math.abs(one.sum / other.sum - 1) > 1e-12;
  if (differ(first.frame, second.calls) || differ(first.calls, second.frame))
    throw new Error(`The two ways differ: ${JSON.stringify([first, second])}.`);
  const sum = (way: 'frame' | 'calls', part: 'service' | 'client') => first[way][part] + second[way][part];
  const whole = (way: 'frame' | 'calls') => sum(way, 'service') + sum(way, 'client');
  const row = (what: string, way: 'frame' | 'calls') =>
    `| ${what} | ${[sum(way, 'service'), sum(way, 'client'), whole(way)].map((s) => ((1000 * s) / 2 / ROWS).toFixed(2)).join(' | ')} | ${(whole(way) / whole('calls')).toFixed(2)} |`;
  return [
    `People in bands of 5 and 10 minutes by car around ${ROWS} homes of the demo, as two background jobs of ${POINTS} points, twice; service`,
    'on its embedded database, with its default threads. Each set of homes goes either way, in processes of the service that have not seen it.',
    'Processor time in ms per row, without the start of service and client. The plain calls read every result as JSON, in a client of Node.js.',
    '',
    '| way | service | client | together | ratio |',
    '|---|--:|--:|--:|--:|',
    row('a frame of the Python package', 'frame'),
    row('plain calls of the same jobs', 'calls'),
  ].join('\n');
}

/** Each way once, with one of the sets, in a home of its own. */
const round = (root: string, isFirst: boolean) =>
  onDemo(root, async (demo) => {
    const { poles } = await loadTerritory(join(demo.home, 'territories', 'demo'));
    const homes = (count: number, shift: number): Place[] =>
      Array.from({ length: count }, (_, i) => {
        const pole = Math.floor(((i + shift) * poles.rows) / count);
        return { lat: toDegrees(poles.latMicrodegrees[pole]!), lng: toDegrees(poles.lngMicrodegrees[pole]!) };
      });
    const [one, other] = [homes(ROWS, 0.1), homes(ROWS, 0.6)];
    return serve(demo, 2, {}, 'embedded', async (served) => {
      await byFrame(root, served, homes(WARM_ROWS, 0.2));
      await byCalls(served, homes(WARM_ROWS, 0.4));
      // The first of a process has code that is not compiled yet: each way is it once.
      if (isFirst) return { frame: await byFrame(root, served, one), calls: await byCalls(served, other) };
      return { calls: await byCalls(served, one), frame: await byFrame(root, served, other) };
    });
  });

async function byFrame(root: string, { url, pid, secrets }: Served, places: readonly Place[]): Promise<Way> {
  const words = { minutes: [5, 10], include: ['people'] };
  const given = { url: url.origin, key: secrets[0], places, words, figure: 'residents_10min' };
  const before = await processorMilliseconds(pid);
  const text = await new Promise<string>((resolve, reject) => {
    const child = execFile(process.env.PYTHON ?? 'python3', [join(root, 'bench/service.py')], (error, stdout) =>
      error === null ? resolve(stdout) : reject(error),
    );
    child.stdin!.end(JSON.stringify(given));
  });
  const { seconds, sum } = JSON.parse(text) as { seconds: number; sum: number };
  return { service: ((await processorMilliseconds(pid)) - before) / 1000, client: seconds, sum };
}

async function byCalls({ url, pid, secrets }: Served, places: readonly Place[]): Promise<Way> {
  const before = await processorMilliseconds(pid);
  const own = process.cpuUsage();
  const agent = new Agent({ keepAlive: true });
  let sum = 0;
  try {
    for (let first = 0; first < places.length; first += POINTS)
      for (const residents of await job(url, agent, secrets[1]!, places.slice(first, first + POINTS))) sum += residents;
  } finally {
    agent.destroy();
  }
  const { user, system } = process.cpuUsage(own);
  return { service: ((await processorMilliseconds(pid)) - before) / 1000, client: (user + system) / 1e6, sum };
}

/** Residents within the last band around each place. */
async function job(url: URL, agent: Agent, secret: string, places: readonly Place[]): Promise<number[]> {
  const asked = async (reply: ReturnType<typeof get>) => {
    const { status, text } = await reply;
    if (status !== 200) throw new Error(`The service answered ${status}: ${text}`);
    return JSON.parse(text);
  };
  const read = (path: string) => asked(get(url, agent, `/api/v1/jobs/${path}`, secret));
  const act = (verb: string, body: object) =>
    asked(post(url, agent, `/api/v1/actions/enrich.points/${verb}`, secret, JSON.stringify(body)));
  const points = places.map((place, id) => ({ id, ...place }));
  const input = { points, bandSeconds: [300, 600], include: ['people'] };
  const { quotedCredits } = await act('quote', input);
  const { jobId } = (await act('execute', { ...input, quotedCredits })).result;
  while ((await read(jobId)).finishedAt === null) await sleep(EVERY_MILLISECONDS);
  const { data } = await read(`${jobId}/results?limit=${POINTS}`);
  const residents = Array.from<number>({ length: data.length });
  let next = 0;
  const reader = async () => {
    while (next < data.length) {
      const index = next++;
      residents[index] = (await read(`${jobId}/results/${index}`)).catchment.residents;
    }
  };
  await Promise.all(Array.from({ length: READERS }, reader));
  return residents;
}
