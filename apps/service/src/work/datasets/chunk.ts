import { sql } from 'kysely';
import { type Db, now } from '../../kit/db/database.ts';
import { organizationParty } from '../../kit/rates/pace.ts';
import { lockAccount } from '../../organizations/credits/account.ts';
import type { JobWork } from '../jobs/kind.ts';
import { lockJob } from '../jobs/queue.ts';
import { storePatiently } from '../jobs/steps.ts';
import type { Counts } from './dataset.ts';
import { datasetOf } from './settle.ts';
import { addedCounts, lockDataset } from './store.ts';

/** Some rows that a job has dealt with. */
export interface Chunk {
  /** Rows dealt with before. */
  readonly first: number;
  readonly done: number;
  /** Those for which nothing was found. */
  readonly failed: number;
  readonly reasons: Counts;
  store(trx: Db): Promise<void>;
  /** Stores results and progress in one statement, as below; null, and no change, where that is left to `store`. */
  storeAtOnce?(): Promise<boolean | null>;
}

/**
 * Stores results and the progress of the job in one transaction, so that a worker that takes it over continues behind
 * them. Returns whether the job is still ours: it may have been stopped, or taken over, and it ends here where the operator
 * has suspended its organization. No credits move, so the account is not locked and calls do not wait. While other
 * organizations are at work, it waits for its turn.
 */
export async function storeChunk(work: JobWork, chunk: Chunk): Promise<boolean> {
  const { db, clock, leaseSeconds, turns, signal } = work;
  const party = organizationParty(work.job.organization_id);
  const storeAnew = () =>
    db.transaction().execute(async (trx) => {
      const suspended = await isSuspended(trx, work.job.organization_id);
      // Its end is written under the account's lock, which comes before the job's.
      if (suspended) await lockAccount(trx, work.job.organization_id);
      const job = await lockJob(trx, work.job.id);
      if (job.finished_at !== null || job.lease_token !== work.job.lease_token) return false;
      if (suspended) {
        const reason = 'organization_suspended';
        await work.end(trx, job, { status: 'stopped', stopReason: reason, skippedReason: reason });
        return false;
      }
      if (job.done + job.failed > chunk.first) return true; // stored, though the answer was lost
      if ((await lockDataset(trx, datasetOf(work.job))) === null) return false;
      await chunk.store(trx);
      await sql`
        update job set done = done + ${chunk.done}, failed = failed + ${chunk.failed}, claims_without_progress = 0,
          reasons = ${JSON.stringify(addedCounts(job.reasons ?? {}, chunk.reasons))}::json,
          lease_until = ${now(clock)} + make_interval(secs => ${leaseSeconds})
        where id = ${job.id}`.execute(trx);
      return true;
    });
  const store = async () => (await chunk.storeAtOnce?.()) ?? storeAnew();
  return storePatiently(work, () => turns.take(party, signal, store));
}

async function isSuspended(trx: Db, organizationId: number): Promise<boolean> {
  const { rows } = await sql<{ suspended: boolean }>`
    select suspended_at is not null as suspended from organization where id = ${organizationId}`.execute(trx);
  return rows[0]?.suspended === true;
}

/** Ends a job whose rows are all dealt with. */
export function succeed(work: JobWork): Promise<void> {
  const { db } = work;
  return storePatiently(work, () =>
    db.transaction().execute(async (trx) => {
      await lockAccount(trx, work.job.organization_id);
      const job = await lockJob(trx, work.job.id);
      if (job.finished_at !== null || job.lease_token !== work.job.lease_token) return;
      // Only now the number of rows of a file is known.
      await sql`update job set total = done + failed where id = ${job.id}`.execute(trx);
      const end = { status: 'succeeded', stopReason: null, skippedReason: '' } as const;
      await work.end(trx, { ...job, total: job.done + job.failed }, end);
    }),
  );
}
