import { randomUUID } from 'node:crypto';
import type { Data, ProblemCode } from '@hinterland/contract';
import type { Territory } from '@hinterland/territory';
import { sql } from 'kysely';
import { type Clock, type Db, now } from '../../kit/db/database.ts';
import { type JobRow, jobColumns } from '../jobs/job.ts';
import type { ClaimedJob } from '../jobs/queue.ts';
import type { PartFile } from './file.ts';

/** Rows of a dataset that are worked off together. */
export interface Part {
  /** Number of the part within its job, from 0. */
  readonly index: number;
  /** Rows of the dataset before it. */
  readonly first: number;
  readonly rows: number;
}

/** A part that this process works off as long as the row has its token and the lease lasts, with its job. */
export interface ClaimedPart extends JobRow {
  readonly input: unknown;
  readonly part_index: number;
  readonly part_first: number;
  readonly part_rows: number;
  readonly part_token: string;
  readonly part_claims: number;
  readonly part_data_version: Data;
}

/** What became of a part: its file with counts and credits, or the problem that ends its job. */
export type PartOutcome =
  | (PartFile & {
      readonly failed: number;
      /** Thousandths of a credit. */
      readonly due: number;
      /** Rows by what became of them. */
      readonly counts: Readonly<Record<string, number>>;
    })
  | { readonly problem: ProblemCode; readonly detail: string; readonly forOperator: string | null };

/** Puts the parts into the queue that are not there for data of these versions. */
export async function offerParts(db: Db, job: ClaimedJob, dataVersion: Data, parts: readonly Part[]): Promise<void> {
  await sql`
    insert into job_part as present (job_id, index, first, rows, data_version)
    select j.id, p.index, p.first, p.rows, ${JSON.stringify(dataVersion)}::jsonb
    from json_to_recordset(${JSON.stringify(parts)}::json) as p (index integer, first integer, rows integer)
    join job j on j.id = ${job.id} and j.lease_token = ${job.lease_token} and j.finished_at is null
    on conflict (job_id, index) do update
    set data_version = excluded.data_version, claims = 0, lease_token = null, lease_until = null, outcome = null
    where present.data_version <> excluded.data_version`.execute(db);
}

/** What became of a part: null while nothing has, 'gone' where its job has ended or another process has it. */
export async function outcomeOf(db: Db, jobId: string, index: number): Promise<PartOutcome | 'gone' | null> {
  const { rows } = await sql<{ outcome: PartOutcome | null }>`
    select outcome from job_part where job_id = ${jobId} and index = ${index}`.execute(db);
  return rows[0] === undefined ? 'gone' : rows[0].outcome;
}

/**
 * Takes the next part that nobody works off and whose data are among those of the territories, for `leaseSeconds`; none of the jobs that
 * are left out. Organizations with fewer parts under way come first, then older jobs. Null when there is none.
 */
export async function claimPart(
  db: Db,
  clock: Clock,
  leaseSeconds: number,
  territories: readonly Pick<Territory, 'manifest' | 'dataVersion'>[],
  leftOut: readonly string[],
): Promise<ClaimedPart | null> {
  const held = territories.map(({ manifest, dataVersion }) => ({ territory: manifest.id, version: dataVersion }));
  const { rows } = await sql<ClaimedPart>`
    with here as (
      select h.territory, h.version
      from jsonb_to_recordset(${JSON.stringify(held)}::jsonb) as h (territory text, version jsonb)
    ), busy as (
      select j.organization_id, count(*) as parts from job_part p join job j on j.id = p.job_id
      where p.outcome is null and p.lease_until >= ${now(clock)} and j.finished_at is null group by 1
    ), next as (
      select p.job_id, p.index from job_part p
      join job j on j.id = p.job_id and j.finished_at is null and p.first >= j.done + j.failed
      join here h on h.territory = j.territory_id and h.version = p.data_version
      left join busy b on b.organization_id = j.organization_id
      where p.outcome is null and j.id <> all (${leftOut}::text[]) and (p.lease_until is null or p.lease_until < ${now(clock)}
        or p.lease_until > ${now(clock)} + make_interval(secs => 2 * ${leaseSeconds}::double precision))
      order by coalesce(b.parts, 0), j.created_at, j.id, p.index
      limit 1 for update of p skip locked
    ), claimed as (
      update job_part p
      set lease_token = ${randomUUID()}, lease_until = ${now(clock)} + make_interval(secs => ${leaseSeconds}), claims = p.claims + 1
      from next n where p.job_id = n.job_id and p.index = n.index
      returning p.*
    )
    select ${jobColumns('j')}, j.input, c.index as part_index, c.first as part_first, c.rows as part_rows, c.lease_token as part_token,
      c.claims as part_claims, c.data_version as part_data_version
    from claimed c join job j on j.id = c.job_id`.execute(db);
  return rows[0] ?? null;
}

const isOurs = ({ id, part_index, part_token }: ClaimedPart) =>
  sql`job_id = ${id} and index = ${part_index} and lease_token = ${part_token} and outcome is null`;

/** Says that work goes on. False where the job has ended, or someone else has taken over. */
export async function renewPart(db: Db, clock: Clock, part: ClaimedPart, leaseSeconds: number): Promise<boolean> {
  const { rows } = await sql`
    update job_part set lease_until = ${now(clock)} + make_interval(secs => ${leaseSeconds})
    where ${isOurs(part)} returning index`.execute(db);
  return rows.length > 0;
}

/** Returns a part to the queue; the claim does not count against it. */
export async function handBackPart(db: Db, part: ClaimedPart): Promise<void> {
  await sql`
    update job_part set lease_token = null, lease_until = null, claims = claims - 1 where ${isOurs(part)}`.execute(db);
}

/** Stores what became of a part. Nothing where it is no longer ours. */
export async function finishPart(db: Db, part: ClaimedPart, outcome: PartOutcome): Promise<void> {
  await sql`
    update job_part set outcome = ${JSON.stringify(outcome)}, lease_token = null, lease_until = null
    where ${isOurs(part)}`.execute(db);
}
