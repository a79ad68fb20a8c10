import type { CorrectionKind } from '@hinterland/contract';
import type { ListedStore } from '@hinterland/territory';
import { type RawBuilder, sql } from 'kysely';
import { type Clock, type Db, now } from '../../kit/db/database.ts';

/** Corrections of an organization in a territory; of the operator's for everybody where it is null. */
export interface OverlayKey {
  readonly organizationId: number | null;
  readonly territoryId: string;
}

/** What a correction says, by the members of its kind. */
export interface Said {
  readonly since?: string | undefined;
  readonly name?: string | undefined;
  readonly brand?: string | null | undefined;
  readonly sectorCode?: string | undefined;
  readonly squareMeters?: number | undefined;
  readonly lat?: number | undefined;
  readonly lng?: number | undefined;
  readonly address?: string | undefined;
}

export interface CorrectionRow {
  readonly id: number;
  readonly organization_id: number | null;
  readonly territory_id: string;
  readonly store_id: string;
  readonly kind: CorrectionKind;
  readonly field: string;
  readonly said: Said;
  readonly listed: ListedStore | null;
  readonly reason: string | null;
  readonly user_id: number | null;
  readonly user_name: string | null;
  readonly created_at: Date;
  readonly undone_at: Date | null;
  readonly undone_by: number | null;
  readonly undone_by_name: string | null;
  readonly is_latest: boolean;
}

/** A correction to be stored. */
export interface MadeCorrection {
  readonly storeId: string;
  readonly kind: CorrectionKind;
  readonly said: Said;
  readonly listed: ListedStore | null;
  readonly reason: string | null;
  readonly userId: number | null;
  readonly takenFrom?: number;
}

const isOf = ({ organizationId, territoryId }: OverlayKey): RawBuilder<unknown> =>
  sql`territory_id = ${territoryId} and ${
    organizationId === null ? sql`organization_id is null` : sql`organization_id = ${organizationId}`
  }`;

/** The corrections in force: of each field of a store the latest that is not undone. At an earlier revision those of then. */
const inForce = (key: OverlayKey, revision: number | null): RawBuilder<unknown> => sql`
  select distinct on (store_id, field) * from store_correction
  where ${isOf(key)} and ${
    revision === null
      ? sql`undone_at is null`
      : sql`made_at_revision <= ${revision} and (undone_at_revision is null or undone_at_revision > ${revision})`
  }
  order by store_id, field, id desc`;

const columns = sql`
  c.id, c.organization_id, c.territory_id, c.store_id, c.kind, c.field, c.said, c.listed, c.reason, c.user_id,
  u.name as user_name, c.created_at, c.undone_at, c.undone_by, b.name as undone_by_name`;
const people = sql`left join app_user u on u.id = c.user_id left join app_user b on b.id = c.undone_by`;

/** Every correction in force, in the order in which they were made. */
export async function readInForce(db: Db, key: OverlayKey, revision: number | null = null): Promise<CorrectionRow[]> {
  const { rows } = await sql<CorrectionRow>`
    select ${columns}, true as is_latest from (${inForce(key, revision)}) c ${people} order by c.id`.execute(db);
  return rows;
}

/** A page of corrections, the latest first; undone ones and those that later ones replace too where `all` are wanted. */
export async function listCorrections(
  db: Db,
  organizationId: number,
  territoryId: string | null,
  { all, offset, limit }: { readonly all: boolean; readonly offset: number; readonly limit: number },
): Promise<{ readonly rows: CorrectionRow[]; readonly total: number }> {
  const latest = sql`c.undone_at is null and not exists (
    select 1 from store_correction later
    where later.territory_id = c.territory_id and later.organization_id = c.organization_id and later.store_id = c.store_id
      and later.field = c.field and later.undone_at is null and later.id > c.id)`;
  const wanted = sql`
    c.organization_id = ${organizationId} ${territoryId === null ? sql`` : sql`and c.territory_id = ${territoryId}`}
    ${all ? sql`` : sql`and ${latest}`}`;
  const { rows } = await sql<CorrectionRow>`
    select ${columns}, (${latest}) as is_latest from store_correction c ${people} where ${wanted}
    order by c.id desc offset ${offset} limit ${limit}`.execute(db);
  const counted = await sql<{ total: number }>`
    select count(*)::integer as total from store_correction c where ${wanted}`.execute(db);
  return { rows, total: counted.rows[0]!.total };
}

export async function findCorrection(db: Db, organizationId: number, id: number): Promise<CorrectionRow | null> {
  const { rows } = await sql<CorrectionRow>`
    select ${columns}, c.undone_at is null as is_latest from store_correction c ${people}
    where c.id = ${id} and c.organization_id = ${organizationId}`.execute(db);
  return rows[0] ?? null;
}

/** Begins a change: whoever changes the same corrections waits. Returns the revision that the change makes. */
export async function beginChange(trx: Db, { organizationId, territoryId }: OverlayKey): Promise<number> {
  const { rows } = await sql<{ revision: number }>`
    insert into correction_overlay (territory_id, organization_id, revision, in_force)
    values (${territoryId}, ${organizationId}, 1, 0)
    on conflict (territory_id, organization_id) do update set revision = correction_overlay.revision + 1
    returning revision`.execute(trx);
  return rows[0]!.revision;
}

/** Ends a change. Returns how many corrections are in force. */
export async function endChange(trx: Db, key: OverlayKey): Promise<number> {
  const { rows } = await sql<{ in_force: number }>`
    update correction_overlay set in_force = (select count(*) from (${inForce(key, null)}) f)
    where ${isOf(key)} returning in_force`.execute(trx);
  return rows[0]!.in_force;
}

/** Stores corrections in one statement; returns their ids in order. */
export async function storeCorrections(
  trx: Db,
  clock: Clock,
  { organizationId, territoryId }: OverlayKey,
  revision: number,
  made: readonly MadeCorrection[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into store_correction (organization_id, territory_id, store_id, kind, said, listed, reason, user_id, taken_from,
      created_at, made_at_revision)
    select ${organizationId}, ${territoryId}, m."storeId", m.kind, m.said, m.listed, m.reason, m."userId", m."takenFrom",
      ${now(clock)}, ${revision}
    from rows from (json_to_recordset(${JSON.stringify(made)}::json)
      as ("storeId" text, kind text, said json, listed json, reason text, "userId" bigint, "takenFrom" bigint))
      with ordinality as m("storeId", kind, said, listed, reason, "userId", "takenFrom", no)
    order by m.no returning id`.execute(trx);
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

/** Undoes a correction. False where it was undone before. */
export async function undoCorrection(
  trx: Db,
  clock: Clock,
  { id, by, revision }: { readonly id: number; readonly by: number | null; readonly revision: number },
): Promise<boolean> {
  const { rows } = await sql`
    update store_correction set undone_at = ${now(clock)}, undone_by = ${by}, undone_at_revision = ${revision}
    where id = ${id} and undone_at is null returning id`.execute(trx);
  return rows.length > 0;
}

/** State of the corrections of an organization and of the operator's. */
export async function revisionsOf(
  db: Db,
  { organizationId, territoryId }: OverlayKey,
): Promise<{ readonly organization: number; readonly operator: number; readonly inForce: number }> {
  const { rows } = await sql<{ organization_id: number | null; revision: number; in_force: number }>`
    select organization_id, revision, in_force from correction_overlay
    where territory_id = ${territoryId} and (organization_id is null or organization_id = ${organizationId})`.execute(
    db,
  );
  const of = (isOperators: boolean) =>
    rows.find((row) => (row.organization_id === null) === isOperators)?.revision ?? 0;
  return {
    organization: of(false),
    operator: of(true),
    inForce: rows.reduce((sum, row) => sum + row.in_force, 0),
  };
}
