import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Action } from '@hinterland/actions';
import { type Origin, originOf } from '@hinterland/answers';
import { said } from '@hinterland/answers/said';
import type { Job, JobResults } from '@hinterland/contract';
import { LIMITS } from '@hinterland/contract';
import { sql } from 'kysely';
import type { Generation } from '../../engine/territoriesInForce.ts';
import { note } from '../../kit/audit/note.ts';
import { type Clock, type Db, now } from '../../kit/db/database.ts';
import { ProblemError } from '../../kit/problem.ts';
import type { Caller, Member } from '../../kit/who.ts';
import { lockAccount } from '../../organizations/credits/account.ts';
import { creditsOf, type Thousandths } from '../../organizations/credits/amounts.ts';
import { withCharge } from '../../organizations/credits/chargeInResult.ts';
import { endJob } from './end.ts';
import { eraseResults } from './erase.ts';
import { isJobId } from './id.ts';
import { describeJob, hasItems, hasParts, type JobEnd, type JobRow, jobColumns } from './job.ts';
import type { JobKind } from './kind.ts';
import { lockJob } from './queue.ts';
import { type ItemRow, itemsOf, rowsOf } from './results.ts';

export interface JobSettings {
  readonly db: Db;
  readonly clock: Clock;
  readonly actions: readonly Action[];
  readonly kinds: readonly JobKind[];
  /** Territories in force. */
  readonly territories: () => readonly Generation[];
  /** Removes the files of jobs whose results were deleted. */
  readonly removeFiles: () => Promise<void>;
}

export type Reader = Pick<Caller, 'organization' | 'user' | 'role'>;

/** The full result of an item. */
export interface ItemResult {
  /** JSON text in UTF-8, with its charge. */
  readonly result: Uint8Array;
  readonly origin: () => Origin;
}

/** Most jobs of a list. */
const LISTED = 100;

/** Background jobs, for callers who have been admitted. */
export type Jobs = ReturnType<typeof makeJobs>;

export function makeJobs({ db, clock, actions, kinds, territories, removeFiles }: JobSettings) {
  const end = (trx: Db, job: JobRow, how: JobEnd): Promise<JobRow> => endJob(trx, clock, kinds, job, how);

  /** The input of a job and the action that its items are of. Throws not_found and results_expired. */
  async function findResults(caller: Reader, id: string) {
    const job = await findWithInput(db, clock, caller, id);
    if (hasParts(job)) throw resultsAreFiles();
    if (!hasItems(job)) throw noResults();
    if (job.expired) throw resultsExpired();
    const { input } = job;
    const action = actions.find((one) => one.id === job.action_id);
    if (action === undefined) throw new Error(`there is no action ${job.action_id}`);
    return { job, action, input };
  }

  /** Stops a job for a caller who may. A job that was stopped stays so. Throws job_not_running. */
  const stopFound = (found: JobRow): Promise<Job> =>
    db.transaction().execute(async (trx) => {
      await lockAccount(trx, found.organization_id);
      const job = await lockJob(trx, found.id);
      if (job.status === 'stopped') return describeJob(job);
      if (job.finished_at !== null) {
        throw new ProblemError('job_not_running', said('job_stopped', { state: { word: job.status } }));
      }
      const reason = 'stopped_by_owner';
      return describeJob(await end(trx, job, { status: 'stopped', stopReason: reason, skippedReason: reason }));
    });

  return {
    end,
    stopFound,

    /** The caller's own jobs, newest first. */
    async list({ organization, user }: Reader): Promise<Job[]> {
      const { rows } = await sql<JobRow>`
        select ${jobColumns('j')} from job j
        where j.organization_id = ${organization.id} and j.user_id = ${user.id}
        order by j.created_at desc, j.id desc limit ${LISTED}`.execute(db);
      return rows.map(describeJob);
    },

    /** Throws not_found where there is no such job or the caller may not see it: the answer is the same. */
    async read(caller: Reader, id: string): Promise<Job> {
      return describeJob(await findJob(db, caller, id));
    },

    /** One row per item, from `offset` on. Throws not_found and results_expired. */
    async results(
      caller: Reader,
      id: string,
      page: { readonly offset: number; readonly limit: number },
    ): Promise<JobResults> {
      const { job, action, input } = await findResults(caller, id);
      const { data, total } = await rowsOf(db, action, job, input, page.offset, page.limit);
      return { data, ...page, total, hasMore: page.offset + data.length < total };
    },

    /**
     * The full result of one item with its charge, as JSON text: the answer that the action of the item would have given
     * by itself, and where its data come from, which are the territory's in force. Throws not_found for an index out of range, result_not_available for an item that is not done.
     */
    async result(caller: Reader, id: string, index: string): Promise<ItemResult> {
      const { job, action, input } = await findResults(caller, id);
      const total = itemsOf(action, input).length;
      if (!/^(0|[1-9][0-9]{0,5})$/.test(index) || Number(index) >= total) {
        throw new ProblemError('not_found', `This job has results with the indices 0 to ${total - 1}.`);
      }
      const { rows } = await sql<Omit<ItemRow, 'summary'> & StoredResult>`
        select index, status, reason, detail, credits_charged, result, result_gzip from job_item
        where job_id = ${job.id} and index = ${Number(index)}`.execute(db);
      const row = rows[0];
      const resultJson = row === undefined ? null : await resultOf(row);
      if (row === undefined || resultJson === null) throw notAvailable(row);
      const shown = { charged: true, creditsCharged: creditsOf(row.credits_charged as Thousandths) } as const;
      return {
        result: Buffer.concat(withCharge(shown, resultJson)),
        origin: () => {
          const inForce = territories().map(({ territory }) => territory);
          return originOf(
            action.batch?.actionId ?? action.id,
            inForce.filter(({ manifest }) => manifest.id === job.territory_id),
          );
        },
      };
    },

    /**
     * Stops a job of the caller's own at once: items that are being computed are discarded, uncharged. Throws not_owner
     * for the organization's owner, and job_not_running for a job that has ended otherwise.
     */
    async stop(caller: Reader, id: string): Promise<Job> {
      const found = await findJob(db, caller, id);
      if (found.user_id !== caller.user.id) {
        throw new ProblemError('not_owner', said('only_starter'));
      }
      return stopFound(found);
    },

    /**
     * Deletes the results of a job that has finished, and its files: addresses that were given out lead nowhere. A second time has no
     * effect. Throws not_found as `read` does, and job_running.
     */
    async erase(caller: Caller | Member, id: string): Promise<Job> {
      const found = await findJob(db, caller, id);
      const job = await db.transaction().execute(async (trx) => {
        await lockAccount(trx, found.organization_id);
        const { status, finished_at } = await lockJob(trx, found.id);
        if (finished_at === null) {
          const detail = said('job_still_runs', { status: { word: status } });
          throw new ProblemError('job_running', detail);
        }
        const [erased] = await eraseResults(trx, clock, [found.id]);
        if (erased !== undefined) await note(trx, clock, caller, 'job.results_deleted', { id: found.id });
        return lockJob(trx, found.id);
      });
      await removeFiles();
      return describeJob(job);
    },
  };
}

/** A job is visible to the user who started it and to the organization's owners. Throws not_found. */
async function findJob(db: Db, { organization, user, role }: Reader, id: string): Promise<JobRow> {
  if (!isJobId(id)) throw unknownJob();
  const { rows } = await sql<JobRow>`
    select ${jobColumns('j')} from job j
    where j.id = ${id} and j.organization_id = ${organization.id}
      and (j.user_id = ${user.id} or ${role === 'owner'})`.execute(db);
  if (rows[0] === undefined) throw unknownJob();
  return rows[0];
}

/** As findJob, with what its results are read with. */
export async function findWithInput(
  db: Db,
  clock: Clock,
  { organization, user, role }: Reader,
  id: string,
): Promise<JobRow & { readonly input: unknown; readonly expired: boolean }> {
  if (!isJobId(id)) throw unknownJob();
  const { rows } = await sql<JobRow & { input: unknown; expired: boolean }>`
    select ${jobColumns('j')}, j.input, j.results_deleted_at is not null
      or coalesce(j.finished_at + make_interval(days => ${LIMITS.jobResultDays}) <= ${now(clock)}, false) as expired
    from job j
    where j.id = ${id} and j.organization_id = ${organization.id}
      and (j.user_id = ${user.id} or ${role === 'owner'})`.execute(db);
  if (rows[0] === undefined) throw unknownJob();
  return rows[0];
}

/** A result as it is stored: as text by versions before compression, else by gzip. */
interface StoredResult {
  readonly result: string | null;
  readonly result_gzip: Buffer | null;
}

const gunzipped = promisify(gunzip);

/** The result of an item as JSON text in UTF-8; null where it has none. */
async function resultOf({ result, result_gzip }: StoredResult): Promise<Buffer | null> {
  if (result_gzip !== null) return gunzipped(result_gzip);
  return result === null ? null : Buffer.from(result);
}

const unknownJob = () => new ProblemError('not_found', said('job_unknown'));

const noResults = () =>
  new ProblemError('not_found', 'This job has no results of its own: its rows stay with its dataset in the web app.');

const resultsAreFiles = () =>
  new ProblemError('not_found', 'The results of this job are files: GET /api/v1/jobs/{id}/parts lists them.');

export const resultsExpired = () =>
  new ProblemError('results_expired', said('results_expired', { days: LIMITS.jobResultDays }));

function notAvailable(row: Pick<ItemRow, 'status' | 'reason' | 'detail'> | undefined): ProblemError {
  const reason = row?.reason ?? 'pending';
  const detail =
    row === undefined
      ? said('point_not_done')
      : row.status === 'failed'
        ? `This point failed and was not charged: ${row.detail}`
        : said('point_skipped');
  return new ProblemError('result_not_available', detail, { reason });
}
