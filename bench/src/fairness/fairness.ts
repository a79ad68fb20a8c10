import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadTerritory } from '@hinterland/territory';
import { type Demo, onDemo, type Place, startService } from '../demoService.ts';
import { freePort, readProcess } from '../processState.ts';
import { onNewPostgres } from '../testServer.ts';
import type { AttackResult } from './attack.ts';
import { type Attackers, CLIENTS, type Clients, startAttackers } from './attackers.ts';
import { closingOf } from './closing.ts';
import { openContention } from './contention.ts';
import { type Attacker, FRONTS } from './fronts.ts';
import { Guest } from './guest.ts';
import { processorSeconds, processorsBetween, sumOf } from './processorTime.ts';
import { openReceivers, type Receivers } from './receivers.ts';
import { tableOf } from './report.ts';
import { jobOf, KEYS, type Made, makeOrganizations, makeReport, prepareAttacker, queueJobs } from './setup.ts';
import { Victim, Victims, type Working } from './victim.ts';
import type { Stretch } from './waits.ts';

/** Between two stretches, for what the one before has left. */
const PAUSE_MILLISECONDS = 500;
const WAITING_JOBS = 20_000;
const HOMES = 3_000;

/** How an attack is measured. */
interface Plan {
  readonly fronts: readonly string[];
  /** Length of a stretch. */
  readonly milliseconds: number;
  readonly clients: readonly Clients[];
  /** Whether other work burns as much of the processors after each attack. */
  readonly contention: boolean;
  /** Whether a person is in the web app, too. */
  readonly guest: boolean;
  /** Jobs of one organization that wait in the last stretch. */
  readonly waitingJobs: number;
}

const EVERYTHING: Omit<Plan, 'fronts'> = {
  milliseconds: 15_000,
  clients: CLIENTS,
  contention: true,
  guest: false,
  waitingJobs: WAITING_JOBS,
};

/** What the web app and agents ask, beside somebody who asks the same. */
const PAGES: Plan = {
  fronts: [
    'reports as PDF',
    'wrong passwords',
    'map tiles',
    'lists and calls of tools',
    'streams that stay open',
    'receivers that never end, pings',
  ],
  milliseconds: 14_000,
  clients: CLIENTS,
  contention: false,
  guest: true,
  waitingJobs: 0,
};

/**
 * Two organizations, one without credits and one with, attack on every front, or on those that are named; three others work
 * meanwhile, and did so alone before, and after each. Bounded: some eleven minutes on a machine at rest, and this machine alone. On
 * PostgreSQL where TEST_DATABASE_URL names one, else on the embedded database.
 */
export function fairness(root: string, named: readonly string[]): Promise<string> {
  const pages = new Set(PAGES.fronts);
  const fronts = Object.keys(FRONTS).filter((name) => !pages.has(name) || name in FRONTS_OF_BOTH);
  const plan = { ...EVERYTHING, fronts: known(named, fronts) };
  return onFairness(root, plan, async (bench) => ({
    stretches:
      (await onNewPostgres((url) => measure(bench, 'PostgreSQL', { DATABASE_URL: url }))) ??
      (await measure(bench, 'embedded', {})),
    text: [
      `Two organizations, one with 0 credits and one with a million, attack with ${KEYS} keys each, every key sending its next request when`,
      `it has its answer, ${plan.milliseconds / 1000} s on each front. A third one works meanwhile: an isochrone of 15 minutes by car, each of another home,`,
      'every 80 ms, and a batch of one point every 300 ms, whose event goes to its webhook; a fourth and a fifth send such batches, too,',
      'so that each row holds some 150 starts of jobs: of the 50 of one organization, 95% was an accident of three. 95% of what they wait, in',
      'brackets the ratio to the same without an attack, in the two rows right before and after the front. Goals: ratios of 2, event loop p99 below 50 ms, memory',
      `bounded; with ${WAITING_JOBS.toLocaleString('en-US')} waiting jobs of one organization, another's starts within 2 s.`,
      '',
      ...HOW_CLIENTS_SHARE,
      'that the thread that answers requests took, the other threads of the service, the database, and the attackers. After each attack of',
      'clients that share, threads that have nothing to do with the service burn as much: "contention" is that ratio of an isochrone.',
    ],
  }));
}

/**
 * The same on what the web app and agents ask, on the embedded database and on the PostgreSQL that TEST_DATABASE_URL names, with a person
 * who asks for tiles, reports and sign-ins beside the three organizations: some ten minutes for both on a machine at rest.
 */
export function pagesUnderAttack(root: string, named: readonly string[]): Promise<string> {
  const plan = { ...PAGES, fronts: known(named, PAGES.fronts) };
  return onFairness(root, plan, async (bench) => ({
    stretches: [
      ...(await measure(bench, 'embedded', {})),
      ...((await onNewPostgres((url) => measure(bench, 'PostgreSQL', { DATABASE_URL: url }))) ?? []),
    ],
    text: [
      `As in "Others under attack", ${plan.milliseconds / 1000} s on each front, and a person in the web app, in another network than the attackers: five`,
      'tiles of a map per second, a sign-in every 1.5 seconds, and every three seconds a report as PDF, which is printed each time. 95% of what they',
      'wait, in brackets the ratio to the same without an attack, in the two rows right before and after the front. Goal: ratios of 2.',
      '',
      ...HOW_CLIENTS_SHARE,
      'that the thread that answers requests took, the other threads of the service (without Chromium), the database, and the attackers.',
    ],
  }));
}

const HOW_CLIENTS_SHARE = [
  "Service, database, attackers and those who work share this machine, so each attack comes twice. The attackers' clients, a process of their own,",
  '"share" it with the lowest niceness, or "yield": in the scheduling class for idle processors (`chrt --idle`) they run while',
  'nobody else wants to, as if they stood elsewhere, so what the others wait for is the service itself. Processors are those',
];

/** Fronts of both benches. */
const FRONTS_OF_BOTH = { 'wrong passwords': true, 'receivers that never end, pings': true };

/** Returns the fronts that are named, all where none is. Throws where one is unknown. */
function known(named: readonly string[], all: readonly string[]): readonly string[] {
  const unknown = named.find((name) => !all.includes(name));
  if (unknown !== undefined) throw new Error(`There is no front ${unknown}. There are: ${all.join('; ')}.`);
  return named.length === 0 ? all : named;
}

function onFairness(
  root: string,
  plan: Plan,
  work: (bench: Bench) => Promise<{ readonly stretches: readonly Stretch[]; readonly text: readonly string[] }>,
): Promise<string> {
  return onDemo(root, async (demo) => {
    const places = await homesOf(demo.home);
    const receivers = await openReceivers();
    try {
      const { stretches, text } = await work({ demo, receivers, places, plan });
      const busy = `Before the start, the load average of the machine was ${demo.busy}.`;
      return [...text, busy, '', tableOf(stretches), '', closingOf(stretches)].join('\n');
    } finally {
      await receivers.close();
    }
  });
}

interface Bench {
  readonly demo: Demo;
  readonly receivers: Receivers;
  readonly places: readonly Place[];
  readonly plan: Plan;
}

async function measure(
  { demo: { root, home }, receivers, places, plan }: Bench,
  database: string,
  given: Readonly<Record<string, string>>,
): Promise<Stretch[]> {
  const metricsPort = await freePort();
  const env = {
    ...given,
    HINTERLAND_METRICS_PORT: `${metricsPort}`,
    HINTERLAND_TRUSTED_PROXIES: '1',
    HINTERLAND_WEBHOOK_NETWORKS: '127.0.0.0/8',
    NODE_EXTRA_CA_CERTS: join(home, 'receivers.pem'),
  };
  const made = await makeOrganizations({ root, home, env, receivers });
  const victimsOf = (url: URL, others: readonly Working[] = []) =>
    new Victims([
      ...made.victims.map(({ secrets }, i) => new Victim(url, { secrets, places, asksIsochrones: i === 0 }, receivers)),
      ...others,
    ]);
  const stretches: Stretch[] = [];
  let pattern = '';
  {
    const service = await startService(root, home, env);
    const { url } = service;
    const reportCode = await makeReport(url, made.victims[0] as Made, places[0] as Place);
    const { email, id: organizationId } = made.victims[0] as Made;
    const person = { url, email, organizationId, reportCode, places };
    const victims = victimsOf(url, plan.guest ? [new Guest(person)] : []);
    const contention = openContention();
    const running = new Map<string, Attackers>();
    try {
      for (const clients of plan.clients) {
        const started = startAttackers(clients);
        if (started !== null) running.set(clients, started);
      }
      await victims.prepare();
      const attackers: Attacker[] = [];
      for (const one of made.attackers) {
        attackers.push(await prepareAttacker(url, one, { places, receivers, reportCode }));
      }
      const stretch = async (
        what: Pick<Stretch, 'beside' | 'clients' | 'name'>,
        attackersPid: number | null,
        meanwhile: () => Promise<AttackResult>,
      ) => {
        const { milliseconds } = plan;
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
      const order = { url: url.origin, attackers, milliseconds: plan.milliseconds };
      await victims.work(2_000); // warms up
      let usual = await alone();
      for (const name of plan.fronts) {
        for (const clients of plan.clients) {
          const clientsOf = running.get(clients);
          if (clientsOf === undefined) continue;
          const taken = await stretch({ beside: 'attack', clients, name }, clientsOf.pid, () =>
            clientsOf.attack({ ...order, front: name }),
          );
          if (clients === 'yield' || !plan.contention) continue;
          await stretch({ beside: 'contention', clients, name }, null, async () => {
            await contention.burn(Math.max(0, taken - usual), plan.milliseconds);
            return {};
          });
        }
        usual = await alone();
      }
      if (plan.waitingJobs > 0) pattern = await jobOf(url, attackers);
    } finally {
      victims.close();
      await contention.close();
      for (const one of running.values()) await one.stop();
      await service.stop();
    }
  }
  if (plan.waitingJobs === 0) return stretches;
  await queueJobs(home, given.DATABASE_URL, pattern, plan.waitingJobs);
  const service = await startService(root, home, env);
  const victims = victimsOf(service.url);
  try {
    await victims.prepare();
    await victims.work(1_000);
    await readProcess(metricsPort);
    const felt = await victims.work(plan.milliseconds);
    const name = `${plan.waitingJobs.toLocaleString('en-US')} waiting jobs`;
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
