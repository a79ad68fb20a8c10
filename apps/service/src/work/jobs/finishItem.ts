import type { BlockedBy } from '@hinterland/contract';
import { sql } from 'kysely';
import { type Clock, type Db, instantOf, now } from '../../kit/db/database.ts';
import { ProblemError } from '../../kit/problem.ts';
import { lockAccount } from '../../organizations/credits/account.ts';
import type { Thousandths } from '../../organizations/credits/amounts.ts';
import { chargePart, endHold } from '../../organizations/credits/chargePart.ts';
import { holdWithin } from '../../organizations/credits/hold.ts';
import { type JobRow, jobColumns, spenderOfJob } from './job.ts';
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

/**
 * Charges an item and stores what became of it, in one transaction, and ends the job where this was the last one or
 * where it may not go on. Items come in their order: the cap stops at the first that would exceed it.
 *
 * Most items are one statement: other queries wait for it, and in the embedded database for every transaction.
 */
export async function finishItem(work: JobWork, index: number, outcome: ItemOutcome): Promise<Finished> {
  return (await finishWithin(work, index, outcome)) ?? finishAnew(work, index, outcome);
}

/** Columns of an item. */
const columnsOf = (outcome: ItemOutcome) =>
  outcome.status === 'done'
    ? {
        reason: null,
        detail: null,
        due: outcome.due,
        summary: JSON.stringify(outcome.summary),
        resultGzip: Buffer.from(
          outcome.resultGzip.buffer,
          outcome.resultGzip.byteOffset,
          outcome.resultGzip.byteLength,
        ),
      }
    : { reason: outcome.reason, detail: outcome.detail, due: 0, summary: null, resultGzip: null };

/** Finishes an item that the job's hold covers, of a job that goes on (finishItem.sql). Null, and no change, for others. */
async function finishWithin(
  { db, clock, job, leaseSeconds }: JobWork,
  index: number,
  outcome: ItemOutcome,
): Promise<Finished | null> {
  const { reason, detail, due, summary, resultGzip } = columnsOf(outcome);
  const { rows } = await sql<{ finished: 'more' | 'lost' | null }>`
    select finish_item(${job.organization_id}, ${job.id}, ${job.lease_token}, ${index}, ${outcome.status}, ${reason},
      ${detail}, ${due}, ${summary}, ${resultGzip}, ${leaseSeconds}, ${instantOf(clock)}) as finished`.execute(db);
  return rows[0]?.finished ?? null;
}

/** Finishes an item that may end the job or that needs a hold of its own. */
async function finishAnew(
  { db, clock, job: claimed, leaseSeconds, end: endJob }: JobWork,
  index: number,
  outcome: ItemOutcome,
): Promise<Finished> {
  return db.transaction().execute(async (trx) => {
    await lockAccount(trx, claimed.organization_id);
    const job = await lockWithHold(trx, claimed.id);
    if (job.finished_at !== null || job.lease_token !== claimed.lease_token) return 'lost';
    if (job.done + job.failed !== index) throw new Error(`item ${index} of ${job.id} does not come next`);
    const end = await reasonToEnd(trx, clock, job, index, outcome);
    if (end !== null) {
      await endJob(trx, job, end);
      return 'ended';
    }
    await storeItem(trx, clock, job, index, outcome, leaseSeconds);
    if (index + 1 < job.total) return 'more';
    await endJob(trx, await lockJob(trx, job.id), {
      status: 'succeeded',
      stopReason: null,
      skippedReason: '',
    });
    return 'ended';
  });
}

/** A job with what decides about its next item. */
interface JobAndHold extends JobRow {
  /** Whether its user still belongs to the organization, and whether its key was revoked. */
  readonly member: boolean;
  readonly revoked: boolean;
  /** Whether the operator has suspended its organization. */
  readonly suspended: boolean;
  /** The hold that is open, and what it still covers. */
  readonly hold_id: number | null;
  readonly hold_left: Thousandths | null;
}

/** As lockJob, with all that is asked before an item in the same statement: it waits behind no other query. */
async function lockWithHold(trx: Db, id: string): Promise<JobAndHold> {
  const { rows } = await sql<JobAndHold>`
    select ${jobColumns('j')}, h.id as hold_id, h.amount - h.committed as hold_left,
      exists (
        select from membership m where m.organization_id = j.organization_id and m.user_id = j.user_id
      ) as member,
      exists (select from api_key k where k.id = j.api_key_id and k.revoked_at is not null) as revoked,
      exists (select from organization o where o.id = j.organization_id and o.suspended_at is not null) as suspended
    from job j left join credit_hold h on h.job_id = j.id and h.state = 'held'
    where j.id = ${id} for update of j`.execute(trx);
  if (rows[0] === undefined) throw new Error(`there is no job ${id}`);
  return rows[0];
}

/** Why the job ends before this item; where it does not, the item has been charged. */
async function reasonToEnd(trx: Db, clock: Clock, job: JobAndHold, index: number, outcome: ItemOutcome) {
  const gone = spenderGone(job);
  if (gone !== null) return { status: 'stopped', stopReason: gone, skippedReason: gone } as const;
  if (outcome.status === 'failed' || outcome.due === 0) return null;
  if (job.credits_charged + outcome.due > job.max_credits) {
    return { status: 'succeeded', stopReason: 'batch_cap', skippedReason: 'batch_cap' } as const;
  }
  const blocked = await chargeItem(trx, clock, job, index, outcome.due);
  return blocked === null
    ? null
    : ({ status: 'succeeded', stopReason: blocked, skippedReason: 'insufficient_credits' } as const);
}

/** A key that was revoked, a user who has left or a suspended organization must not go on spending. */
function spenderGone({ member, revoked, suspended }: JobAndHold) {
  if (!member) return 'user_removed';
  if (suspended) return 'organization_suspended';
  return revoked ? 'key_revoked' : null;
}

/**
 * Charges an item to the job's hold. When it covers the item no more, it ends, and the item gets a hold of its own,
 * which counts in the present month. Answers what blocks that, or null.
 */
async function chargeItem(
  trx: Db,
  clock: Clock,
  job: JobAndHold,
  index: number,
  due: Thousandths,
): Promise<BlockedBy | null> {
  const open = job.hold_id === null ? null : { id: job.hold_id, organizationId: job.organization_id };
  if (open !== null && (job.hold_left ?? 0) >= due) {
    await chargePart(trx, clock, open, index, due);
    return null;
  }
  if (open !== null) await endHold(trx, clock, open, { keep: true });
  try {
    const request = { spender: spenderOfJob(job), actionId: job.action_id, amount: due, jobId: job.id };
    await chargePart(trx, clock, await holdWithin(trx, clock, { ...request, idempotency: null }), index, due);
    return null;
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'insufficient_credits') throw error;
    return error.fields.blockedBy as BlockedBy;
  }
}

async function storeItem(
  trx: Db,
  clock: Clock,
  job: JobRow,
  index: number,
  outcome: ItemOutcome,
  leaseSeconds: number,
): Promise<void> {
  const done = outcome.status === 'done';
  const { reason, detail, due, summary, resultGzip } = columnsOf(outcome);
  await sql`
    with item as (
      insert into job_item (job_id, index, status, reason, detail, credits_charged, summary, result_gzip)
      values (${job.id}, ${index}, ${outcome.status}, ${reason}, ${detail}, ${due}, ${summary}::json, ${resultGzip})
    )
    update job set done = done + ${done ? 1 : 0}, failed = failed + ${done ? 0 : 1},
      credits_charged = credits_charged + ${due}, claims_without_progress = 0,
      lease_until = ${now(clock)} + make_interval(secs => ${leaseSeconds})
    where id = ${job.id}`.execute(trx);
}
