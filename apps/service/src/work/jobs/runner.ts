import { type Loop, openLoop } from '../../kit/background/loop.ts';
import { continued, type Traces, type Work } from '../../kit/traces/traces.ts';
import type { JobRow } from './job.ts';
import { claimJob } from './queue.ts';
import { type WorkSettings, workOn } from './work.ts';

export interface JobRunnerSettings extends WorkSettings {
  /** Jobs that one process works on at the same time: more than a few organizations may have under way together. */
  readonly jobsAtOnce: number;
  /** Null where none are exported. */
  readonly traces: Traces | null;
  /** Interval of polling, for jobs of other processes and of crashed ones. */
  readonly everyMilliseconds: number;
}

/** Works on jobs in the background. When it stops, running jobs go back to the queue. */
export function openJobRunner({ jobsAtOnce, everyMilliseconds, traces, ...settings }: JobRunnerSettings): Loop {
  const { db, clock, log, leaseSeconds } = settings;
  return openLoop({
    take: () => claimJob(db, clock, leaseSeconds),
    work: (job, stopping) =>
      continued(
        traces,
        () => traceOf(job),
        () => workOn(settings, job, stopping),
      ),
    atOnce: jobsAtOnce,
    everyMilliseconds,
    onError(error, job) {
      if (job === null) log.warn({ err: error }, 'queue of jobs not polled');
      else log.error({ job: job.id, err: error }, 'work on a job broken off');
    },
  });
}

/** What a process does of a job, from its claim to its end or until it hands it back. */
export const traceOf = (job: JobRow): Work => ({
  kind: 'job',
  name: `job ${job.action_id}`,
  facts: {
    'hinterland.action': job.action_id,
    'hinterland.job.id': job.id,
    'hinterland.organization.id': job.organization_id,
  },
  traceparent: job.traceparent,
});
