import { once } from 'node:events';
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
  whiteSpots,
} from '@hinterland/engine/coverage';
import type { LatLng } from '@hinterland/engine/query';
import type { SharedTerritory, Territory } from '@hinterland/territory';
import { percentile } from './percentile.ts';
import { type Times, timed } from './timed.ts';

export const ROUNDS = 3;

/** What a thread is given to do its part, and what it gives back. */
export interface CoverageTask {
  readonly places: readonly LatLng[];
  readonly minutes: number;
}
export type CoverageAnswer = Omit<StoreSets, 'territory'>;
export interface CoverageWorkerData {
  readonly shared: SharedTerritory;
}

export interface CoverageRow {
  readonly stores: number;
  readonly minutes: number;
  /** Sets of stores of every pole, figures, overlaps, white spots and both plans; medians in ms. */
  readonly all: Times;
  /** The sets alone. */
  readonly sets: Times;
  /** Sets, and all of it, with the sets made by two threads; wall ms. */
  readonly onTwo: { readonly sets: number; readonly all: number } | null;
  readonly classes: number;
  /** Poles, each once per place that it reaches. */
  readonly reached: number;
  /** One bucket search per place, which gives the same sets; null where it was not run. */
  readonly plain: Times | null;
}

export interface CoverageOptions {
  readonly worker?: Awaited<ReturnType<typeof startWorker>>;
  readonly withPlain?: boolean;
  readonly rounds?: number;
}

/** The last 100 places are candidates, or the last sixth of them. */
export async function coverageRow(
  territory: Territory,
  places: readonly LatLng[],
  minutes: number,
  { worker, withPlain, rounds = ROUNDS }: CoverageOptions,
): Promise<CoverageRow> {
  const query = { places, mode: 'car', traffic: 'normal', limitSeconds: minutes * 60 } as const;
  const stores = places.length - Math.round(places.length / 6);
  const all: Times[] = [];
  const alone: Times[] = [];
  const two: { sets: number; all: number }[] = [];
  let sets: StoreSets | null = null;
  for (let round = -1; round < rounds; round++) {
    const times = await timed(async () => {
      const found = await timed(() => storeSets(territory, query, { method: 'sweep' }));
      plan(found.result, stores);
      return found;
    });
    sets = times.result.result;
    if (round >= 0) {
      all.push(times);
      alone.push(times.result);
    }
    if (worker === undefined) continue;
    const both = await timed(async () => {
      const joined = await timed(() => inTwoThreads(territory, places, minutes, worker));
      plan(joined.result, stores);
      return joined;
    });
    assertSame(both.result.result, sets);
    if (round >= 0) two.push({ sets: both.result.wall, all: both.wall });
  }
  let plain: Times | null = null;
  if (withPlain === true) {
    const { result, ...times } = await timed(() => storeSets(territory, query, { method: 'plain' }));
    assertSame(result, sets!);
    plain = times;
  }
  return {
    stores,
    minutes,
    all: { wall: median(all, 'wall'), cpu: median(all, 'cpu') },
    sets: { wall: median(alone, 'wall'), cpu: median(alone, 'cpu') },
    onTwo: two.length === 0 ? null : { sets: median(two, 'sets'), all: median(two, 'all') },
    classes: sets!.classes,
    reached: checkReachedPoles(sets!, Infinity),
    plain,
  };
}

const median = <K extends string>(rounds: readonly Readonly<Record<K, number>>[], name: K): number =>
  percentile(
    rounds.map((round) => round[name]),
    0.5,
  );

/** Everything that follows from the sets. */
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
async function inTwoThreads(
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

function assertSame(a: StoreSets, b: StoreSets): void {
  const columnsOf = ({ runs, firstMember, members }: StoreSets) => ({ ...runs, firstMember, members });
  for (const column of ['ends', 'classes', 'firstMember', 'members'] as const) {
    const [x, y] = [columnsOf(a)[column], columnsOf(b)[column]];
    if (x.length !== y.length || x.some((value, i) => value !== y[i])) throw new Error(`Two ways differ in ${column}.`);
  }
}
