import { sql } from 'kysely';
import { noteForOperator } from '../../kit/audit/note.ts';
import { type Clock, type Db, now } from '../../kit/db/database.ts';

/** A key as operators see it. Times are in UTC. */
export interface KeyLine {
  readonly id: number;
  readonly prefix: string;
  readonly organization: number;
  readonly user: string;
  readonly name: string;
  readonly scopes: string;
  readonly created: string;
  readonly last_used: string | null;
  readonly revoked: boolean;
}

/** Keys of one organization or, for null, of all. */
export async function listKeys(db: Db, organizationId: number | null): Promise<KeyLine[]> {
  const { rows } = await sql<KeyLine>`
    select k.id, k.prefix, k.organization_id as organization, u.email as user, k.name,
      array_to_string(k.scopes, ' ') as scopes, date_trunc('second', k.created_at at time zone 'utc')::text as created,
      date_trunc('second', k.last_used_at at time zone 'utc')::text as last_used, k.revoked_at is not null as revoked
    from api_key k join app_user u on u.id = k.user_id
    where ${organizationId}::bigint is null or k.organization_id = ${organizationId}
    order by k.organization_id, k.id`.execute(db);
  return rows;
}

/** The visible beginning of a key, also of a whole key that was pasted. */
const PREFIX = /^hl_(?:live|test)_[0-9A-Za-z]{8}(?=_|$)/;

/**
 * Revokes the key of a number or a beginning, also that of before its rotation, from its next request on; one that was revoked before keeps its time. Returns
 * its number; null where there is none.
 */
export function revokeKey(db: Db, clock: Clock, which: string): Promise<number | null> {
  const prefix = PREFIX.exec(which)?.[0] ?? null;
  const id = /^\d{1,15}$/.test(which) ? Number(which) : null;
  const publicId = prefix?.slice(-8) ?? null;
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: number; organization_id: number; name: string; prefix: string }>`
      update api_key set revoked_at = coalesce(revoked_at, ${now(clock)})
      where id = ${id} or public_id = ${publicId} or previous_public_id = ${publicId}
      returning id, organization_id, name, prefix`.execute(trx);
    const key = rows[0];
    if (key === undefined) return null;
    const details = { prefix: key.prefix };
    await noteForOperator(trx, clock, key.organization_id, 'key.revoked', { id: key.id, name: key.name, details });
    return key.id;
  });
}
