import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadTerritory } from '@hinterland/territory';
import { onDemo, type Place, post, type Served, serve, startService } from './demoService.ts';
import { percentile } from './percentile.ts';

const STORES = 500;
const SECONDS = 10;
/** One isochrone after the other begins this long after the one before, whether or not that one has its answer. */
const EVERY_MILLISECONDS = 100;
const KEYS = 40;
const STARTS = 5;

/** How long single isochrones take alone and while plans of a large network run, and how long a start takes. */
export function lanes(root: string): Promise<string> {
  return onDemo(root, async (demo) => {
    const starts: number[] = [];
    for (let i = 0; i < STARTS; i++) starts.push(await start(root, demo.home));
    const env = { HINTERLAND_WORKERS: '1' };
    const rows = await serve(demo, KEYS, env, 'embedded', (served) => measure(served, demo.home));
    return [
      `Isochrones of 15 minutes by car with polygons, a different home each, one every ${EVERY_MILLISECONDS} ms for ${SECONDS} s; alone, and while`,
      `one \`network.coverage\` of ${STORES} stores × 60 minutes after the other runs, each with other stores. One service process with`,
      'one thread for runs and one for long work; client, service and database share the machine. Before the start, the',
      `machine's load average was ${demo.busy}.`,
      '',
      '| meanwhile | isochrones | p50 ms | p99 ms | plans | s per plan |',
      '|---|--:|--:|--:|--:|--:|',
      ...rows,
      '',
      `From the command \`hinterland serve\` on a home that is there to the first answer of \`/healthz\`, median of ${STARTS}: ${percentile(starts, 0.5).toFixed(0)} ms.`,
    ].join('\n');
  });
}

async function start(root: string, home: string): Promise<number> {
  const begun = performance.now();
  const service = await startService(root, home, {});
  const { status } = await fetch(new URL('/healthz', service.url));
  const milliseconds = performance.now() - begun;
  await service.stop();
  if (status !== 200) throw new Error(`/healthz answered ${status}`);
  return milliseconds;
}

async function measure({ url, secrets }: Served, home: string): Promise<string[]> {
  const agent = new Agent({ keepAlive: true });
  try {
    const homes = await homesOf(home);
    let turn = 0;
    const act = async (action: string, verb: string, body: object) => {
      const path = `/api/v1/actions/${action}/${verb}`;
      const { status, text } = await post(url, agent, path, secrets[turn++ % KEYS] as string, JSON.stringify(body));
      if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
      return text;
    };
    const isochrone = (i: number) => ({ origins: [homes(i)], bandSeconds: [900] });
    const { quotedCredits } = JSON.parse(await act('analysis.isochrone', 'quote', isochrone(0)));
    const one = (i: number) => act('analysis.isochrone', 'execute', { ...isochrone(i), quotedCredits });
    const plan = async (round: number) => {
      const stores = Array.from({ length: STORES }, (_, i) => ({ id: `${i}`, ...homes(round + i * 37) }));
      const input = { stores, minutes: 60 };
      const { quotedCredits } = JSON.parse(await act('network.coverage', 'quote', input));
      await act('network.coverage', 'execute', { ...input, quotedCredits });
    };
    await stream((i) => one(i), sleep(2_000)); // warms up
    await plan(1);
    const alone = await stream((i) => one(1000 + i), sleep(SECONDS * 1000));
    let plans = 0;
    const begun = performance.now();
    const planning = (async () => {
      for (; performance.now() - begun < SECONDS * 1000; plans++) await plan(2 + plans);
    })();
    const beside = await stream((i) => one(2000 + i), planning);
    const seconds = (performance.now() - begun) / 1000 / plans;
    const row = (name: string, times: number[], more: string) =>
      `| ${name} | ${times.length} | ${percentile(times, 0.5).toFixed(1)} | ${percentile(times, 0.99).toFixed(1)} | ${more} |`;
    return [row('nothing', alone, ' | '), row('plans', beside, `${plans} | ${seconds.toFixed(2)}`)];
  } finally {
    agent.destroy();
  }
}

/** Homes all over the demo, in a mixed order. */
async function homesOf(home: string): Promise<(i: number) => Place> {
  const { poles } = await loadTerritory(join(home, 'territories', 'demo'));
  return (i) => {
    const pole = (i * 7919) % poles.rows;
    return { lat: (poles.latMicrodegrees[pole] as number) / 1e6, lng: (poles.lngMicrodegrees[pole] as number) / 1e6 };
  };
}

/** Calls at a steady pace until something has ended; answers how long each took, in milliseconds. */
async function stream(call: (i: number) => Promise<unknown>, end: Promise<unknown>): Promise<number[]> {
  const milliseconds: number[] = [];
  const calls: Promise<void>[] = [];
  let ended = false;
  void end.finally(() => {
    ended = true;
  });
  for (let i = 0; !ended; i++) {
    const begun = performance.now();
    calls.push(call(i).then(() => void milliseconds.push(performance.now() - begun)));
    await sleep(EVERY_MILLISECONDS);
  }
  await Promise.all([...calls, end]);
  return milliseconds;
}
