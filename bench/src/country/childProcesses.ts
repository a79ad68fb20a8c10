import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { LatLng } from '@hinterland/engine/query';
import type { Times } from '../timed.ts';

export interface ChildTask {
  readonly bundle: string;
  readonly places: readonly LatLng[];
}
export interface MemoryFigures {
  readonly afterLoadingMegabytes: number;
  readonly peakMegabytes: number;
  /** Everything of a plan, the first in the process. */
  readonly firstPlan: Times;
}

/** `network.coverage` with `geometry: true`, asked of a new process once per round, each with other stores. */
export interface ActionTask {
  readonly bundle: string;
  readonly rounds: readonly (readonly LatLng[])[];
  readonly minutes: number;
  /** Minutes for which the stores of the first round are priced at the end. */
  readonly sizes: readonly number[];
}
export interface ActionFigures {
  readonly first: Times;
  /** Medians of the later rounds. */
  readonly later: Times;
  readonly peakMegabytes: number;
  /** The poles of each size, or the words of its refusal. */
  readonly passes: readonly {
    readonly minutes: number;
    readonly poles: number | null;
    readonly refused: string | null;
  }[];
}

/** Resident memory of a process of its own that loads the bundle and covers the country, 60 minutes. */
export function coverageMemory(bundle: string, places: readonly LatLng[]): Promise<MemoryFigures> {
  return askChild(new URL('./coverageChild.js', import.meta.url), { bundle, places } satisfies ChildTask);
}

/** Time and memory of a process of its own that answers `network.coverage` as the service does, but for messages. */
export function coverageAction(task: ActionTask): Promise<ActionFigures> {
  return askChild(new URL('./actionChild.js', import.meta.url), task);
}

/** Starts a program in a process of its own, gives it a task, and returns what it answers. Throws where it ends without an answer. */
export async function askChild<T>(program: URL, task: object): Promise<T> {
  const child = fork(program, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const ended = once(child, 'exit');
  // It comes behind all messages, which the end of the process may not.
  const silent = once(child, 'disconnect').then(async () => {
    const [code] = await ended;
    throw new Error(`${program.pathname} ended with ${code}, without an answer.`);
  });
  const answer = once(child, 'message') as Promise<[T]>;
  child.send(task);
  const [figures] = await Promise.race([answer, silent]);
  await ended;
  return figures;
}

/** Answers the process that gave the task, and lets it go once the answer is on its way: a long one is lost otherwise. */
export const answerParent = (answer: object): void => {
  process.send!(answer, () => process.disconnect());
};

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
