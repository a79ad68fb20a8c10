import type { NewSubject, SubjectKind } from '@hinterland/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Clock, type Db, now } from '../../kit/db/database.ts';
import { liveOrganization } from '../../organizations/identity/live.ts';

/** Members of a subject beside those that have a column. */
type Content = Pick<NewSubject, 'address' | 'fields' | 'places' | 'candidates' | 'rivals' | 'polygon'> & {
  readonly area?: { readonly code: string; readonly name: string } | undefined;
};

/** A row of `subject` with what it refers to. */
export interface SubjectRow {
  readonly id: string;
  readonly user_id: number;
  readonly user_name: string;
  readonly kind: SubjectKind;
  readonly name: string;
  readonly territory_id: string;
  readonly lat: number | null;
  readonly lng: number | null;
  readonly content: Content;
  readonly dataset_id: string | null;
  readonly dataset_name: string | null;
  readonly dataset_rows: number | null;
  readonly dataset_reasons: Readonly<Record<string, number>> | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** What is stored of a subject. */
export interface SavedSubject {
  readonly kind: SubjectKind;
  readonly name: string;
  readonly territoryId: string;
  readonly lat: number | null;
  readonly lng: number | null;
  readonly content: Content;
  readonly datasetId: string | null;
}

const columns = sql`
  s.id, s.user_id, u.name as user_name, s.kind, s.name, s.territory_id, s.lat, s.lng, s.content, s.dataset_id,
  d.name as dataset_name, d.row_count as dataset_rows, d.reasons as dataset_reasons, s.created_at, s.updated_at`;
const joined = sql`subject s join app_user u on u.id = s.user_id left join dataset d on d.id = s.dataset_id`;

/** The present in whole milliseconds, as answers show it. */
const present = (clock: Clock): RawBuilder<Date> => sql<Date>`date_trunc('milliseconds', ${now(clock)})`;

/** Subjects of an organization, those that changed last first. */
export async function listSubjects(
  db: Db,
  organizationId: number,
  asked: {
    readonly kind?: string | undefined;
    readonly territory?: string | undefined;
    readonly text?: string | undefined;
    readonly offset: number;
    readonly limit: number;
  },
): Promise<{ readonly rows: SubjectRow[]; readonly total: number }> {
  const { kind, territory, text, offset, limit } = asked;
  const wanted = sql`s.organization_id = ${organizationId}
    ${kind === undefined ? sql`` : sql`and s.kind = ${kind}`}
    ${territory === undefined ? sql`` : sql`and s.territory_id = ${territory}`}
    ${text === undefined ? sql`` : sql`and position(lower(${text}) in lower(s.name)) > 0`}`;
  const { rows } = await sql<SubjectRow>`
    select ${columns} from ${joined} where ${wanted}
    order by s.updated_at desc, s.id offset ${offset} limit ${limit}`.execute(db);
  const counted = await sql<{ total: number }>`
    select count(*)::integer as total from subject s where ${wanted}`.execute(db);
  return { rows, total: counted.rows[0]!.total };
}

/** Those of some ids that the organization has, in no order. */
export async function findSubjects(db: Db, organizationId: number, ids: readonly string[]): Promise<SubjectRow[]> {
  const { rows } = await sql<SubjectRow>`
    select ${columns} from ${joined} where s.organization_id = ${organizationId} and s.id = any (${ids}::text[])`.execute(
    db,
  );
  return rows;
}

/**
 * Stores a subject. False where the organization was deleted, or has no such dataset: its row is locked, so that a dataset that is
 * deleted meanwhile takes the subject with it.
 */
export async function insertSubject(
  trx: Db,
  clock: Clock,
  organizationId: number,
  userId: number,
  id: string,
  saved: SavedSubject,
): Promise<boolean> {
  const { rows } = await sql`
    insert into subject (id, organization_id, user_id, kind, name, territory_id, lat, lng, content, dataset_id, created_at,
      updated_at)
    select ${id}, o.id, ${userId}::bigint, ${saved.kind}::text, ${saved.name}::text, ${saved.territoryId}::text,
      ${saved.lat}::double precision, ${saved.lng}::double precision, ${JSON.stringify(saved.content)}::json,
      ${saved.datasetId}::text, ${present(clock)}, ${present(clock)}
    from ${liveOrganization(organizationId)} o where ${hasDataset(organizationId, saved.datasetId)}
    returning id`.execute(trx);
  return rows.length > 0;
}

/** As `insertSubject`, of one that is there. */
export async function replaceSubject(
  trx: Db,
  clock: Clock,
  organizationId: number,
  id: string,
  saved: SavedSubject,
): Promise<boolean> {
  const { rows } = await sql`
    update subject set name = ${saved.name}, territory_id = ${saved.territoryId}, lat = ${saved.lat}, lng = ${saved.lng},
      content = ${JSON.stringify(saved.content)}::json, dataset_id = ${saved.datasetId}, updated_at = ${present(clock)}
    where organization_id = ${organizationId} and id = ${id} and ${hasDataset(organizationId, saved.datasetId)}
    returning id`.execute(trx);
  return rows.length > 0;
}

const hasDataset = (organizationId: number, id: string | null): RawBuilder<unknown> =>
  id === null
    ? sql`true`
    : sql`exists (select from dataset where id = ${id} and organization_id = ${organizationId} for share)`;

/** Projects lose it. False where it is gone already. */
export async function deleteSubject(trx: Db, organizationId: number, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from subject where organization_id = ${organizationId} and id = ${id} returning id`.execute(trx);
  return rows.length > 0;
}

export async function countSubjects(db: Db, organizationId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from subject where organization_id = ${organizationId}`.execute(db);
  return rows[0]!.count;
}

/** The territory of a dataset, and whether it was read; null where the organization has none with this id. */
export async function datasetOf(
  db: Db,
  organizationId: number,
  id: string,
): Promise<{ readonly territory_id: string; readonly is_ready: boolean } | null> {
  const { rows } = await sql<{ territory_id: string; is_ready: boolean }>`
    select territory_id, status = 'ready' as is_ready from dataset
    where organization_id = ${organizationId} and id = ${id}`.execute(db);
  return rows[0] ?? null;
}
