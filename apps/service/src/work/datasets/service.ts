import { said } from '@hinterland/answers/said';
import type { Job } from '@hinterland/contract';
import type { z } from 'zod';
import type { Engine } from '../../engine/engine.ts';
import { note } from '../../kit/audit/note.ts';
import type { Nudge } from '../../kit/background/loop.ts';
import type { Clock, Db } from '../../kit/db/database.ts';
import { invalid } from '../../kit/json.ts';
import { ProblemError } from '../../kit/problem.ts';
import type { Member } from '../../kit/who.ts';
import { lockAccount } from '../../organizations/credits/account.ts';
import { requireDatasets } from '../../organizations/credits/storage/suspension.ts';
import { describeJob } from '../jobs/job.ts';
import { lockJob } from '../jobs/queue.ts';
import type { Jobs } from '../jobs/service.ts';
import { find, findToChange, keyOf, lockReady, requireChange } from './access.ts';
import type { HandPlace, ReadingAsked } from './bodies.ts';
import { placeByHand } from './byHand.ts';
import { type Copies, countCopies, eraseCopies } from './copies.ts';
import type { DatasetRecord } from './dataset.ts';
import { csvOf } from './download.ts';
import { acceptExchanged, type ExchangedRow, exchangedRows } from './exchanged.ts';
import type { GeocodeInput } from './geocode.ts';
import { DATASET_LIMITS } from './limits.ts';
import { type Dataset, describeDataset, describeRow, matchedOf, type Row, statesOf } from './present.ts';
import { readingOf } from './reading.ts';
import { MATCHED_REASONS, type RowState, reasonsOf, stateOf } from './reasons.ts';
import { checkMapping, hasAddress, type Mapping } from './roles.ts';
import type { points, reading } from './schemas.ts';
import { GEOCODE, SNAP } from './settle.ts';
import type { SnapInput } from './snap.ts';
import { jobOn, jobsOn, openJobOn, startDatasetJob } from './start.ts';
import * as store from './store.ts';
import { boxOf } from './territoryBox.ts';
import { type Upload, upload } from './upload.ts';

export interface DatasetSettings {
  readonly db: Db;
  readonly clock: Clock;
  readonly engine: Engine;
  readonly jobs: Pick<Jobs, 'end' | 'stopFound'>;
  /** The runner of background jobs, nudged when a job was started. */
  readonly jobRunner: Nudge;
  /** Removes the files of jobs whose results were deleted. */
  readonly removeFiles: () => Promise<void>;
}

export interface RowsAsked {
  readonly from: number;
  readonly limit: number;
  /** Only rows of this state; all where absent. */
  readonly state?: RowState | undefined;
}

export interface RowsAnswer {
  readonly data: Row[];
  /** Index that the next page begins at; null behind the last. */
  readonly next: number | null;
  /** Rows of this kind. */
  readonly total: number;
}

type Points = z.infer<typeof points>;
type Reading = z.infer<typeof reading>;

/** Most rows that are looked at for faults: those of the largest list that takes them. */
const READ_ROWS = 12_000;

/** Most jobs of a dataset's list. */
const JOBS_LISTED = 50;

/** Datasets of an organization, for its members. */
export type Datasets = ReturnType<typeof makeDatasets>;

/** Each method that names a dataset throws not_found, also for a dataset of another organization. */
export function makeDatasets(settings: DatasetSettings) {
  const { db, clock, engine, jobs, jobRunner, removeFiles } = settings;

  async function read(member: Member, id: string): Promise<Dataset> {
    const record = await find(db, member, id);
    return describeDataset(record, await openJobOn(db, record));
  }

  /** Starts a job on a dataset that is ready. */
  async function start(
    member: Member,
    id: string,
    jobOf: (record: DatasetRecord) => { readonly type: string; readonly input: unknown },
  ): Promise<Job> {
    const found = await findToChange(db, member, id);
    await requireDatasets(db, clock, found.organization_id);
    const job = await db.transaction().execute(async (trx) => {
      await lockAccount(trx, found.organization_id);
      const dataset = await lockReady(trx, found);
      const user = { id: member.user.id, teamId: member.team?.id ?? null };
      return startDatasetJob(trx, clock, { dataset, user, total: dataset.row_count, ...jobOf(dataset) });
    });
    jobRunner.nudge();
    return job;
  }

  return {
    read,

    async list({ organization }: Member): Promise<Dataset[]> {
      return (await store.listDatasets(db, organization.id)).map((record) => describeDataset(record, null));
    },

    /** Stores a file and starts its import; see upload.ts. */
    upload: (member: Member, file: Upload): Promise<Dataset> => upload(settings, member, file),

    async rows(member: Member, id: string, { from, limit, state }: RowsAsked): Promise<RowsAnswer> {
      const record = await find(db, member, id);
      const wanted =
        state === undefined ? {} : state === 'unplaced' ? { without: MATCHED_REASONS } : { only: reasonsOf(state) };
      const found = await store.readRows(db, keyOf(record), { from, limit: limit + 1, ...wanted });
      const data = found.slice(0, limit).map(describeRow);
      const next = found[limit]?.index ?? null;
      return { data, next, total: state === undefined ? record.row_count : statesOf(record)[state] };
    },

    /** How the rows are read for a list, with all faults at once. */
    async reading(member: Member, id: string, asked: ReadingAsked): Promise<Reading> {
      const record = await find(db, member, id);
      if (record.columns === null || record.status !== 'ready')
        throw new ProblemError('dataset_not_ready', said('dataset_not_read'));
      const only = record.leaves_out_unplaced ? MATCHED_REASONS : [];
      return readingOf(record, await store.readRows(db, keyOf(record), { from: 0, limit: READ_ROWS, only }), asked);
    },

    /** Places of rows for a map: of all rows, or of every n-th where there are many. */
    async points(member: Member, id: string): Promise<Points> {
      const record = await find(db, member, id);
      const limit = DATASET_LIMITS.pointsListed;
      const step = Math.max(1, Math.ceil(record.row_count / limit));
      const found = await store.readPoints(db, keyOf(record), { step, limit });
      return { data: found.map(({ reason, ...at }) => ({ ...at, state: stateOf(reason) })), step };
    },

    /** Says where a row is, or takes that back; see byHand.ts. */
    async place(member: Member, id: string, index: string, place: HandPlace): Promise<Row> {
      const found = await findToChange(db, member, id);
      await requireDatasets(db, clock, found.organization_id);
      return describeRow(await placeByHand(db, clock, found, index, place, boxOf(engine, found.territory_id)));
    },

    /** Where rows would be whose latitude and longitude are exchanged. */
    async exchanged(member: Member, id: string): Promise<{ data: ExchangedRow[] }> {
      const record = await find(db, member, id);
      return { data: await exchangedRows(db, record, boxOf(engine, record.territory_id)) };
    },

    /** Puts these rows there; see exchanged.ts. */
    async acceptExchanged(member: Member, id: string): Promise<Dataset> {
      const found = await findToChange(db, member, id);
      await requireDatasets(db, clock, found.organization_id);
      await acceptExchanged(db, clock, found, boxOf(engine, found.territory_id));
      return read(member, id);
    },

    /** Says whether actions that read a dataset leave out its rows without a place in the territory. */
    async leaveOut(member: Member, id: string, leavesOutUnplaced: boolean): Promise<Dataset> {
      const record = await findToChange(db, member, id);
      await store.changeDataset(db, clock, keyOf(record), { leavesOutUnplaced });
      return read(member, id);
    },

    /** All rows as a CSV file. */
    async csv(member: Member, id: string): Promise<{ id: string; name: string; content: AsyncIterable<Uint8Array> }> {
      const record = await find(db, member, id);
      return { id: record.id, name: record.name, content: csvOf(db, record) };
    },

    async rename(member: Member, id: string, name: string): Promise<Dataset> {
      const record = await findToChange(db, member, id);
      await store.changeDataset(db, clock, keyOf(record), { name });
      return read(member, id);
    },

    /** Sets the roles of the columns. Rows keep their places until the next geocoding. */
    async map(member: Member, id: string, mapping: Mapping): Promise<Dataset> {
      const found = await findToChange(db, member, id);
      await db.transaction().execute(async (trx) => {
        const record = await lockReady(trx, found);
        checkMapping(record.columns ?? [], mapping);
        await store.changeDataset(trx, clock, keyOf(record), { mapping });
      });
      return read(member, id);
    },

    geocode: (member: Member, id: string): Promise<Job> =>
      start(member, id, ({ mapping }) => {
        if (mapping === null || (mapping.lat === undefined && !hasAddress(mapping))) {
          throw invalid('#/mapping', said('no_where_column'));
        }
        return { type: GEOCODE, input: { mapping } satisfies GeocodeInput };
      }),

    snap: (member: Member, id: string, input: SnapInput): Promise<Job> =>
      start(member, id, (record) => {
        if (matchedOf(record) > 0) return { type: SNAP, input };
        throw new ProblemError('dataset_not_ready', said('nothing_placed'));
      }),

    async jobs(member: Member, id: string): Promise<Job[]> {
      return (await jobsOn(db, await find(db, member, id), JOBS_LISTED)).map(describeJob);
    },

    /** Stops a job, for its starter and for members who may change the dataset. Throws job_not_running. */
    async stop(member: Member, id: string, jobId: string): Promise<Job> {
      const record = await find(db, member, id);
      const job = await jobOn(db, record, jobId);
      if (job === null) throw new ProblemError('not_found', 'There is no job with this id on this dataset.');
      if (job.user_id !== member.user.id) requireChange(member, record);
      return jobs.stopFound(job);
    },

    /** What else holds rows of a dataset: results of jobs and versions of analyses. */
    copies: async (member: Member, id: string): Promise<Copies> =>
      countCopies(db, member, (await find(db, member, id)).id),

    /**
     * Deletes a dataset with all its rows, and stops a job on it; with copies also what else has rows of it, as far as the
     * member sees it. Returns what others have of it still. Ended jobs stay.
     */
    async remove(member: Member, id: string, withCopies: boolean): Promise<Copies> {
      const record = await findToChange(db, member, id);
      await db.transaction().execute(async (trx) => {
        await lockAccount(trx, record.organization_id);
        const open = await openJobOn(trx, record);
        const job = open === null ? null : await lockJob(trx, open.id);
        if (job !== null && job.finished_at === null) {
          const reason = 'dataset_deleted';
          await jobs.end(trx, job, { status: 'stopped', stopReason: reason, skippedReason: reason });
        }
        if (withCopies) await eraseCopies(trx, clock, jobs, member, record.id);
        await store.deleteDataset(trx, keyOf(record));
        const details = { copies: withCopies ? 'deleted' : 'kept' };
        await note(trx, clock, member, 'dataset.deleted', { id: record.id, name: record.name, details });
      });
      if (withCopies) await removeFiles();
      return countCopies(db, member, record.id);
    },
  };
}
