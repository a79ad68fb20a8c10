import type { Outcome, Task } from './protocol.ts';

/** Patience of a task behind others: lookups and short questions first, batches last, and no task waits for ever. */
export const PATIENCE_MILLISECONDS = { lookup: 0, short: 0, run: 1_000, long: 1_000, batch: 10_000 } as const;
export type Priority = keyof typeof PATIENCE_MILLISECONDS;
export const PRIORITIES = Object.keys(PATIENCE_MILLISECONDS) as readonly Priority[];

/** The threads of a lane work on the same kinds of tasks. */
export type Lane = 'runs' | 'lookups' | 'long';

export interface TaskOptions {
  readonly priority: Priority;
  /** Counted from now, the time in the queue included. */
  readonly timeLimitMilliseconds: number;
  /** Gives the task up; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Organization that the work is done for; absent where it is for nobody in particular. */
  readonly organizationId?: number | undefined;
  readonly progress?: ((fraction: number, step: string) => void) | undefined;
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
export interface PoolTask {
  readonly id: number;
  readonly task: Task;
  readonly options: TaskOptions;
  /** When it came, milliseconds of performance.now. */
  readonly cameAt: number;
  /** Tasks start in the order of this number, milliseconds of performance.now. */
  readonly dueAt: number;
  /** End of its time limit, milliseconds of performance.now. */
  readonly deadline: number;
  settled: boolean;
  settle(end: { answer: TaskAnswer } | { error: unknown }): void;
}
