import type { Job } from '@hinterland/contract';
import { sql } from 'kysely';
import { type Clock, type Db, instantOf, now } from '../../kit/db/database.ts';
import { unknownOrganization } from '../../kit/who.ts';
import { liveOrganization } from '../../organizations/identity/live.ts';
import { type Counts, type DatasetRecord, datasetColumns, type LeftOut, type RowRecord } from './dataset.ts';
import { newDatasetId } from './id.ts';
import { DATASET_LIMITS } from './limits.ts';
import type { Mapping } from './roles.ts';

/** Every statement on datasets. Each names the organization: what belongs to another is not there. */

/** Whose dataset it is, and which. */
export interface DatasetKey {
  readonly organizationId: number;
  readonly id: string;
}

export interface NewDataset {
  readonly organizationId: number;
  readonly userId: number;
  readonly name: string;
  readonly territoryId: string;
  readonly encoding: string | null;
}

/** Makes a dataset that waits for its file. Throws not_found where the organization was deleted in the meantime. */
export async function insertDataset(db: Db, clock: Clock, dataset: NewDataset): Promise<DatasetKey> {
  const id = newDatasetId();
  const { rows } = await sql`
    insert into dataset (id, organization_id, user_id, name, territory_id, encoding, created_at, updated_at)
    select ${id}, o.id, ${dataset.userId}::bigint, ${dataset.name}, ${dataset.territoryId}, ${dataset.encoding}, at, at
    from (select date_trunc('milliseconds', ${now(clock)}) as at) present,
      ${liveOrganization(dataset.organizationId)} o
    returning id`.execute(db);
  if (rows.length === 0) throw unknownOrganization();
  return { organizationId: dataset.organizationId, id };
}

/** Newest first. */
export async function listDatasets(db: Db, organizationId: number): Promise<DatasetRecord[]> {
  const { rows } = await sql<DatasetRecord>`
    select ${datasetColumns('d')} from dataset d where d.organization_id = ${organizationId}
    order by d.created_at desc, d.id desc`.execute(db);
  return rows;
}

export async function findDataset(db: Db, { organizationId, id }: DatasetKey): Promise<DatasetRecord | null> {
  const { rows } = await sql<DatasetRecord>`
    select ${datasetColumns('d')} from dataset d
    where d.organization_id = ${organizationId} and d.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/**
 * Locks a dataset until the end of the transaction. Code that also needs the organization's account or a job locks
 * them before, in this order: account, job, dataset.
 */
export async function lockDataset(trx: Db, { organizationId, id }: DatasetKey): Promise<DatasetRecord | null> {
  const { rows } = await sql<DatasetRecord>`
    select ${datasetColumns('d')} from dataset d
    where d.organization_id = ${organizationId} and d.id = ${id} for update`.execute(trx);
  return rows[0] ?? null;
}

export interface DatasetChange {
  readonly name?: string | undefined;
  readonly status?: DatasetRecord['status'] | undefined;
  readonly columns?: readonly string[] | undefined;
  readonly mapping?: Mapping | undefined;
  readonly leavesOutUnplaced?: boolean | undefined;
  readonly error?: Job['error'] | undefined;
  readonly leftOut?: LeftOut | undefined;
}

/** Answers false where there is no such dataset. */
export async function changeDataset(
  db: Db,
  clock: Clock,
  { organizationId, id }: DatasetKey,
  change: DatasetChange,
): Promise<boolean> {
  const asJson = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  const { rows } = await sql`
    update dataset set name = coalesce(${change.name ?? null}, name), status = coalesce(${change.status ?? null}, status),
      columns = coalesce(${asJson(change.columns)}::json, columns),
      mapping = coalesce(${asJson(change.mapping)}::json, mapping),
      leaves_out_unplaced = coalesce(${change.leavesOutUnplaced ?? null}, leaves_out_unplaced),
      error = coalesce(${asJson(change.error ?? undefined)}::json, error),
      left_out = coalesce(${asJson(change.leftOut)}::json, left_out),
      updated_at = date_trunc('milliseconds', ${now(clock)})
    where organization_id = ${organizationId} and id = ${id} returning id`.execute(db);
  return rows.length > 0;
}

/**
 * Deletes a dataset. Its jobs must have ended. Without an organization it is gone for everybody; a regular task removes its
 * rows (remove.ts), so that no lock is held meanwhile.
 */
export async function deleteDataset(trx: Db, { organizationId, id }: DatasetKey): Promise<void> {
  await sql`
    update dataset set organization_id = null where organization_id = ${organizationId} and id = ${id}`.execute(trx);
  await sql`delete from subject where organization_id = ${organizationId} and dataset_id = ${id}`.execute(trx);
}

/** Keeps a part of the file until it is imported. */
export async function insertPart(db: Db, { organizationId, id }: DatasetKey, part: number, content: Buffer) {
  await sql`
    insert into dataset_upload (dataset_id, part, content)
    select d.id, ${part}::integer, ${content}::bytea from dataset d
    where d.organization_id = ${organizationId} and d.id = ${id}`.execute(db);
}

/** A part of the file; null behind the last. */
export async function readPart(db: Db, { organizationId, id }: DatasetKey, part: number): Promise<Buffer | null> {
  const { rows } = await sql<{ content: Buffer }>`
    select u.content from dataset_upload u join dataset d on d.id = u.dataset_id
    where d.organization_id = ${organizationId} and u.dataset_id = ${id} and u.part = ${part}`.execute(db);
  return rows[0]?.content ?? null;
}

export async function deleteParts(trx: Db, { organizationId, id }: DatasetKey): Promise<void> {
  await sql`
    delete from dataset_upload u using dataset d
    where d.id = u.dataset_id and d.organization_id = ${organizationId} and d.id = ${id}`.execute(trx);
}

/** Deletes uploads that take longer than any may: their process has ended. Answers how many. */
export async function removeBrokenUploads(db: Db, clock: Clock): Promise<number> {
  const { rows } = await sql`
    update dataset set organization_id = null
    where organization_id is not null and status = 'uploading' 
      and created_at < ${now(clock)} - make_interval(secs => ${2 * DATASET_LIMITS.uploadSeconds})
    returning id`.execute(db);
  return rows.length;
}

export interface NewRow {
  readonly index: number;
  /** JSON text of the cells. */
  readonly cells: string;
  readonly lat: number | null;
  readonly lng: number | null;
  readonly reason: string;
}

/** Stores rows and adds them to what the dataset counts. The dataset is locked. */
export async function insertRows(trx: Db, clock: Clock, key: DatasetKey, rows: readonly NewRow[]): Promise<void> {
  if (rows.length === 0) return;
  const { text, bytes } = textOf(rows);
  await sql`
    insert into dataset_row (dataset_id, index, cells, lat, lng, reason)
    select ${key.id}, index, cells, lat, lng, reason
    from json_to_recordset(${text}::json)
      as r (index integer, cells json, lat float8, lng float8, reason text)`.execute(trx);
  await addCounts(
    trx,
    clock,
    key,
    'reasons',
    countsOf(rows, ({ reason }) => reason),
    { rows: rows.length, bytes },
  );
}

/** Rows as JSON text, with their cells as they will be stored, and the bytes of their cells. */
const textOf = (rows: readonly NewRow[]) => ({
  text: `[${rows.map(({ cells, ...row }) => `{"cells":${cells},${JSON.stringify(row).slice(1)}`).join()}]`,
  bytes: rows.reduce((sum, { cells }) => sum + Buffer.byteLength(cells), 0),
});

/** A job that imports, as long as it is ours. */
interface Importing {
  readonly id: string;
  readonly lease_token: string;
  readonly leaseSeconds: number;
  /** Rows stored before. */
  readonly first: number;
}

/**
 * Stores rows behind those that are there, and the progress of their job, in one statement (importRows.sql): the embedded database
 * answers nobody else while a transaction is open. Returns whether the job is still ours; null, and no change, where the caller decides.
 */
export async function importRows(
  db: Db,
  clock: Clock,
  { organizationId, id }: DatasetKey,
  { id: jobId, lease_token, leaseSeconds, first }: Importing,
  rows: readonly NewRow[],
): Promise<boolean | null> {
  const { text, bytes } = textOf(rows);
  const reasons = JSON.stringify(countsOf(rows, ({ reason }) => reason));
  const { rows: answers } = await sql<{ stored: 'stored' | 'lost' | null }>`
    select import_rows(${organizationId}, ${id}, ${jobId}, ${lease_token}, ${first}, ${text}, ${rows.length}, ${bytes}, ${reasons},
      ${leaseSeconds}, ${instantOf(clock)}) as stored`.execute(db);
  const stored = answers[0]?.stored ?? null;
  return stored === null ? null : stored === 'stored';
}

export interface PlacedRow {
  readonly index: number;
  readonly lat: number | null;
  readonly lng: number | null;
  readonly reason: string;
  readonly address: string | null;
  readonly confidence: number | null;
}

/** Stores where rows are; what was known of their feet on roads is forgotten. The dataset is locked. */
export async function placeRows(trx: Db, clock: Clock, key: DatasetKey, rows: readonly PlacedRow[]): Promise<void> {
  const before = await presentCounts(trx, key, rows);
  await sql`
    update dataset_row d set lat = r.lat, lng = r.lng, reason = r.reason, matched_address = r.address,
      confidence = r.confidence, snap_reason = null, snap_mode = null, snapped_lat = null, snapped_lng = null,
      snapped_meters = null
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as r (index integer, lat float8, lng float8, reason text, address text, confidence float8)
    where d.dataset_id = ${key.id} and d.index = r.index`.execute(trx);
  const change = differenceOf(
    countsOf(rows, ({ reason }) => reason),
    before.reasons,
  );
  await addCounts(trx, clock, key, 'reasons', change);
  await addCounts(trx, clock, key, 'snap_reasons', differenceOf({}, before.snapReasons));
}

export interface SnappedRow {
  readonly index: number;
  readonly lat: number | null;
  readonly lng: number | null;
  readonly meters: number | null;
  readonly reason: string;
}

/** Stores the feet of rows on roads of a mode. The dataset is locked. */
export async function snapRows(
  trx: Db,
  clock: Clock,
  key: DatasetKey,
  mode: string,
  rows: readonly SnappedRow[],
): Promise<void> {
  const before = await presentCounts(trx, key, rows);
  await sql`
    update dataset_row d set snap_reason = r.reason, snap_mode = ${mode}, snapped_lat = r.lat, snapped_lng = r.lng,
      snapped_meters = r.meters
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as r (index integer, lat float8, lng float8, meters float8, reason text)
    where d.dataset_id = ${key.id} and d.index = r.index`.execute(trx);
  const change = differenceOf(
    countsOf(rows, ({ reason }) => reason),
    before.snapReasons,
  );
  await addCounts(trx, clock, key, 'snap_reasons', change);
}

/** Forgets everything that was imported. */
export async function deleteRows(trx: Db, { organizationId, id }: DatasetKey): Promise<void> {
  await sql`
    delete from dataset_row r using dataset d
    where d.id = r.dataset_id and d.organization_id = ${organizationId} and d.id = ${id}`.execute(trx);
  await sql`
    update dataset set row_count = 0, bytes = 0, reasons = '{}', snap_reasons = '{}'
    where organization_id = ${organizationId} and id = ${id}`.execute(trx);
}

export interface RowPage {
  /** The first index that may come. */
  readonly from: number;
  readonly limit: number;
  /** Reasons of rows that are left out. */
  readonly without?: readonly string[] | undefined;
  /** Reasons of the only rows that are read; all where absent. */
  readonly only?: readonly string[] | undefined;
}

/** Rows in their order. */
export async function readRows(
  db: Db,
  { organizationId, id }: DatasetKey,
  { from, limit, without = [], only = [] }: RowPage,
): Promise<RowRecord[]> {
  const { rows } = await sql<RowRecord>`
    select r.index, r.cells, r.lat, r.lng, r.reason, r.matched_address, r.confidence, r.snap_reason, r.snap_mode,
      r.snapped_lat, r.snapped_lng, r.snapped_meters
    from dataset_row r join dataset d on d.id = r.dataset_id
    where d.organization_id = ${organizationId} and d.id = ${id} and r.index >= ${from}
      ${without.length === 0 ? sql`` : sql`and r.reason <> all (${without}::text[])`}
      ${only.length === 0 ? sql`` : sql`and r.reason = any (${only}::text[])`}
    order by r.index limit ${limit}`.execute(db);
  return rows;
}

export interface PointRecord {
  readonly index: number;
  readonly lat: number;
  readonly lng: number;
  readonly reason: string;
}

/** The places of every `step`-th row, in their order. */
export async function readPoints(
  db: Db,
  { organizationId, id }: DatasetKey,
  { step, limit }: { readonly step: number; readonly limit: number },
): Promise<PointRecord[]> {
  const { rows } = await sql<PointRecord>`
    select r.index, r.lat, r.lng, r.reason from dataset_row r join dataset d on d.id = r.dataset_id
    where d.organization_id = ${organizationId} and d.id = ${id} and r.lat is not null and r.index % ${step} = 0
    order by r.index limit ${limit}`.execute(db);
  return rows;
}

/** Records that an action reads a dataset, once an hour. Does not wait for a job that stores rows. */
export async function touchDataset(db: Db, clock: Clock, { organizationId, id }: DatasetKey): Promise<void> {
  await sql`
    update dataset set used_at = date_trunc('hour', ${now(clock)}) where id in (
      select id from dataset
      where organization_id = ${organizationId} and id = ${id}
        and (used_at is null or used_at < date_trunc('hour', ${now(clock)}))
      for update skip locked
    )`.execute(db);
}

export function countsOf<R>(rows: readonly R[], reasonOf: (row: R) => string): Counts {
  const counts: Record<string, number> = {};
  for (const row of rows) counts[reasonOf(row)] = (counts[reasonOf(row)] ?? 0) + 1;
  return counts;
}

const differenceOf = (after: Counts, before: Counts): Counts => addedCounts(after, before, -1);

/** Counts put together; those that come to nothing are left out. */
export function addedCounts(counts: Counts, others: Counts, times = 1): Counts {
  const sum: Record<string, number> = { ...counts };
  for (const [reason, count] of Object.entries(others)) sum[reason] = (sum[reason] ?? 0) + times * count;
  return Object.fromEntries(Object.entries(sum).filter(([, count]) => count !== 0));
}

/** Reasons of some rows as they stand. */
async function presentCounts(
  trx: Db,
  { id }: DatasetKey,
  rows: readonly { readonly index: number }[],
): Promise<{ reasons: Counts; snapReasons: Counts }> {
  const { rows: found } = await sql<{ reason: string; snap_reason: string | null; count: number }>`
    select reason, snap_reason, count(*) as count from dataset_row
    where dataset_id = ${id} and index = any (${rows.map(({ index }) => index)}::integer[])
    group by reason, snap_reason`.execute(trx);
  let reasons: Counts = {};
  let snapReasons: Counts = {};
  for (const { reason, snap_reason: snapReason, count } of found) {
    reasons = addedCounts(reasons, { [reason]: count });
    if (snapReason !== null) snapReasons = addedCounts(snapReasons, { [snapReason]: count });
  }
  return { reasons, snapReasons };
}

async function addCounts(
  trx: Db,
  clock: Clock,
  { organizationId, id }: DatasetKey,
  column: 'reasons' | 'snap_reasons',
  change: Counts,
  { rows = 0, bytes = 0 }: { readonly rows?: number; readonly bytes?: number } = {},
): Promise<void> {
  const { rows: found } = await sql<{ counts: Counts }>`
    select ${sql.ref(column)} as counts from dataset where organization_id = ${organizationId} and id = ${id}`.execute(
    trx,
  );
  const counts = JSON.stringify(addedCounts(found[0]?.counts ?? {}, change));
  await sql`
    update dataset set ${sql.ref(column)} = ${counts}::json, row_count = row_count + ${rows}, bytes = bytes + ${bytes},
      updated_at = date_trunc('milliseconds', ${now(clock)})
    where organization_id = ${organizationId} and id = ${id}`.execute(trx);
}
