import type { CorrectionKind } from '@hinterland/contract';
import { sql } from 'kysely';
import { noteForOperator } from '../../kit/audit/note.ts';
import type { Clock, Db } from '../../kit/db/database.ts';
import * as store from '../../work/corrections/store.ts';
import { LISTED } from './listed.ts';

/** A correction in force as operators see it. */
export interface CorrectionLine {
  readonly id: number;
  /** Null where the operator took it over for everybody. */
  readonly organization: number | null;
  readonly territory: string;
  readonly store: string;
  readonly kind: CorrectionKind;
  /** What it says, as JSON. */
  readonly says: string;
  readonly since: string;
}

/** Corrections that are not undone, the newest first: those of an organization, or of all with the operator's. */
export async function listCorrections(db: Db, organizationId: number | null): Promise<CorrectionLine[]> {
  const { rows } = await sql<CorrectionLine>`
    select c.id, c.organization_id as organization, c.territory_id as territory, c.store_id as store, c.kind,
      c.said::text as says, to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD') as since
    from store_correction c
    where c.undone_at is null and (${organizationId}::bigint is null or c.organization_id = ${organizationId})
    order by c.id desc limit ${LISTED}`.execute(db);
  return rows;
}

interface Found extends Pick<store.CorrectionRow, 'id' | 'organization_id' | 'territory_id' | 'store_id' | 'kind'> {
  readonly said: store.Said;
  readonly listed: store.CorrectionRow['listed'];
  readonly taken_from: number | null;
}

const found = async (trx: Db, id: number): Promise<Found | undefined> =>
  (
    await sql<Found>`
      select id, organization_id, territory_id, store_id, kind, said, listed, taken_from from store_correction
      where id = ${id} and undone_at is null for update`.execute(trx)
  ).rows[0];

/**
 * Makes a correction of an organization one that everybody sees, without its reason and its author. What is a matter of the organization
 * alone, that a store is no competitor, is none of others. Returns the number of the new one.
 */
export async function takeOver(
  db: Db,
  clock: Clock,
  id: number,
): Promise<number | 'unknown' | 'not for others' | 'done before'> {
  return db.transaction().execute(async (trx) => {
    const row = await found(trx, id);
    if (row === undefined || row.organization_id === null) return 'unknown';
    if (row.kind === 'not_competitor') return 'not for others';
    const { rows } = await sql`
      select 1 from store_correction where taken_from = ${id} and organization_id is null and undone_at is null`.execute(
      trx,
    );
    if (rows.length > 0) return 'done before';
    const key = { organizationId: null, territoryId: row.territory_id };
    const revision = await store.beginChange(trx, key);
    const made = { storeId: row.store_id, kind: row.kind, said: row.said, listed: row.listed, takenFrom: id };
    const [stored] = await store.storeCorrections(trx, clock, key, revision, [{ ...made, reason: null, userId: null }]);
    await store.endChange(trx, key);
    const details = { kind: row.kind, store: row.store_id, territory: row.territory_id };
    await noteForOperator(trx, clock, row.organization_id, 'correction.taken_over', { id, details });
    return stored!;
  });
}

/** Takes a correction of the operator's back. False where there is none of that number in force. */
export async function undoTakenOver(db: Db, clock: Clock, id: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const row = await found(trx, id);
    if (row === undefined || row.organization_id !== null) return false;
    const key = { organizationId: null, territoryId: row.territory_id };
    const revision = await store.beginChange(trx, key);
    await store.undoCorrection(trx, clock, { id, by: null, revision });
    await store.endChange(trx, key);
    return true;
  });
}
