import type { Data } from '@hinterland/contract';
import { sql } from 'kysely';
import { type Clock, type Db, now } from '../../kit/db/database.ts';
import { recordEvent } from '../../kit/events/record.ts';
import { endHold } from '../../organizations/credits/endHold.ts';
import type { NamedMembers } from '../analyses/namedInput.ts';
import { describeJob, type EndedJob, hasItems, hasParts, type JobEnd, type JobRow, jobColumns } from './job.ts';
import { type JobKind, kindOf } from './kind.ts';

/**
 * Ends a job: skips the remaining items, ends the hold, completes the end as the kind of the job requires, and writes
 * the event. In a transaction that has locked the account, then the job.
 */
export async function endJob(
  trx: Db,
  clock: Clock,
  kinds: readonly JobKind[],
  job: JobRow,
  end: JobEnd,
): Promise<JobRow> {
  const ended = await closeJob(trx, clock, job, end);
  await kindOf(kinds, job).settle(trx, clock, ended);
  const { row } = ended;
  const failed = end.status === 'failed';
  await recordEvent(trx, {
    organizationId: row.organization_id,
    userId: row.user_id,
    type: failed ? 'job.failed' : 'job.completed',
    subject: `job:${row.id}:${failed ? 'failed' : 'completed'}`,
    data: { job: { ...describeJob(row) } },
    createdAt: row.finished_at as Date,
  });
  return row;
}

/** Ends a job without an event: skips the remaining items and ends the hold. Same locks as `endJob`. */
export async function closeJob(trx: Db, clock: Clock, job: JobRow, end: JobEnd): Promise<EndedJob> {
  if (hasItems(job)) await skipRest(trx, job, end.skippedReason);
  if (hasParts(job)) await sql`delete from job_part where job_id = ${job.id}`.execute(trx);
  const holdId = await openHoldOf(trx, job);
  if (holdId !== null) {
    const hold = { id: holdId, organizationId: job.organization_id };
    await endHold(trx, clock, hold, { keep: end.status === 'succeeded' });
  }
  const { rows } = await sql<JobRow & { input: unknown; named: NamedMembers | null; data_version: Data }>`
    update job set status = ${end.status}, stop_reason = ${end.stopReason}, skipped = total - done - failed,
      error = ${end.error === undefined || end.error === null ? null : JSON.stringify(end.error)}::json,
      finished_at = date_trunc('milliseconds', ${now(clock)}), lease_token = null, lease_until = null
    where id = ${job.id}
    returning ${jobColumns('job')}, input, quote->'named' as named, data_version`.execute(trx);
  const { input, named, data_version: dataVersion, ...row } = rows[0] as NonNullable<(typeof rows)[0]>;
  return { row, input, named: named ?? {}, dataVersion };
}

async function skipRest(trx: Db, job: JobRow, reason: string): Promise<void> {
  await sql`
    insert into job_item (job_id, index, status, reason)
    select ${job.id}, index, 'skipped', ${reason}
    from generate_series(${job.done + job.failed}::integer, ${job.total - 1}::integer) as index`.execute(trx);
}

async function openHoldOf(trx: Db, job: JobRow): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from credit_hold where job_id = ${job.id} and state = 'held'`.execute(trx);
  return rows[0]?.id ?? null;
}
