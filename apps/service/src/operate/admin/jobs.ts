import { sql } from 'kysely';
import { noteForOperator } from '../../kit/audit/note.ts';
import type { Clock, Db } from '../../kit/db/database.ts';
import { lockAccount } from '../../organizations/credits/account.ts';
import { endJob } from '../../work/jobs/end.ts';
import type { JobKind } from '../../work/jobs/kind.ts';
import { lockJob } from '../../work/jobs/queue.ts';
import { LISTED } from './listed.ts';

/** A job as operators see it. Times are in UTC. */
export interface JobLine {
  readonly id: string;
  readonly organization: number;
  readonly action: string;
  readonly status: string;
  readonly done: number;
  readonly total: number;
  readonly credits: number;
  readonly created: string;
  readonly stop_reason: string | null;
  /** What a failed job says, and what operators see beside it. */
  readonly error: string | null;
}

/** Open jobs, the oldest first, or all, the newest first. */
export async function listJobs(db: Db, organizationId: number | null, all: boolean): Promise<JobLine[]> {
  const order = all ? sql`j.created_at desc` : sql`j.created_at`;
  const { rows } = await sql<JobLine>`
    select j.id, j.organization_id as organization, j.action_id as action, j.status, j.done + j.failed as done, j.total,
      j.credits_charged::float8 / 1000 as credits, date_trunc('second', j.created_at at time zone 'utc')::text as created,
      j.stop_reason,
      nullif(regexp_replace(concat_ws(' ', j.error->>'detail', j.error->>'forOperator'), '\\s+', ' ', 'g'), '') as error
    from job j
    where (${all}::boolean or j.finished_at is null)
      and (${organizationId}::bigint is null or j.organization_id = ${organizationId})
    order by ${order}, j.id limit ${LISTED}`.execute(db);
  return rows;
}

/** Stops a job: points that were charged stay so, the others are skipped. Answers what became of it. */
export function stopJob(
  db: Db,
  clock: Clock,
  kinds: readonly JobKind[],
  id: string,
): Promise<'stopped' | 'unknown' | 'ended'> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ organization_id: number }>`
      select organization_id from job where id = ${id}`.execute(trx);
    const [found] = rows;
    if (found === undefined) return 'unknown';
    await lockAccount(trx, found.organization_id);
    const job = await lockJob(trx, id);
    if (job.finished_at !== null) return 'ended';
    const reason = 'stopped_by_operator';
    await endJob(trx, clock, kinds, job, { status: 'stopped', stopReason: reason, skippedReason: reason });
    await noteForOperator(trx, clock, found.organization_id, 'job.stopped', { id });
    return 'stopped';
  });
}
