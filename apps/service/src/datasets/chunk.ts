import { sql } from 'kysely';
import { lockAccount } from '../credits/account.ts';
import { type Db, now } from '../db/database.ts';
import { endJob } from '../jobs/end.ts';
import { type JobWork, storePatiently } from '../jobs/jobWork.ts';
import { type ClaimedJob, lockJob } from '../jobs/queue.ts';
import type { Counts } from './dataset.ts';
import { addedCounts, type DatasetKey, lockDataset } from './store.ts';

/** Some rows that a job has dealt with. */
export interface Chunk {
  /** Rows dealt with before. */
  readonly first: number;
  readonly done: number;
  /** Those for which nothing was found. */
  readonly failed: number;
  readonly reasons: Counts;
  store(trx: Db): Promise<void>;
}

export const datasetOf = (job: ClaimedJob): DatasetKey => ({
  organizationId: job.organization_id,
  id: job.dataset_id as string,
});

/**
 * Stores what was found and how far the job is, in one transaction, so that whoever takes it over goes on behind it.
 * Answers whether the job is still ours: it may have been stopped, or taken over. Nothing moves credits, so the account
 * is not locked and calls do not wait.
 */
export function storeChunk(work: JobWork, chunk: Chunk): Promise<boolean> {
  const { db, clock, leaseSeconds } = work.parts;
  return storePatiently(work, () =>
    db.transaction().execute(async (trx) => {
      const job = await lockJob(trx, work.job.id);
      if (job.finished_at !== null || job.lease_token !== work.job.lease_token) return false;
      if (job.done + job.failed > chunk.first) return true; // stored, though the answer was lost
      if ((await lockDataset(trx, datasetOf(work.job))) === null) return false;
      await chunk.store(trx);
      await sql`
        update job set done = done + ${chunk.done}, failed = failed + ${chunk.failed}, fruitless = 0,
          reasons = ${JSON.stringify(addedCounts(job.reasons ?? {}, chunk.reasons))}::json,
          lease_until = ${now(clock)} + make_interval(secs => ${leaseSeconds})
        where id = ${job.id}`.execute(trx);
      return true;
    }),
  );
}

/** Ends a job whose rows are all dealt with. */
export function succeed(work: JobWork): Promise<void> {
  const { db, clock, actions } = work.parts;
  return storePatiently(work, () =>
    db.transaction().execute(async (trx) => {
      await lockAccount(trx, work.job.organization_id);
      const job = await lockJob(trx, work.job.id);
      if (job.finished_at !== null || job.lease_token !== work.job.lease_token) return;
      // How many rows a file has is known only now.
      await sql`update job set total = done + failed where id = ${job.id}`.execute(trx);
      const end = { status: 'succeeded', stopReason: null, skippedReason: '' } as const;
      await endJob(trx, clock, actions, { ...job, total: job.done + job.failed }, end);
    }),
  );
}
