/** A thread as the forecast sees it. */
export interface ForecastThread<L> {
  readonly lane: L;
  /** Milliseconds until it has finished its task; 0 when it is idle. */
  readonly freeIn: number;
}

/** A waiting task as the forecast sees it. */
export interface ForecastTask<L> {
  /** Whether threads of a lane take it. */
  takenBy(lane: L): boolean;
  /** Expected time in its thread, in milliseconds. */
  readonly duration: number;
  /** Milliseconds left until its time limit. */
  readonly timeLeft: number;
}

/** The prospect of a waiting task. */
export interface Prospect {
  /** Milliseconds until a thread takes it. */
  readonly wait: number;
  /** Milliseconds by which it would miss its time limit; 0 where it is expected to end in time. */
  readonly late: number;
}

/**
 * Predicts what becomes of tasks that wait, in the order in which they start: each goes to the first thread that is free
 * and takes it. A task that would miss its time limit takes no thread's time: it will be refused. A task that need not
 * wait is never late, however long it is expected to take: an expectation may be wrong.
 *
 * @param threads at least one of a lane that takes each task
 */
export function forecast<L>(threads: readonly ForecastThread<L>[], tasks: readonly ForecastTask<L>[]): Prospect[] {
  const freeIn = threads.map((thread) => thread.freeIn);
  return tasks.map(({ takenBy, duration, timeLeft }) => {
    let first = -1;
    for (const [i, { lane }] of threads.entries()) {
      if (takenBy(lane) && (first < 0 || freeIn[i]! < freeIn[first]!)) first = i;
    }
    const wait = first < 0 ? 0 : freeIn[first]!;
    const late = wait === 0 ? 0 : Math.max(0, wait + duration - timeLeft);
    if (first >= 0 && late === 0) freeIn[first] = wait + duration;
    return { wait, late };
  });
}
