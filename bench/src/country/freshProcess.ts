import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { LatLng } from '@hinterland/engine/query';
import type { Times } from '../timed.ts';

export interface Question {
  readonly place: LatLng;
  readonly minutes: readonly number[];
}
export interface FreshTask {
  readonly bundle: string;
  readonly questions: readonly Question[];
}
export interface FreshAnswer {
  /** One per question. */
  readonly times: readonly Times[];
  /** After the last question. */
  readonly residentMegabytes: number;
  readonly peakMegabytes: number;
}

/** Asks isochrones of a process of its own, which has only opened the bundle before. */
export async function askFreshProcess(task: FreshTask): Promise<FreshAnswer> {
  const child = fork(new URL('./freshChild.js', import.meta.url), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const answer = once(child, 'message') as Promise<[FreshAnswer]>;
  child.send(task);
  const [figures] = await answer;
  await once(child, 'exit');
  return figures;
}
