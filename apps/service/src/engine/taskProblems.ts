import { ProblemError, unavailable } from '../kit/problem.ts';
import type { TaskOptions } from './task.ts';

/** Refuses a task that would miss its time limit by `late` milliseconds. */
export const busy = ({ timeLimitMilliseconds }: TaskOptions, late: number): ProblemError =>
  unavailable(
    `The service is busy: this call would not be answered within ${timeLimitMilliseconds / 1000} s. Nothing was charged. ` +
      `Repeat it in ${Math.ceil(late / 1000)} s.`,
    Math.ceil(late / 1000),
  );

/** Refuses a task of an organization that has as many waiting as it may have. */
export const tooManyWaiting = (maximum: number, retryAfter: number): ProblemError =>
  new ProblemError(
    'rate_limited',
    `${maximum} calls of your organization wait to be computed, as many as may wait. Nothing was charged. ` +
      `Repeat this one in ${retryAfter} s, or send fewer at the same time.`,
    { policy: 'waiting_calls', retryAfter, maximum, present: maximum },
    { 'Retry-After': String(retryAfter) },
  );

/** Refuses a task of a stranger where as many of all strangers wait as may wait. */
export const crowded = (): ProblemError =>
  unavailable(
    'Many people are trying this service at the moment, and those who are signed in go first. Nothing was computed. Try again in 10 s, or sign in.',
    10,
  );

export const timedOut = (options: TaskOptions) =>
  new ProblemError(
    'run_timeout',
    `The run did not end within ${options.timeLimitMilliseconds / 1000} s. Nothing was charged. ` +
      'Ask for less: fewer or nearer points, shorter times, fewer sections.',
  );

/** The task failed for a reason that callers get no details of. */
export const internalError = (cause: unknown) => {
  const error = new ProblemError(
    'internal_error',
    'The run failed on our side. Nothing was charged. Repeat it; if it fails again, report the request id.',
  );
  error.cause = cause;
  return error;
};
