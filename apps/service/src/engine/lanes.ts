import { FairQueue } from '../kit/fairness/fairQueue.ts';
import type { PoolSettings } from './poolSettings.ts';
import type { Lane, PoolTask, TaskOptions } from './task.ts';

/** Tasks of all strangers together that may wait in a lane: an area takes some tenths of a second, a tile of a map a hundredth. */
const STRANGERS_WAITING: Readonly<Record<Lane, number>> = { runs: 20, lookups: 200, long: 20 };

/** Returns an empty queue for each lane. */
export const makeQueues = (): Readonly<Record<Lane, FairQueue<PoolTask>>> => ({
  runs: new FairQueue(STRANGERS_WAITING.runs),
  lookups: new FairQueue(STRANGERS_WAITING.lookups),
  long: new FairQueue(STRANGERS_WAITING.long),
});

/** Threads that all strangers together may have of a lane: one, and half of them at most. */
export const strangersAtOnce = ({ workers }: PoolSettings): number => Math.max(1, Math.floor(workers / 2));

/** The lane of a task: that of runs where its kind has no threads of its own. */
export function laneOf({ priority }: TaskOptions, { lookupWorkers, longWorkers }: PoolSettings): Lane {
  if (priority === 'lookup') return lookupWorkers > 0 ? 'lookups' : 'runs';
  const isLong = priority === 'long' || priority === 'longQuote' || priority === 'batch';
  return isLong && longWorkers > 0 ? 'long' : 'runs';
}
