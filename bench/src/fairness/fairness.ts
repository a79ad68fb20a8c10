import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadTerritory } from '@hinterland/territory';
import { type Demo, onDemo, type Place, startService } from '../demoService.ts';
import { freePort, readProcess } from '../processState.ts';
import { onNewPostgres } from '../testServer.ts';
import type { AttackResult } from './attack.ts';
import { type Attackers, CLIENTS, startAttackers } from './attackers.ts';
import { closingOf } from './closing.ts';
import { openContention } from './contention.ts';
import { type Attacker, FRONTS } from './fronts.ts';
import { processorSeconds, processorsBetween, sumOf } from './processorTime.ts';
import { openReceivers, type Receivers } from './receivers.ts';
import { tableOf } from './report.ts';
import { jobOf, KEYS, makeOrganizations, prepareAttacker, queueJobs } from './setup.ts';
import { Victim, Victims } from './victim.ts';
import type { Stretch } from './waits.ts';

const ATTACK_MILLISECONDS = 15_000;
const ALONE_MILLISECONDS = 15_000;
/** Between two stretches, for what the one before has left. */
const PAUSE_MILLISECONDS = 500;
const WAITING_JOBS = 20_000;
const HOMES = 3_000;

/**
 * Two organizations, one without credits and one with, attack on every front, or on those that are named; three others work
 * meanwhile, and did so alone before, and after each. Bounded: some eleven minutes on a machine at rest, and this machine alone. On
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
        'every 80 ms, and a batch of one point every 300 ms, whose event goes to its webhook; a fourth and a fifth send such batches, too,',
        'so that each row holds some 150 starts of jobs: of the 50 of one organization, 95% was an accident of three. 95% of what they wait, in',
        'brackets the ratio to the same without an attack, in the two rows right before and after the front. Goals: ratios of 2, event loop p99 below 50 ms, memory',
        `bounded; with ${WAITING_JOBS.toLocaleString('en-US')} waiting jobs of one organization, another's starts within 2 s.`,
        '',
        "Service, database, attackers and those three organizations share this machine, so each attack comes twice. The attackers' clients",
        '"share" it with the lowest niceness, or "yield": in the scheduling class for idle processors (`chrt --idle`) they run while',
        'nobody else wants to, as if they stood elsewhere, so what the others wait for is the service itself. Processors are those',
        'that the thread that answers requests took, the other threads of the service, the database, and the attackers. After each attack of',
        'clients that share, threads that have nothing to do with the service burn as much: "contention" is that ratio of an isochrone.',
        `Before the start, the load average of the machine was ${demo.busy}.`,
        '',
        tableOf(stretches),
        '',
        closingOf(stretches),
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
  const victimsOf = (url: URL) =>
    new Victims(
      made.victims.map(({ secrets }, i) => new Victim(url, { secrets, places, asksIsochrones: i === 0 }, receivers)),
    );
  const stretches: Stretch[] = [];
  let pattern = '';
  {
    const service = await startService(root, home, env);
    const victims = victimsOf(service.url);
    const contention = openContention();
    const running = new Map<string, Attackers>();
    try {
      for (const clients of CLIENTS) {
        const started = startAttackers(clients);
        if (started !== null) running.set(clients, started);
      }
      await victims.prepare();
      const attackers: Attacker[] = [];
      for (const one of made.attackers) attackers.push(await prepareAttacker(service.url, one, places, receivers));
      const stretch = async (
        what: Pick<Stretch, 'beside' | 'clients' | 'name'>,
        attackersPid: number | null,
        meanwhile: () => Promise<AttackResult>,
      ) => {
        const milliseconds = what.beside === 'nothing' ? ALONE_MILLISECONDS : ATTACK_MILLISECONDS;
        const watched = { servicePid: service.pid, databaseUrl: given.DATABASE_URL, attackersPid };
        await readProcess(metricsPort); // the delay of the event loop begins anew
        const before = await processorSeconds(watched);
        const taken = sleep(milliseconds).then(async () =>
          processorsBetween(before, await processorSeconds(watched), milliseconds / 1000),
        );
        const [felt, answers] = await Promise.all([victims.work(milliseconds), meanwhile()]);
        const processors = await taken;
        stretches.push({ database, ...what, felt, answers, processors, process: await readProcess(metricsPort) });
        await sleep(PAUSE_MILLISECONDS);
        return sumOf(processors);
      };
      const alone = () => stretch({ beside: 'nothing', clients: null, name: null }, null, async () => ({}));
      const order = { url: service.url.origin, attackers, milliseconds: ATTACK_MILLISECONDS };
      await victims.work(2_000); // warms up
      let usual = await alone();
      for (const name of fronts) {
        for (const clients of CLIENTS) {
          const clientsOf = running.get(clients);
          if (clientsOf === undefined) continue;
          const taken = await stretch({ beside: 'attack', clients, name }, clientsOf.pid, () =>
            clientsOf.attack({ ...order, front: name }),
          );
          if (clients === 'yield') continue;
          await stretch({ beside: 'contention', clients, name }, null, async () => {
            await contention.burn(Math.max(0, taken - usual), ATTACK_MILLISECONDS);
            return {};
          });
        }
        usual = await alone();
      }
      pattern = await jobOf(service.url, attackers);
    } finally {
      victims.close();
      await contention.close();
      for (const one of running.values()) await one.stop();
      await service.stop();
    }
  }
  await queueJobs(home, given.DATABASE_URL, pattern, WAITING_JOBS);
  const service = await startService(root, home, env);
  const victims = victimsOf(service.url);
  try {
    await victims.prepare();
    await victims.work(1_000);
    await readProcess(metricsPort);
    const felt = await victims.work(ALONE_MILLISECONDS);
    const name = `${WAITING_JOBS.toLocaleString('en-US')} waiting jobs`;
    const process = await readProcess(metricsPort);
    stretches.push({ database, beside: 'attack', clients: null, name, felt, answers: {}, processors: null, process });
  } finally {
    victims.close();
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
