import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Clock, Db } from '../../kit/db/database.ts';
import type { Member } from '../../kit/who.ts';
import { bytesOfRun } from '../analyses/runs.ts';
import { eraseResults } from '../jobs/erase.ts';
import { lockJob } from '../jobs/queue.ts';
import type { Jobs } from '../jobs/service.ts';
import type { copies } from './schemas.ts';

/** What holds rows of a dataset beside itself, that a member may delete, and how much of it others have. */
export type Copies = z.infer<typeof copies>;

/** Members see the jobs and analyses that are their own, owners of the organization those of all. */
const isSeen = ({ user, role }: Member, owner: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${owner} = ${user.id} or ${role === 'owner'})`;

const jobsWith = (member: Member, datasetId: string): RawBuilder<unknown> => sql`
  job j where j.organization_id = ${member.organization.id} and j.dataset_ids <> '{}' and j.dataset_ids @> array[${datasetId}::text]
    and j.results_deleted_at is null`;

const runsWith = (member: Member, datasetId: string): RawBuilder<unknown> => sql`
  analysis_run r join analysis a on a.id = r.analysis_id
  where r.organization_id = ${member.organization.id} and r.dataset_ids <> '{}' and r.dataset_ids @> array[${datasetId}::text]`;

export async function countCopies(db: Db, member: Member, datasetId: string): Promise<Copies> {
  const { rows } = await sql<{ kind: 'results' | 'versions'; seen: boolean; count: number }>`
    select 'results' as kind, ${isSeen(member, sql`j.user_id`)} as seen, count(*)::int as count
    from ${jobsWith(member, datasetId)} group by 2
    union all
    select 'versions', ${isSeen(member, sql`a.user_id`)}, count(*)::int from ${runsWith(member, datasetId)} group by 2`.execute(
    db,
  );
  const sum = (of: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(of).reduce((total, { count }) => total + count, 0);
  return {
    results: sum(({ kind, seen }) => seen && kind === 'results'),
    versions: sum(({ kind, seen }) => seen && kind === 'versions'),
    ofOthers: sum(({ seen }) => !seen),
  };
}

/**
 * Deletes results of jobs and versions of analyses that hold rows of a dataset, as far as the member sees them, and ends jobs
 * that still make such results. The caller holds the lock of the account.
 */
export async function eraseCopies(
  trx: Db,
  clock: Clock,
  jobs: Pick<Jobs, 'end'>,
  member: Member,
  datasetId: string,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select j.id from ${jobsWith(member, datasetId)} and ${isSeen(member, sql`j.user_id`)} order by j.id`.execute(trx);
  const ids = rows.map(({ id }) => id);
  for (const id of ids) {
    const job = await lockJob(trx, id);
    const reason = 'dataset_deleted';
    if (job.finished_at === null)
      await jobs.end(trx, job, { status: 'stopped', stopReason: reason, skippedReason: reason });
  }
  await eraseResults(trx, clock, ids);
  await sql`select set_config('hinterland.erases_copies', 'yes', true)`.execute(trx);
  await sql`
    with erased as (
      delete from analysis_run where id in (
        select r.id from ${runsWith(member, datasetId)} and ${isSeen(member, sql`a.user_id`)}
      ) returning analysis_id, version_no, ${bytesOfRun('analysis_run')} as bytes
    ), sales as (
      delete from sales_that_came s using erased e where s.analysis_id = e.analysis_id and s.version_no = e.version_no
    )
    update analysis a set bytes = greatest(0, a.bytes - e.bytes)
    from (select analysis_id, sum(bytes)::bigint as bytes from erased group by 1) e where a.id = e.analysis_id`.execute(
    trx,
  );
  await sql`select set_config('hinterland.erases_copies', '', true)`.execute(trx);
}
