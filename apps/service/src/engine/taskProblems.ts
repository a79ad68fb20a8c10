import { said } from '@hinterland/answers/said';
import { ProblemError, rateLimited, unavailable } from '../kit/problem.ts';
import type { TaskOptions } from './task.ts';

/** Refuses a task that would miss its time limit by `late` milliseconds. */
export const busy = ({ timeLimitMilliseconds }: TaskOptions, late: number): ProblemError =>
  unavailable(
    said('busy', { limit: timeLimitMilliseconds / 1000, seconds: Math.ceil(late / 1000) }),
    Math.ceil(late / 1000),
  );

/** Refuses a task of an organization that has as many waiting as it may have. */
export const tooManyWaiting = (maximum: number, retryAfter: number): ProblemError =>
  rateLimited(said('waiting_calls', { most: maximum, seconds: retryAfter }), 'waiting_calls', retryAfter, {
    maximum,
    present: maximum,
  });

/** Refuses a task of a stranger where as many of all strangers wait as may wait. */
export const crowded = (): ProblemError => unavailable(said('crowded'), 10);

export const timedOut = (options: TaskOptions) =>
  new ProblemError('run_timeout', said('run_timeout', { seconds: options.timeLimitMilliseconds / 1000 }));

/** The task failed for a reason that callers get no details of. */
export const internalError = (cause: unknown) => {
  const error = new ProblemError('internal_error', said('run_failed'));
  error.cause = cause;
  return error;
};
