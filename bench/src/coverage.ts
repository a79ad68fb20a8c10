import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import {
  checkReachedPoles,
  classWeights,
  closingPlan,
  joinStoreSets,
  networkOf,
  networkReach,
  openingPlan,
  overlaps,
  type StoreSets,
  storeSets,
  storeSetsHierarchy,
  whiteSpots,
} from '@hinterland/engine/coverage';
import type { Hierarchy } from '@hinterland/engine/hierarchy';
import type { LatLng } from '@hinterland/engine/query';
import { SeededRandom } from '@hinterland/geo';
import { loadTerritory, type SharedTerritory, shareTerritory, type Territory } from '@hinterland/territory';
import { type CountryOptions, generatedCountry } from './generatedCountry.ts';

const STORES = 500;
const CANDIDATES = 100;
const ROUNDS = 3;
const SEED = 1;
const MINUTES = [15, 30, 60];

const COUNTRIES: readonly CountryOptions[] = [
  { seed: 1, sideExponent: 11, towns: 4, polesPerRoad: 5 },
  { seed: 1, sideExponent: 12, towns: 3.85, polesPerRoad: 1.3 },
  { seed: 1, sideExponent: 12, towns: 6, polesPerRoad: 5 },
];

/** What a thread is given to do its part, and what it gives back. */
export interface CoverageTask {
  readonly places: readonly LatLng[];
  readonly minutes: number;
}
export type CoverageAnswer = Omit<StoreSets, 'territory'>;
export interface CoverageWorkerData {
  readonly shared: SharedTerritory;
  readonly hierarchy: Hierarchy;
}

/**
 * 500 stores and 100 candidates on the given bundles and on generated countries: sets of stores per pole, figures, overlaps, white spots, closing
 * 50, opening 20; by the sweep in one thread and in two, and with one plain search per store. Returns Markdown.
 */
export async function coverage(bundles: readonly string[]): Promise<string> {
  const builds: string[] = [];
  const rows: string[] = [];
  const makers = [
    ...bundles.map((dir) => () => loadTerritory(dir)),
    ...COUNTRIES.map((options) => () => Promise.resolve(generatedCountry(options))),
  ];
  for (const make of makers) {
    const territory = await make();
    const memoryBefore = megabytes();
    resetPeakMemory();
    const built = timed(() => storeSetsHierarchy(territory, 'car', 'normal'));
    const hierarchy = built.result;
    const name = territory.manifest.name;
    const random = new SeededRandom(SEED);
    const places = Array.from({ length: STORES + CANDIDATES }, () => placeOfPole(territory, random));
    const worker = await startWorker({ shared: shareTerritory(territory), hierarchy });
    for (const minutes of MINUTES) {
      rows.push(`| ${name} | ${minutes} | ${await measure(territory, places, minutes, worker)} |`);
    }
    await worker.terminate();
    builds.push(
      `| ${name} | ${thousands(territory.nodes.rows)} | ${thousands(territory.edges.rows)} | ${thousands(territory.poles.rows)} | ${seconds(built.cpu)} | ` +
        `${(hierarchy.down.ends.length / hierarchy.positions).toFixed(2)} | ${memoryBefore} | ${peakMegabytes()} |`,
    );
  }
  return [
    `Bundles and generated countries (bench/src/generatedCountry.ts), ${STORES} stores and ${CANDIDATES} candidates at random`,
    `addresses, car, inbound, exact on every pole. Medians of ${ROUNDS} rounds, wall and CPU time in ms. "all" is everything that`,
    'network.coverage computes: sets, figures, overlaps, white spots by postcode, closing 50 and opening 20 with',
    'certificates. "plain" is the sets alone by one bucket search per place. Poles are counted once per place they reach;',
    'the product refuses more than 50 million. "MB at most" is the peak of the whole process with both threads in it, all rows',
    'of the territory and the plain searches included. Where other work loads the machine, CPU time is what to compare.',
    '',
    '| territory | nodes | edges | poles | hierarchy, s CPU | arcs per node | MB, territory loaded | MB at most |',
    '|---|--:|--:|--:|--:|--:|--:|--:|',
    ...builds,
    '',
    '| territory | min | poles reached | classes | sets | all | all, CPU | sets, 2 threads | plain | plain, CPU | plain ÷ sets, CPU |',
    '|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|',
    ...rows,
  ].join('\n');
}

async function measure(
  territory: Territory,
  places: readonly LatLng[],
  minutes: number,
  worker: Worker,
): Promise<string> {
  const query = { places, mode: 'car', traffic: 'normal', limitSeconds: minutes * 60 } as const;
  const setsTimes: { wall: number; cpu: number }[] = [];
  const allTimes: { wall: number; cpu: number }[] = [];
  let sets = storeSets(territory, query, { method: 'sweep' });
  for (let round = 0; round < ROUNDS; round++) {
    const all = timed(() => {
      const found = timed(() => storeSets(territory, query, { method: 'sweep' }));
      setsTimes.push(found);
      plan(found.result, STORES);
      return found.result;
    });
    sets = all.result;
    allTimes.push(all);
  }
  const twoThreads: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    const joined = await inTwoThreads(territory, places, minutes, worker);
    twoThreads.push(performance.now() - started);
    assertSame(joined, sets);
  }
  const plain = timed(() => storeSets(territory, query, { method: 'plain' }));
  assertSame(plain.result, sets);
  const setsTime = median(setsTimes.map(({ wall }) => wall));
  const setsCpu = median(setsTimes.map(({ cpu }) => cpu));
  return [
    thousands(checkReachedPoles(sets, Infinity)),
    thousands(sets.classes),
    setsTime.toFixed(0),
    median(allTimes.map(({ wall }) => wall)).toFixed(0),
    median(allTimes.map(({ cpu }) => cpu)).toFixed(0),
    median(twoThreads).toFixed(0),
    plain.wall.toFixed(0),
    plain.cpu.toFixed(0),
    (plain.cpu / setsCpu).toFixed(1),
  ].join(' | ');
}

export function plan(sets: StoreSets, stores: number): void {
  const network = networkOf(sets, stores);
  const weights = classWeights(sets, ['population'])[0]!;
  networkReach(network, weights);
  overlaps(network, weights);
  whiteSpots(network, 'population', 'postcode');
  // 50 of 500, and 20 of 100 candidates.
  closingPlan(network, weights, { closeCount: Math.round(stores / 10) });
  openingPlan(network, weights, { openCount: Math.round(stores / 25) });
}

/** Every other place of a west-east order goes to the worker, so that both threads sweep all of the country. */
export async function inTwoThreads(
  territory: Territory,
  places: readonly LatLng[],
  minutes: number,
  worker: Worker,
): Promise<StoreSets> {
  const order = places.map((_, place) => place).sort((a, b) => places[a]!.lng - places[b]!.lng);
  const [own, others] = [order.slice(0, order.length / 2), order.slice(order.length / 2)];
  const part = (numbers: readonly number[]) => numbers.map((place) => places[place]!);
  const answer = once(worker, 'message') as Promise<[CoverageAnswer]>;
  worker.postMessage({ places: part(others), minutes } satisfies CoverageTask);
  const query = { places: part(own), mode: 'car', traffic: 'normal', limitSeconds: minutes * 60 } as const;
  const ownSets = storeSets(territory, query, { method: 'sweep' });
  const [otherSets] = await answer;
  return joinStoreSets([
    { sets: ownSets, placeOf: own },
    { sets: { ...otherSets, territory }, placeOf: others },
  ]);
}

export async function startWorker(data: CoverageWorkerData): Promise<Worker> {
  const worker = new Worker(new URL('./coverageWorker.js', import.meta.url), { workerData: data });
  await once(worker, 'online');
  return worker;
}

function placeOfPole({ poles, nodes, edges, snaps }: Territory, random: SeededRandom): LatLng {
  // A pole with its road's end nearest: on the road itself, so that it is never too far from one.
  const row = random.int(snaps.car!.rows);
  const node = edges.fromNode[snaps.car!.edge[row]!]!;
  const pole = snaps.car!.pole[row]!;
  return {
    lat: (poles.latMicrodegrees[pole]! + nodes.latMicrodegrees[node]!) / 2e6,
    lng: (poles.lngMicrodegrees[pole]! + nodes.lngMicrodegrees[node]!) / 2e6,
  };
}

export function assertSame(a: StoreSets, b: StoreSets): void {
  const columnsOf = ({ runs, firstMember, members }: StoreSets) => ({ ...runs, firstMember, members });
  for (const column of ['ends', 'classes', 'firstMember', 'members'] as const) {
    const [x, y] = [columnsOf(a)[column], columnsOf(b)[column]];
    if (x.length !== y.length || x.some((value, i) => value !== y[i])) throw new Error(`Two ways differ in ${column}.`);
  }
}

function timed<T>(work: () => T): { result: T; wall: number; cpu: number } {
  const cpu = process.cpuUsage();
  const started = performance.now();
  const result = work();
  const used = process.cpuUsage(cpu);
  return { result, wall: performance.now() - started, cpu: (used.user + used.system) / 1000 };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

/** Forgets the largest resident size so far; without effect where the system does not keep one. */
function resetPeakMemory(): void {
  try {
    writeFileSync('/proc/self/clear_refs', '5');
  } catch {
    // The peak of the process then stands in the table, which is more.
  }
}

/** Largest resident size since resetPeakMemory. */
function peakMegabytes(): number {
  try {
    const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    return Math.round(Number(kilobytes) / 1000);
  } catch {
    return Math.round(process.resourceUsage().maxRSS / 1000);
  }
}

const megabytes = () => Math.round(process.memoryUsage().rss / 1e6);
const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1);
const thousands = (count: number) => count.toLocaleString('en-US');
