import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { LatLng } from '@hinterland/engine/query';

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
