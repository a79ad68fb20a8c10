import type { Scope } from '@hinterland/contract';
import { sql } from 'kysely';
import { type Clock, type Db, now } from '../db/database.ts';
import { generateKey, type KeyKind } from './format.ts';
import type { CreatedKey } from './schemas.ts';

export interface KeyRequest {
  readonly organizationId: number;
  readonly userId: number;
  readonly name: string;
  readonly kind: KeyKind;
  /** `read` is added where it is missing. */
  readonly scopes: readonly Scope[];
}

export async function createKey(db: Db, request: KeyRequest): Promise<Omit<CreatedKey, 'name' | 'monthlyCap'>> {
  const key = generateKey(request.kind);
  const scopes = [...new Set<Scope>(['read', ...request.scopes])];
  const { rows } = await sql<{ id: number }>`
    insert into api_key (organization_id, user_id, name, public_id, prefix, digest, scopes)
    values (${request.organizationId}, ${request.userId}, ${request.name}, ${key.publicId}, ${key.prefix},
      ${key.digest}, ${scopes})
    returning id`.execute(db);
  return { id: rows[0]?.id as number, prefix: key.prefix, secret: key.secret, scopes };
}

/** The key of that name that a user has in an organization, revoked or not. */
export async function findKeyByName(
  db: Db,
  organizationId: number,
  userId: number,
  name: string,
): Promise<{ id: number; scopes: Scope[] } | undefined> {
  const { rows } = await sql<{ id: number; scopes: Scope[] }>`
    select id, scopes from api_key
    where organization_id = ${organizationId} and user_id = ${userId} and name = ${name}`.execute(db);
  return rows[0];
}

/** Keys that have all that is named. */
export type KeysOf =
  | { readonly id: number; readonly organizationId?: number; readonly userId?: number }
  | { readonly organizationId: number; readonly userId?: number };

/**
 * Revokes keys for good, from the next request on; a key that was revoked before keeps its time. Returns how many keys
 * are meant.
 */
export async function revokeKeys(db: Db, clock: Clock, of: KeysOf): Promise<number> {
  const conditions = [
    ...('id' in of ? [sql`id = ${of.id}`] : []),
    ...(of.organizationId === undefined ? [] : [sql`organization_id = ${of.organizationId}`]),
    ...(of.userId === undefined ? [] : [sql`user_id = ${of.userId}`]),
  ];
  const { rows } = await sql`
    update api_key set revoked_at = coalesce(revoked_at, ${now(clock)})
    where ${sql.join(conditions, sql` and `)} returning id`.execute(db);
  return rows.length;
}
