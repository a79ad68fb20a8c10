import type { Engine } from '../../engine/engine.ts';
import type { Clock, Db } from '../../kit/db/database.ts';
import type { Log } from '../../kit/log.ts';
import type { Turns } from '../../kit/rates/turns.ts';
import type { EndedJob, JobEnd, JobRow } from './job.ts';
import type { ClaimedJob } from './queue.ts';

/** A kind of background job. jobKinds.ts lists all kinds. */
export interface JobKind {
  /** Whether a job is of this kind. */
  is(job: JobRow): boolean;
  /** Works on a job from where it stands until it ends or is no longer ours. */
  work(work: JobWork): Promise<void>;
  /** Completes the end of a job, in the transaction of that end. */
  settle(trx: Db, clock: Clock, job: EndedJob): Promise<void>;
  /** Follows "The job was taken up again and again without getting any further." */
  readonly noProgress: string;
}

/** One job that this process works on, and the services that kinds of jobs work with. */
export interface JobWork {
  readonly job: ClaimedJob;
  /** Aborted when the job is no longer ours, or is to be handed back. */
  readonly signal: AbortSignal;
  readonly db: Db;
  readonly clock: Clock;
  readonly engine: Engine;
  readonly log: Log;
  /** Has steps of jobs wait for their turn while other organizations are at work. */
  readonly turns: Pick<Turns, 'take'>;
  /** Lease of the job, to be renewed with each step that is stored. */
  readonly leaseSeconds: number;
  /** Ends the job, in a transaction that has locked the account, then the job. */
  end(trx: Db, job: JobRow, end: JobEnd): Promise<JobRow>;
}

export function kindOf(kinds: readonly JobKind[], job: JobRow): JobKind {
  const kind = kinds.find((one) => one.is(job));
  if (kind === undefined) throw new Error(`the job ${job.id} is of no known kind`);
  return kind;
}
