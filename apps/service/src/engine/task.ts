import type { Progress } from '@hinterland/actions';
import type { Waiting } from '../kit/fairness/fairQueue.ts';
import type { Span } from '../kit/traces/span.ts';
import type { Outcome, Task } from './protocol.ts';

/**
 * The classes of tasks. Among the tasks of one organization the one whose patience ends first goes next: paid runs with
 * their quotes before free quotes, and items of batches last. Between organizations a class counts by its weight: the time
 * of a paid run takes a quarter of the share that the same time of an item takes.
 */
export const CLASSES = {
  lookup: { patienceMilliseconds: 0, weight: 4 },
  run: { patienceMilliseconds: 0, weight: 4 },
  short: { patienceMilliseconds: 1_000, weight: 2 },
  /** Runs and quotes of actions that take long. */
  long: { patienceMilliseconds: 0, weight: 4 },
  longQuote: { patienceMilliseconds: 2_000, weight: 2 },
  batch: { patienceMilliseconds: 10_000, weight: 1 },
} as const;
export type Priority = keyof typeof CLASSES;
export const PRIORITIES = Object.keys(CLASSES) as readonly Priority[];

/** The threads of a lane work on the same kinds of tasks. */
export const LANES = ['runs', 'lookups', 'long'] as const;
export type Lane = (typeof LANES)[number];

export interface TaskOptions {
  readonly priority: Priority;
  /** Counted from now, the time in the queue included. */
  readonly timeLimitMilliseconds: number;
  /** Gives the task up; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Organization that the work is done for; absent where it is for nobody in particular: such tasks share one share. */
  readonly organizationId?: number | undefined;
  /** Whose share it takes where it is for no organization: somebody who looks at a map. */
  readonly party?: string | undefined;
  /** Whether the party is somebody who is not signed in. All strangers together come behind everybody else. */
  readonly isStranger?: boolean | undefined;
  readonly progress?: Progress | undefined;
  /** The worker that answered the quote of this call: it may have kept what the run needs. */
  readonly preferredWorker?: number | undefined;
  /** The subject of the task: a thread that answered something about the same is preferred where no other is. */
  readonly about?: string | undefined;
}

export interface TaskAnswer {
  readonly outcome: Outcome;
  readonly worker: number;
}

/** A task that waits or runs. */
export interface PoolTask extends Waiting {
  readonly isStrangers: boolean;
  readonly id: number;
  readonly task: Task;
  readonly options: TaskOptions;
  /** The span of its caller. */
  readonly caller: Span | undefined;
  /** The queue that it waits in. */
  readonly lane: Lane;
  /** When it came, milliseconds of performance.now. */
  readonly cameAt: number;
  /** End of its patience, milliseconds of performance.now. */
  readonly dueAt: number;
  /** End of its time limit, milliseconds of performance.now. */
  readonly deadline: number;
  /** Milliseconds that its share was charged when it began. */
  chargedMilliseconds: number;
  settled: boolean;
  settle(end: { answer: TaskAnswer } | { error: unknown }): void;
}
