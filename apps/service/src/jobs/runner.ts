import type { WorkParts } from './jobWork.ts';
import { claimJob } from './queue.ts';
import { workOn } from './work.ts';

/** Works on jobs in the background. */
export interface JobRunner {
  /** Looks soon: a job was put into the queue. */
  nudge(): void;
  /** Gives the jobs under way back; resolves when that is done. */
  stop(): Promise<void>;
}

export interface JobRunnerSettings extends WorkParts {
  /** Jobs that one process works on at the same time. */
  readonly jobsAtOnce: number;
  /** How often it looks by itself, for jobs of other processes and of those that are gone. */
  readonly everyMilliseconds: number;
}

/** Where jobs are left to other processes. */
export const noRunner: JobRunner = { nudge() {}, async stop() {} };

export function openJobRunner(settings: JobRunnerSettings): JobRunner {
  const { db, clock, log, leaseSeconds, jobsAtOnce, everyMilliseconds } = settings;
  const stopping = new AbortController();
  const working = new Set<Promise<void>>();
  let looking: Promise<void> | null = null;
  let again = false;

  /** Takes jobs until there are none left, or enough are under way. */
  const look = async () => {
    while (!stopping.signal.aborted && working.size < jobsAtOnce) {
      const job = await claimJob(db, clock, leaseSeconds);
      if (job === null) return;
      const work: Promise<void> = workOn(settings, job, stopping.signal)
        .catch((error) => log.error({ job: job.id, err: error }, 'work on a job broken off'))
        .finally(() => {
          working.delete(work);
          nudge();
        });
      working.add(work);
    }
  };
  const nudge = () => {
    if (stopping.signal.aborted) return;
    again = true;
    looking ??= (async () => {
      while (again) {
        again = false;
        try {
          await look();
        } catch (error) {
          if (!stopping.signal.aborted) log.warn({ err: error }, 'queue of jobs not looked at');
        }
      }
      looking = null;
    })();
  };
  const timer = setInterval(nudge, everyMilliseconds);
  timer.unref();
  nudge();
  return {
    nudge,
    async stop() {
      clearInterval(timer);
      stopping.abort(new Error('the service is stopping'));
      await looking;
      await Promise.all(working);
    },
  };
}
