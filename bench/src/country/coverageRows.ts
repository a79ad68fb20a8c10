import { fork } from 'node:child_process';
import { once } from 'node:events';
import { type StoreSets, storeSets } from '@hinterland/engine/coverage';
import type { LatLng } from '@hinterland/engine/query';
import type { Territory } from '@hinterland/territory';
import { assertSame, inTwoThreads, plan, type startWorker } from '../coverage.ts';
import { percentile } from '../percentile.ts';
import { timed } from '../timed.ts';

const ROUNDS = 3;

export interface CoverageRow {
  readonly stores: number;
  readonly minutes: number;
  /** Sets of stores of every pole, figures, overlaps, white spots and both plans; medians in ms. */
  readonly all: { readonly wall: number; readonly cpu: number };
  readonly sets: number;
  /** The same with the sets made by two threads. */
  readonly allOnTwo: number | null;
  readonly classes: number;
  /** One bucket search per place, which gives the same sets; null where it was not run. */
  readonly plain: number | null;
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
  const one: { wall: number; cpu: number; sets: number }[] = [];
  const two: number[] = [];
  let sets: StoreSets | null = null;
  for (let round = -1; round < rounds; round++) {
    const times = await timed(async () => {
      const found = await timed(() => storeSets(territory, query, { method: 'sweep' }));
      plan(found.result, stores);
      return found;
    });
    sets = times.result.result;
    if (round >= 0) one.push({ wall: times.wall, cpu: times.cpu, sets: times.result.wall });
    if (worker === undefined) continue;
    const both = await timed(async () => {
      const joined = await inTwoThreads(territory, places, minutes, worker);
      plan(joined, stores);
      return joined;
    });
    assertSame(both.result, sets);
    if (round >= 0) two.push(both.wall);
  }
  let plain: number | null = null;
  if (withPlain === true) {
    const found = await timed(() => storeSets(territory, query, { method: 'plain' }));
    assertSame(found.result, sets!);
    plain = found.wall;
  }
  const middle = (of: (times: (typeof one)[number]) => number) => percentile(one.map(of), 0.5);
  return {
    stores,
    minutes,
    all: { wall: middle(({ wall }) => wall), cpu: middle(({ cpu }) => cpu) },
    sets: middle(({ sets }) => sets),
    allOnTwo: two.length === 0 ? null : percentile(two, 0.5),
    classes: sets!.classes,
    plain,
  };
}

export interface ChildTask {
  readonly bundle: string;
  readonly places: readonly LatLng[];
}
export interface MemoryFigures {
  readonly afterLoadingMegabytes: number;
  readonly peakMegabytes: number;
}

/** Resident memory of a process of its own that loads the bundle and covers the country, 60 minutes. */
export async function coverageMemory(bundle: string, places: readonly LatLng[]): Promise<MemoryFigures> {
  const child = fork(new URL('./coverageChild.js', import.meta.url), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const answer = once(child, 'message') as Promise<[MemoryFigures]>;
  child.send({ bundle, places } satisfies ChildTask);
  const [figures] = await answer;
  await once(child, 'exit');
  return figures;
}

/** Milliseconds from the start of a process to its first answer: a 30-minute isochrone. */
export async function startToAnswer(bundle: string, place: LatLng): Promise<{ wall: number; load: number }> {
  const started = performance.now();
  const child = fork(new URL('./startChild.js', import.meta.url), [bundle, String(place.lat), String(place.lng)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [{ load }] = (await once(child, 'message')) as [{ load: number }];
  const wall = performance.now() - started;
  await once(child, 'exit');
  return { wall, load };
}
