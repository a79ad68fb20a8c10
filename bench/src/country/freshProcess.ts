import type { LatLng } from '@hinterland/engine/query';
import type { Times } from '../timed.ts';
import { askChild } from './childProcesses.ts';

export interface Question {
  readonly place: LatLng;
  readonly minutes: readonly number[];
}
export interface FreshTask {
  readonly bundle: string;
  /** Whether the process is warmed up before the first question, as the service does while nobody asks. */
  readonly isWarmedUp: boolean;
  readonly questions: readonly Question[];
}
export interface WarmUpFigures {
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** Of what was made, 10^6 bytes. */
  readonly megabytes: number;
}
export interface FreshAnswer {
  /** One per question. */
  readonly times: readonly Times[];
  /** What the warm-up took; 0 without. */
  readonly warmUp: WarmUpFigures;
  /** After the last question. */
  readonly residentMegabytes: number;
  readonly peakMegabytes: number;
}

/** Asks isochrones of a process of its own, which has only opened the bundle before, or warmed it up, too. */
export const askFreshProcess = (task: FreshTask): Promise<FreshAnswer> =>
  askChild(new URL('./freshChild.js', import.meta.url), task);
