import type { Job } from '@hinterland/contract';
import { lockAccount } from '../credits/account.ts';
import { requireDatasets } from '../credits/storage/suspension.ts';
import type { Db } from '../db/database.ts';
import { endJob } from '../jobs/end.ts';
import { describeJob } from '../jobs/job.ts';
import { lockJob } from '../jobs/queue.ts';
import { stopJob } from '../jobs/service.ts';
import { invalid } from '../json.ts';
import { ProblemError } from '../problem.ts';
import type { RunParts } from '../runs/parts.ts';
import type { Member } from '../who.ts';
import type { DatasetRecord } from './dataset.ts';
import type { GeocodeInput } from './geocode.ts';
import { isDatasetId } from './id.ts';
import { DATASET_LIMITS } from './limits.ts';
import { type Dataset, describeDataset, describeRow, matchedOf, type Row } from './present.ts';
import { MATCHED_REASONS } from './reasons.ts';
import { hasAddress, type Mapping } from './roles.ts';
import { GEOCODE, SNAP } from './settle.ts';
import type { SnapInput } from './snap.ts';
import { jobOn, jobsOn, openJobOn, startDatasetJob } from './start.ts';
import * as store from './store.ts';

/** What members may do with datasets of their organization. */

export type DatasetParts = Pick<RunParts, 'db' | 'clock' | 'engine' | 'actions' | 'jobs'>;

/** Jobs that are shown of a dataset. */
const JOBS_LISTED = 50;

export async function list({ db }: DatasetParts, { organization }: Member): Promise<Dataset[]> {
  return (await store.listDatasets(db, organization.id)).map((record) => describeDataset(record, null));
}

/** Throws not_found, also for a dataset of another organization. */
export async function read({ db }: DatasetParts, member: Member, id: string): Promise<Dataset> {
  const record = await find(db, member, id);
  return describeDataset(record, await openJobOn(db, record));
}

export interface RowsAsked {
  readonly from: number;
  readonly limit: number;
  /** Only those that are nowhere. */
  readonly unmatched: boolean;
}

export interface RowsAnswer {
  readonly data: readonly Row[];
  /** Index that the next page begins at; null behind the last. */
  readonly next: number | null;
  /** Rows that there are of this kind. */
  readonly total: number;
}

export async function rows(
  { db }: DatasetParts,
  member: Member,
  id: string,
  { from, limit, unmatched }: RowsAsked,
): Promise<RowsAnswer> {
  const record = await find(db, member, id);
  const without = unmatched ? MATCHED_REASONS : [];
  const found = await store.readRows(db, keyOf(record), { from, limit: limit + 1, without });
  const data = found.slice(0, limit).map(describeRow);
  const next = found[limit]?.index ?? null;
  return { data, next, total: record.row_count - (unmatched ? matchedOf(record) : 0) };
}

export async function rename(parts: DatasetParts, member: Member, id: string, name: string): Promise<Dataset> {
  const record = await findToChange(parts.db, member, id);
  await store.changeDataset(parts.db, parts.clock, keyOf(record), { name });
  return read(parts, member, id);
}

/** Says what the columns hold. Rows are where they were until the next geocoding. */
export async function map(parts: DatasetParts, member: Member, id: string, mapping: Mapping): Promise<Dataset> {
  const { db, clock } = parts;
  const found = await findToChange(db, member, id);
  await db.transaction().execute(async (trx) => {
    const record = await lockReady(trx, found);
    checkMapping(record, mapping);
    await store.changeDataset(trx, clock, keyOf(record), { mapping });
  });
  return read(parts, member, id);
}

function checkMapping({ columns }: DatasetRecord, mapping: Mapping): void {
  for (const [role, name] of Object.entries(mapping)) {
    if (columns?.includes(name)) continue;
    const known = columns?.join(', ');
    throw invalid(`#/mapping/${role}`, `There is no column ${JSON.stringify(name)}. The dataset has: ${known}.`);
  }
  if ((mapping.lat === undefined) !== (mapping.lng === undefined)) {
    const missing = mapping.lat === undefined ? 'lat' : 'lng';
    throw invalid(`#/mapping/${missing}`, 'Coordinates need both columns: lat and lng.');
  }
}

export function geocode(parts: DatasetParts, member: Member, id: string): Promise<Job> {
  return start(parts, member, id, ({ mapping }) => {
    if (mapping === null || (mapping.lat === undefined && !hasAddress(mapping))) {
      throw invalid(
        '#/mapping',
        'No column says where the rows are. Map lat and lng, or address, or street with others, or postcode; then geocode.',
      );
    }
    return { type: GEOCODE, input: { mapping } satisfies GeocodeInput };
  });
}

export function snap(parts: DatasetParts, member: Member, id: string, input: SnapInput): Promise<Job> {
  return start(parts, member, id, (record) => {
    if (matchedOf(record) > 0) return { type: SNAP, input };
    throw new ProblemError('dataset_not_ready', 'No row of this dataset is anywhere yet. Geocode it first.');
  });
}

async function start(
  { db, clock, jobs }: DatasetParts,
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
  jobs.nudge();
  return job;
}

export async function jobs({ db }: DatasetParts, member: Member, id: string): Promise<Job[]> {
  return (await jobsOn(db, await find(db, member, id), JOBS_LISTED)).map(describeJob);
}

/** Stops a job on a dataset, for whoever may change it and for whoever started the job. Throws job_not_running. */
export async function stop(parts: DatasetParts, member: Member, id: string, jobId: string): Promise<Job> {
  const record = await find(parts.db, member, id);
  const job = await jobOn(parts.db, record, jobId);
  if (job === null) throw new ProblemError('not_found', 'There is no job with this id on this dataset.');
  if (job.user_id !== member.user.id) requireChange(member, record);
  return stopJob(parts, job);
}

/** Deletes a dataset with all its rows; a job on it is stopped. Jobs stay with what they did. */
export async function remove({ db, clock, actions }: DatasetParts, member: Member, id: string): Promise<void> {
  const record = await findToChange(db, member, id);
  await db.transaction().execute(async (trx) => {
    await lockAccount(trx, record.organization_id);
    const open = await openJobOn(trx, record);
    const job = open === null ? null : await lockJob(trx, open.id);
    if (job !== null && job.finished_at === null) {
      const reason = 'dataset_deleted';
      await endJob(trx, clock, actions, job, { status: 'stopped', stopReason: reason, skippedReason: reason });
    }
    await store.deleteDataset(trx, keyOf(record));
  });
}

export const keyOf = ({ organization_id, id }: DatasetRecord): store.DatasetKey => ({
  organizationId: organization_id,
  id,
});

export async function find(db: Db, { organization }: Member, id: string): Promise<DatasetRecord> {
  const record = isDatasetId(id) ? await store.findDataset(db, { organizationId: organization.id, id }) : null;
  if (record === null) throw unknownDataset();
  return record;
}

async function findToChange(db: Db, member: Member, id: string): Promise<DatasetRecord> {
  const record = await find(db, member, id);
  requireChange(member, record);
  return record;
}

/** Whoever uploaded it, admins and owners. */
function requireChange({ user, role }: Member, record: DatasetRecord): void {
  if (record.user_id === user.id || role !== 'member') return;
  throw new ProblemError('insufficient_role', 'Only who uploaded a dataset, admins and owners may change it.');
}

/** Locks a dataset that is imported and that no job works on. */
async function lockReady(trx: Db, found: DatasetRecord): Promise<DatasetRecord> {
  const record = await store.lockDataset(trx, keyOf(found));
  if (record === null) throw unknownDataset();
  const open = await openJobOn(trx, record);
  if (open !== null) {
    throw new ProblemError(
      'dataset_not_ready',
      `The job ${open.id} (${open.action_id}) works on this dataset. Wait for its end, or stop it.`,
    );
  }
  if (record.status === 'ready') return record;
  throw new ProblemError(
    'dataset_not_ready',
    record.status === 'failed'
      ? 'The import of this dataset failed: it has no rows. Its error says what to mend; delete it and upload the file again.'
      : 'The file of this dataset has not arrived in full. Upload it again, and delete this one.',
  );
}

export const unknownDataset = (): ProblemError =>
  new ProblemError('not_found', 'There is no dataset with this id in the organization.');

/** Throws where the organization has as many datasets as it may have. */
export async function requireRoom(db: Db, { organization }: Member): Promise<void> {
  const { datasets } = await store.storageOf(db, organization.id);
  if (datasets < DATASET_LIMITS.perOrganization) return;
  throw invalid('#', `An organization may have ${DATASET_LIMITS.perOrganization} datasets. Delete some first.`);
}
