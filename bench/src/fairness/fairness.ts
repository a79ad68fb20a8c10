import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { loadTerritory } from '@hinterland/territory';
import { type Demo, onDemo, type Place, startService } from '../demoService.ts';
import { freePort, readProcess } from '../processState.ts';
import { onNewPostgres } from '../testServer.ts';
import type { AttackOrder, AttackResult, AttackWork } from './attack.ts';
import { openContention } from './contention.ts';
import { FRONTS } from './fronts.ts';
import { processorSeconds } from './processorTime.ts';
import { openReceivers, type Receivers } from './receivers.ts';
import { type Beside, type Stretch, tableOf } from './report.ts';
import { jobOf, KEYS, makeOrganizations, prepareAttacker, queueJobs } from './setup.ts';
import { Victim } from './victim.ts';

const ATTACK_MILLISECONDS = 3_500;
const ALONE_MILLISECONDS = 4_000;
/** Between two stretches, for what the one before has left. */
const PAUSE_MILLISECONDS = 500;
const WAITING_JOBS = 20_000;
const HOMES = 3_000;

/**
 * Two organizations, one without credits and one with, attack on every front, or on those that are named; a third one works
 * meanwhile, and did so alone before, and between. Bounded: some two minutes on a machine at rest, and this machine alone. On
 * PostgreSQL where TEST_DATABASE_URL names one, else on the embedded database.
 */
export function fairness(root: string, fronts: readonly string[]): Promise<string> {
  const unknown = fronts.filter((name) => !(name in FRONTS));
  if (unknown.length > 0)
    throw new Error(`There is no front ${unknown[0]}. There are: ${Object.keys(FRONTS).join('; ')}.`);
  return onDemo(root, async (demo) => {
    const places = await homesOf(demo.home);
    const receivers = await openReceivers();
    try {
      const bench = { demo, receivers, places, fronts: fronts.length === 0 ? Object.keys(FRONTS) : fronts };
      const stretches =
        (await onNewPostgres((url) => measure(bench, 'PostgreSQL', { DATABASE_URL: url }))) ??
        (await measure(bench, 'embedded', {}));
      return [
        `Two organizations, one with 0 credits and one with a million, attack with ${KEYS} keys each, every key sending its next request when`,
        `it has its answer, ${ATTACK_MILLISECONDS / 1000} s on each front. A third one works meanwhile: an isochrone of 15 minutes by car, each of another home,`,
        'every 80 ms, and a batch of one point every 400 ms, whose event goes to its webhook. 95 % of what it waits, in brackets the',
        'ratio to the same without an attack, measured before and between. After each attack the third organization works beside threads',
        'that have nothing to do with the service and burn the processor time that the attack took of service, database and attackers:',
        '"contention" is that ratio of an isochrone. Goals: ratios of 2, event loop p99 below 50 ms,',
        `memory bounded; with ${WAITING_JOBS.toLocaleString('en-US')} waiting jobs of one organization, another's starts within 2 s. Service, database, attackers`,
        `and clients share the machine; the attackers' thread has the lowest priority. Before the start, its load average was ${demo.busy}.`,
        '',
        tableOf(stretches),
      ].join('\n');
    } finally {
      await receivers.close();
    }
  });
}

interface Bench {
  readonly demo: Demo;
  readonly receivers: Receivers;
  readonly places: readonly Place[];
  readonly fronts: readonly string[];
}

async function measure(
  { demo: { root, home }, receivers, places, fronts }: Bench,
  database: string,
  given: Readonly<Record<string, string>>,
): Promise<Stretch[]> {
  const metricsPort = await freePort();
  const env = {
    ...given,
    HINTERLAND_METRICS_PORT: `${metricsPort}`,
    HINTERLAND_WEBHOOK_NETWORKS: '127.0.0.0/8',
    NODE_EXTRA_CA_CERTS: join(home, 'receivers.pem'),
  };
  const made = await makeOrganizations({ root, home, env, receivers });
  const stretches: Stretch[] = [];
  let pattern = '';
  {
    const service = await startService(root, home, env);
    const victim = new Victim(service.url, { secrets: made.victim.secrets, places }, receivers);
    const contention = openContention();
    try {
      await victim.prepare();
      const attackers = [];
      for (const one of made.attackers) attackers.push(await prepareAttacker(service.url, one, places, receivers));
      const workerData: AttackWork = { url: service.url.origin, attackers };
      const thread = new Worker(new URL('./attack.js', import.meta.url), { workerData });
      const attack = (order: AttackOrder) =>
        new Promise<AttackResult>((resolve, reject) => {
          thread.once('message', resolve).once('error', reject);
          thread.postMessage(order);
        });
      const stretch = async (
        beside: Beside,
        name: string | null,
        milliseconds: number,
        meanwhile: () => Promise<AttackResult>,
      ) => {
        await readProcess(metricsPort); // the delay of the event loop begins anew
        const before = await processorSeconds(service.pid, given.DATABASE_URL);
        const taken = sleep(milliseconds).then(
          async () => (await processorSeconds(service.pid, given.DATABASE_URL)) - before,
        );
        const [felt, answers] = await Promise.all([victim.work(milliseconds), meanwhile()]);
        const processors = (1000 * (await taken)) / milliseconds;
        stretches.push({ database, beside, name, felt, answers, processors, process: await readProcess(metricsPort) });
        await sleep(PAUSE_MILLISECONDS);
        return processors;
      };
      const alone = () => stretch('nothing', null, ALONE_MILLISECONDS, async () => ({}));
      await victim.work(2_000); // warms up
      let usual = await alone();
      for (const [i, name] of fronts.entries()) {
        const milliseconds = ATTACK_MILLISECONDS;
        const taken = await stretch('attack', name, milliseconds, () => attack({ front: name, milliseconds }));
        await stretch('contention', name, milliseconds, async () => {
          await contention.burn(Math.max(0, taken - usual), milliseconds);
          return {};
        });
        if (i % 4 === 3) usual = await alone();
      }
      pattern = await jobOf(service.url, attackers);
      await thread.terminate();
    } finally {
      victim.close();
      await contention.close();
      await service.stop();
    }
  }
  await queueJobs(home, given.DATABASE_URL, pattern, WAITING_JOBS);
  const service = await startService(root, home, env);
  const victim = new Victim(service.url, { secrets: made.victim.secrets, places }, receivers);
  try {
    await victim.prepare();
    await victim.work(1_000);
    await readProcess(metricsPort);
    const felt = await victim.work(ALONE_MILLISECONDS);
    const name = `${WAITING_JOBS.toLocaleString('en-US')} waiting jobs`;
    const process = await readProcess(metricsPort);
    stretches.push({ database, beside: 'attack', name, felt, answers: {}, processors: Number.NaN, process });
  } finally {
    victim.close();
    await service.stop();
  }
  return stretches;
}

/** Homes all over the demo, in a mixed order. */
async function homesOf(home: string): Promise<Place[]> {
  const { poles } = await loadTerritory(join(home, 'territories', 'demo'));
  return Array.from({ length: HOMES }, (_, i) => {
    const pole = (i * 7919) % poles.rows;
    return { lat: (poles.latMicrodegrees[pole] as number) / 1e6, lng: (poles.lngMicrodegrees[pole] as number) / 1e6 };
  });
}
