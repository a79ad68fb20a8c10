import { type Loop, openLoop } from '../../kit/background/loop.ts';
import { claimJob } from './queue.ts';
import { type WorkSettings, workOn } from './work.ts';

export interface JobRunnerSettings extends WorkSettings {
  /** Jobs that one process works on at the same time: more than a few organizations may have under way together. */
  readonly jobsAtOnce: number;
  /** Interval of polling, for jobs of other processes and of crashed ones. */
  readonly everyMilliseconds: number;
}

/** Works on jobs in the background. When it stops, running jobs go back to the queue. */
export function openJobRunner({ jobsAtOnce, everyMilliseconds, ...settings }: JobRunnerSettings): Loop {
  const { db, clock, log, leaseSeconds } = settings;
  return openLoop({
    take: () => claimJob(db, clock, leaseSeconds),
    work: (job, stopping) => workOn(settings, job, stopping),
    atOnce: jobsAtOnce,
    everyMilliseconds,
    onError(error, job) {
      if (job === null) log.warn({ err: error }, 'queue of jobs not polled');
      else log.error({ job: job.id, err: error }, 'work on a job broken off');
    },
  });
}
