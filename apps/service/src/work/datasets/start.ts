import type { Job } from '@hinterland/contract';
import { sql } from 'kysely';
import { type Clock, type Db, now } from '../../kit/db/database.ts';
import { presentSpan } from '../../kit/traces/span.ts';
import { isJobId, newJobId } from '../jobs/id.ts';
import { describeJob, type JobRow, jobColumns } from '../jobs/job.ts';
import { requireRoomForJob } from '../jobs/queue.ts';
import type { DatasetRecord } from './dataset.ts';

export interface NewDatasetJob {
  readonly type: string;
  readonly dataset: DatasetRecord;
  /** The member who starts it and may stop it. */
  readonly user: { readonly id: number; readonly teamId: number | null };
  readonly input: unknown;
  /** Rows, or lines of the file. */
  readonly total: number;
}

/**
 * Puts a job on a dataset into the queue. In a transaction that has locked the organization's account, then the dataset,
 * and has seen that no other job works on it. Throws organization_limit_reached.
 */
export async function startDatasetJob(trx: Db, clock: Clock, job: NewDatasetJob): Promise<Job> {
  const { dataset, user } = job;
  await requireRoomForJob(trx, dataset.organization_id);
  const { rows } = await sql<JobRow>`
    insert into job (id, organization_id, user_id, team_id, action_id, dataset_id, input, territory_id, data_version,
      max_credits, total, traceparent, created_at)
    values (${newJobId()}, ${dataset.organization_id}, ${user.id}, ${user.teamId}, ${job.type}, ${dataset.id},
      ${JSON.stringify(job.input)}, ${dataset.territory_id}, '{}', 0, ${job.total},
      ${presentSpan()?.traceparent ?? null}, ${now(clock)})
    returning ${jobColumns('job')}`.execute(trx);
  return describeJob(rows[0] as JobRow);
}

/** Jobs on a dataset, newest first. */
export async function jobsOn(db: Db, { organization_id, id }: DatasetRecord, limit: number): Promise<JobRow[]> {
  const { rows } = await sql<JobRow>`
    select ${jobColumns('j')} from job j where j.dataset_id = ${id} and j.organization_id = ${organization_id}
    order by j.created_at desc, j.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Null where this job is none on the dataset. */
export async function jobOn(db: Db, { organization_id, id }: DatasetRecord, jobId: string): Promise<JobRow | null> {
  if (!isJobId(jobId)) return null;
  const { rows } = await sql<JobRow>`
    select ${jobColumns('j')} from job j
    where j.id = ${jobId} and j.dataset_id = ${id} and j.organization_id = ${organization_id}`.execute(db);
  return rows[0] ?? null;
}

/** The one that is waiting or under way; null where there is none. */
export async function openJobOn(db: Db, { organization_id, id }: DatasetRecord): Promise<JobRow | null> {
  const { rows } = await sql<JobRow>`
    select ${jobColumns('j')} from job j
    where j.dataset_id = ${id} and j.organization_id = ${organization_id} and j.finished_at is null`.execute(db);
  return rows[0] ?? null;
}
