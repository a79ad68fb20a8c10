import type { BlockedBy } from '@hinterland/contract';
import { sql } from 'kysely';
import { type Clock, type Db, instantOf } from '../../kit/db/database.ts';
import { ProblemError } from '../../kit/problem.ts';
import { lockAccount } from '../../organizations/credits/account.ts';
import type { Thousandths } from '../../organizations/credits/amounts.ts';
import { endHold } from '../../organizations/credits/endHold.ts';
import { holdWithin } from '../../organizations/credits/hold.ts';
import { type JobEnd, type JobRow, spenderOfJob } from './job.ts';
import type { JobWork } from './kind.ts';
import { lockJob } from './queue.ts';

/** Result of an item, or the reason why there is none. */
export type ItemOutcome =
  | {
      readonly status: 'done';
      readonly due: Thousandths;
      readonly summary: Readonly<Record<string, unknown>>;
      /** The result as JSON text, without its charge, by gzip. */
      readonly resultGzip: Uint8Array;
    }
  | { readonly status: 'failed'; readonly reason: string; readonly detail: string };

/** Whether there is more to do. `lost` says that the job is no longer ours: it was stopped, or taken over. */
type Finished = 'more' | 'ended' | 'lost';

/** What finishItem.sql found; the rule is written there. */
type Verdict =
  | 'more'
  | 'last'
  | 'lost'
  | 'uncovered'
  | 'batch_cap'
  | 'user_removed'
  | 'organization_suspended'
  | 'key_revoked';

/**
 * Charges an item and stores what became of it, in one transaction, and ends the job where this was the last one or
 * where it may not go on. Items come in their order: the cap stops at the first that would exceed it.
 *
 * Most items are one statement: other queries wait for it, and in the embedded database for every transaction.
 */
export async function finishItem(work: JobWork, index: number, outcome: ItemOutcome): Promise<Finished> {
  const verdict = await settleItem(work.db, work, index, outcome, false);
  return verdict === 'more' || verdict === 'lost' ? verdict : finishInTransaction(work, index, outcome);
}

/** Finishes an item that may end the job or that needs a hold of its own. */
function finishInTransaction(work: JobWork, index: number, outcome: ItemOutcome): Promise<Finished> {
  const { db, clock, job: claimed, end: endJob } = work;
  return db.transaction().execute(async (trx) => {
    await lockAccount(trx, claimed.organization_id);
    let verdict: Verdict | { readonly blockedBy: BlockedBy } = await settleItem(trx, work, index, outcome, true);
    if (verdict === 'uncovered') {
      const blockedBy = await holdAgain(trx, clock, await lockJob(trx, claimed.id), dueOf(outcome));
      verdict = blockedBy === null ? await settleItem(trx, work, index, outcome, true) : { blockedBy };
    }
    if (verdict === 'more' || verdict === 'lost') return verdict;
    await endJob(trx, await lockJob(trx, claimed.id), endOf(verdict));
    return 'ended';
  });
}

/** How a job ends that does not go on after, or with, this item. */
function endOf(verdict: Exclude<Verdict, 'more' | 'lost'> | { readonly blockedBy: BlockedBy }): JobEnd {
  if (typeof verdict === 'object') {
    return { status: 'succeeded', stopReason: verdict.blockedBy, skippedReason: 'insufficient_credits' };
  }
  if (verdict === 'uncovered') throw new Error('a hold that was just made does not cover its item');
  if (verdict === 'last') return { status: 'succeeded', stopReason: null, skippedReason: '' };
  if (verdict === 'batch_cap') return { status: 'succeeded', stopReason: verdict, skippedReason: verdict };
  return { status: 'stopped', stopReason: verdict, skippedReason: verdict };
}

async function settleItem(
  db: Db,
  { clock, job, leaseSeconds }: JobWork,
  index: number,
  outcome: ItemOutcome,
  storeLast: boolean,
): Promise<Verdict> {
  const done = outcome.status === 'done' ? outcome : null;
  const failed = outcome.status === 'failed' ? outcome : null;
  const { rows } = await sql<{ verdict: Verdict }>`
    select settle_item(${job.organization_id}, ${job.id}, ${job.lease_token}, ${index}, ${outcome.status},
      ${failed?.reason ?? null}, ${failed?.detail ?? null}, ${dueOf(outcome)},
      ${done === null ? null : JSON.stringify(done.summary)}, ${done === null ? null : bytesOf(done.resultGzip)},
      ${leaseSeconds}, ${storeLast}, ${instantOf(clock)}) as verdict`.execute(db);
  return rows[0]!.verdict;
}

const dueOf = (outcome: ItemOutcome): Thousandths => (outcome.status === 'done' ? outcome.due : 0);

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, byteLength);

/**
 * Ends the job's hold, which covers the next item no more, and makes one for that item, which counts in the present month.
 * Returns what blocks that, or null.
 */
async function holdAgain(trx: Db, clock: Clock, job: JobRow, due: Thousandths): Promise<BlockedBy | null> {
  const { rows } = await sql<{ id: number }>`
    select id from credit_hold where job_id = ${job.id} and state = 'held'`.execute(trx);
  for (const { id } of rows) await endHold(trx, clock, { id, organizationId: job.organization_id }, { keep: true });
  try {
    const request = { spender: spenderOfJob(job), actionId: job.action_id, amount: due, jobId: job.id };
    await holdWithin(trx, clock, { ...request, idempotency: null });
    return null;
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'insufficient_credits') throw error;
    return error.fields.blockedBy as BlockedBy;
  }
}
