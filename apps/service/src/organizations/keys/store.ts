import type { Scope } from '@hinterland/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Clock, type Db, now } from '../../kit/db/database.ts';
import { generateKey, type KeyKind } from './format.ts';
import type { CreatedKey } from './schemas.ts';

export interface KeyRequest {
  readonly organizationId: number;
  readonly userId: number;
  readonly name: string;
  readonly kind: KeyKind;
  /** `read` is added where it is missing. */
  readonly scopes: readonly Scope[];
  readonly expiresAt?: Date | null;
  /** In CIDR form; empty or absent = from anywhere. */
  readonly networks?: readonly string[];
}

export async function createKey(
  db: Db,
  request: KeyRequest,
): Promise<Pick<CreatedKey, 'id' | 'prefix' | 'secret' | 'scopes'>> {
  const key = generateKey(request.kind);
  const scopes = [...new Set<Scope>(['read', ...request.scopes])];
  const { rows } = await sql<{ id: number }>`
    insert into api_key (organization_id, user_id, name, public_id, prefix, digest, scopes, expires_at, networks)
    values (${request.organizationId}, ${request.userId}, ${request.name}, ${key.publicId}, ${key.prefix},
      ${key.digest}, ${scopes}, ${request.expiresAt ?? null}, ${networkArray(request.networks ?? [])})
    returning id`.execute(db);
  return { id: rows[0]?.id as number, prefix: key.prefix, secret: key.secret, scopes };
}

/** An empty list is stored as null: from anywhere. */
export const networkArray = (networks: readonly string[]): RawBuilder<unknown> =>
  networks.length === 0 ? sql`null` : sql`array(select network(n::inet) from unnest(${networks}::text[]) n)`;

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
 * Revokes keys for good, from the next request on; a key that was revoked before keeps its time. Returns the keys that
 * are meant.
 */
export async function revokeKeys(
  db: Db,
  clock: Clock,
  of: KeysOf,
): Promise<readonly { name: string; prefix: string }[]> {
  const { rows } = await sql<{ name: string; prefix: string }>`
    update api_key set revoked_at = coalesce(revoked_at, ${now(clock)})
    where ${isOneOf(of)} returning name, prefix`.execute(db);
  return rows;
}

function isOneOf(of: KeysOf): RawBuilder<unknown> {
  const conditions = [
    ...('id' in of ? [sql`id = ${of.id}`] : []),
    ...(of.organizationId === undefined ? [] : [sql`organization_id = ${of.organizationId}`]),
    ...(of.userId === undefined ? [] : [sql`user_id = ${of.userId}`]),
  ];
  return sql.join(conditions, sql` and `);
}

/** A key with the secret that it got. */
export interface RotatedKey {
  readonly id: number;
  readonly name: string;
  readonly prefix: string;
  readonly secret: string;
  /** Until when the secret before works. */
  readonly previousUntil: string;
}

/**
 * Gives a key another secret; the one before works for some hours more, and none from before that. Null where no such key
 * is in force.
 */
export async function rotateKey(
  trx: Db,
  clock: Clock,
  of: { readonly id: number; readonly organizationId: number; readonly userId: number },
  overlapHours: number,
): Promise<RotatedKey | null> {
  const found = await sql<{ prefix: string }>`
    select prefix from api_key where ${isOneOf(of)} and revoked_at is null for update`.execute(trx);
  if (found.rows[0] === undefined) return null;
  const key = generateKey(found.rows[0].prefix.startsWith('hl_test_') ? 'test' : 'live');
  const { rows } = await sql<{ name: string; previous_until: Date | null }>`
    update api_key set previous_public_id = public_id, previous_digest = digest,
      previous_until = ${now(clock)} + make_interval(hours => ${overlapHours}),
      public_id = ${key.publicId}, prefix = ${key.prefix}, digest = ${key.digest}
    where id = ${of.id} returning name, previous_until`.execute(trx);
  const { name, previous_until: previousUntil } = rows[0] as { name: string; previous_until: Date };
  return { id: of.id, name, prefix: key.prefix, secret: key.secret, previousUntil: previousUntil.toISOString() };
}
