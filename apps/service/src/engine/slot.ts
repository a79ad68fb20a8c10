import type { Worker } from 'node:worker_threads';
import type { Lane, PoolTask, TaskOptions } from './task.ts';

/** How many recent subjects of a thread count for affinity. */
const RECENT_SUBJECTS = 16;

/** A thread of the pool, with the task that it does. */
export interface Slot {
  readonly number: number;
  readonly lane: Lane;
  /** Subjects of its last tasks, the latest at the end. */
  readonly lately: string[];
  worker: Worker;
  ready: boolean;
  job: PoolTask | null;
  /** When its task was sent, milliseconds of performance.now. */
  startedAt: number;
  cancelFlag: Int32Array;
  /** Ends the worker when it does not notice a cancellation. */
  killTimer: NodeJS.Timeout | null;
}

/** Whether a thread takes tasks of a lane. */
export const serves = (thread: Lane, lane: Lane): boolean =>
  thread === lane || (thread === 'runs' && lane === 'lookups');

/** Returns the one of idle threads that is to do a task. */
export function best(slots: readonly Slot[], { preferredWorker, about }: TaskOptions): Slot {
  return (
    slots.find(({ number }) => number === preferredWorker) ??
    // Lookups leave the other threads to runs where they can.
    slots.find(({ lane }) => lane === 'lookups') ??
    slots.find(({ lately }) => about !== undefined && lately.includes(about)) ??
    slots[0]!
  );
}

/** Notes the subject of a task that a thread begins. */
export function remember(lately: string[], about: string | undefined): void {
  if (about === undefined) return;
  const known = lately.indexOf(about);
  if (known >= 0) lately.splice(known, 1);
  lately.push(about);
  if (lately.length > RECENT_SUBJECTS) lately.shift();
}
