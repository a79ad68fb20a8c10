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
export type Finished = 'more' | 'ended' | 'lost';

/** What settleStep.sql found; the rule is written there. */
type Verdict =
  | 'more'
  | 'last'
  | 'lost'
  | 'uncovered'
  | 'batch_cap'
  | 'user_removed'
  | 'organization_suspended'
  | 'key_revoked';

/** What is charged and stored at once: an item of a batch, or a part of a dataset. */
export interface Step {
  /** Part of the ledger. */
  readonly index: number;
  /** Items or rows before it, and those in it. */
  readonly first: number;
  readonly done: number;
  readonly failed: number;
  readonly due: Thousandths;
  readonly problem: { readonly reason: string; readonly detail: string } | null;
  readonly summary: Readonly<Record<string, unknown>> | null;
  readonly resultGzip: Uint8Array | null;
  /** Rows of the job by what became of them; null for a batch. */
  readonly reasons: Readonly<Record<string, number>> | null;
}

/** Charges an item and stores what became of it. Items come in their order. */
export function finishItem(work: JobWork, index: number, outcome: ItemOutcome): Promise<Finished> {
  const isDone = outcome.status === 'done';
  return finishStep(work, {
    index,
    first: index,
    done: isDone ? 1 : 0,
    failed: isDone ? 0 : 1,
    due: isDone ? outcome.due : 0,
    problem: isDone ? null : outcome,
    summary: isDone ? outcome.summary : null,
    resultGzip: isDone ? outcome.resultGzip : null,
    reasons: null,
  });
}

/**
 * Charges a step and stores what became of it, in one transaction, and ends the job where this was the last one or
 * where it may not go on. Steps come in their order: the cap stops at the first that would exceed it. `withinCap` returns
 * the beginning of that step that does not, and then the job ends behind it.
 *
 * Most steps are one statement: other queries wait for it, and in the embedded database for every transaction.
 */
export async function finishStep(
  work: JobWork,
  step: Step,
  withinCap: () => Promise<Step | null> = async () => null,
): Promise<Finished> {
  const verdict = await settle(work.db, work, step, false);
  if (verdict === 'more' || verdict === 'lost') return verdict;
  const shorter = verdict === 'batch_cap' ? await withinCap() : null;
  return shorter === null ? finishInTransaction(work, step, false) : finishInTransaction(work, shorter, true);
}

/** Finishes a step that may end the job or that needs a hold of its own; one that the cap has cut ends it. */
function finishInTransaction(work: JobWork, step: Step, isCut: boolean): Promise<Finished> {
  const { db, clock, job: claimed, end: endJob } = work;
  return db.transaction().execute(async (trx) => {
    await lockAccount(trx, claimed.organization_id);
    let verdict: Verdict | { readonly blockedBy: BlockedBy } = await settle(trx, work, step, true);
    if (verdict === 'uncovered') {
      const blockedBy = await holdAgain(trx, clock, await lockJob(trx, claimed.id), step.due);
      verdict = blockedBy === null ? await settle(trx, work, step, true) : { blockedBy };
    }
    if (verdict === 'more' && isCut) verdict = 'batch_cap';
    if (verdict === 'more' || verdict === 'lost') return verdict;
    await endJob(trx, await lockJob(trx, claimed.id), endOf(verdict));
    return 'ended';
  });
}

/** How a job ends that does not go on after, or with, this step. */
function endOf(verdict: Exclude<Verdict, 'more' | 'lost'> | { readonly blockedBy: BlockedBy }): JobEnd {
  if (typeof verdict === 'object') {
    return { status: 'succeeded', stopReason: verdict.blockedBy, skippedReason: 'insufficient_credits' };
  }
  if (verdict === 'uncovered') throw new Error('a hold that was just made does not cover its step');
  if (verdict === 'last') return { status: 'succeeded', stopReason: null, skippedReason: '' };
  if (verdict === 'batch_cap') return { status: 'succeeded', stopReason: verdict, skippedReason: verdict };
  return { status: 'stopped', stopReason: verdict, skippedReason: verdict };
}

async function settle(db: Db, work: JobWork, step: Step, storeLast: boolean): Promise<Verdict> {
  const { clock, job, leaseSeconds } = work;
  const { problem, summary, resultGzip, reasons } = step;
  const { rows } = await sql<{ verdict: Verdict }>`
    select settle_step(${job.organization_id}, ${job.id}, ${job.lease_token}, ${step.index}, ${step.first}, ${step.done},
      ${step.failed}, ${problem === null ? 'done' : 'failed'}, ${problem?.reason ?? null}, ${problem?.detail ?? null}, ${step.due},
      ${summary === null ? null : JSON.stringify(summary)}, ${resultGzip === null ? null : bytesOf(resultGzip)},
      ${reasons === null ? null : JSON.stringify(reasons)}, ${leaseSeconds}, ${storeLast}, ${instantOf(clock)}) as verdict`.execute(
    db,
  );
  return rows[0]!.verdict;
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, byteLength);

/**
 * Ends the job's hold, which covers the next step no more, and makes one for that step, which counts in the present month.
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
