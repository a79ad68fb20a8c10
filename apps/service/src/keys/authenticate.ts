import { isIP } from 'node:net';
import type { Role, Scope } from '@hinterland/contract';
import { sql } from 'kysely';
import { type Clock, type Db, now } from '../db/database.ts';
import { ProblemError } from '../problem.ts';
import { plainAddress } from '../rates/networks.ts';
import { type Policy, type RateRow, takingRate } from '../rates/take.ts';
import { type Caller, invalidKey, suspendedKey } from '../who.ts';
import { digestOf, publicIdOf } from './format.ts';

/** Parts of a request that say who calls. */
export interface Credentials {
  /** Value of the Authorization header. */
  readonly authorization: string | undefined;
  /** Network address that the request came from. */
  readonly address: string;
}

/** A caller, and what is left of the windows that the call was counted in. */
export interface Entered {
  readonly caller: Caller;
  readonly rates: readonly RateRow[];
}

/**
 * Returns the caller behind a request, counted in the given windows in the same statement; `statesOf` says
 * whether the call fitted into them. Throws missing_api_key where no bearer token was sent and invalid_api_key for a
 * malformed, unknown, revoked or expired key, for one that may not be used from this address, and for one whose user has
 * left the organization, all alike; then nothing is counted. The secret before the last rotation works until its time.
 *
 * Nothing is cached: a key that was revoked, or a user who was removed, is refused at the next request on every replica.
 */
export async function authenticate(
  db: Db,
  clock: Clock,
  { authorization, address }: Credentials,
  policies: readonly Policy[],
): Promise<Entered> {
  const token = bearerToken(authorization);
  const publicId = publicIdOf(token);
  if (publicId === null) throw invalidKey();
  const rows = await findKey(
    db,
    clock,
    { publicId, digest: digestOf(token), address: isIP(plainAddress(address)) === 0 ? null : plainAddress(address) },
    policies,
  );
  const row = rows[0];
  if (row === undefined) throw invalidKey();
  if (row.suspended) throw suspendedKey();
  await touch(db, clock, row);
  const caller: Caller = {
    organization: { id: row.organization_id, name: row.organization_name },
    user: { id: row.user_id, name: row.user_name, email: row.email },
    role: row.role,
    team: row.team_id === null ? null : { id: row.team_id, name: row.team_name as string },
    address,
    key: {
      id: row.key_id,
      name: row.key_name,
      prefix: row.prefix,
      scopes: row.scopes,
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
    },
  };
  return { caller, rates: rows.filter(isRate) };
}

/** The token of "Bearer <token>"; the scheme's case does not matter. */
function bearerToken(authorization: string | undefined): string {
  const match = /^bearer +([^\s]+) *$/i.exec(authorization ?? '');
  if (match !== null) return match[1] as string;
  if (/^bearer\b/i.test(authorization ?? '')) throw invalidKey();
  throw new ProblemError(
    'missing_api_key',
    'Send your API key in the header "Authorization: Bearer <API_KEY>".',
    {},
    { 'WWW-Authenticate': 'Bearer realm="api"' },
  );
}

interface KeyRow {
  key_id: number;
  key_name: string;
  prefix: string;
  scopes: Scope[];
  created_at: Date;
  last_used_at: Date | null;
  organization_id: number;
  organization_name: string;
  user_id: number;
  user_name: string;
  email: string;
  role: Role;
  team_id: number | null;
  team_name: string | null;
  suspended: boolean;
}

/** One row per window; one without a window where none is counted. */
type EnteredRow = KeyRow & (RateRow | { readonly [column in keyof RateRow]: null });

const isRate = (row: EnteredRow): row is KeyRow & RateRow => row.policy !== null;

/**
 * The database compares the digest. Its timing could reveal only the beginning of a digest, from which no secret
 * follows. Only windows of the key that was found are counted.
 */
async function findKey(
  db: Db,
  clock: Clock,
  { publicId, digest, address }: { publicId: string; digest: Buffer; address: string | null },
  policies: readonly Policy[],
): Promise<EnteredRow[]> {
  const { rows } = await sql<EnteredRow>`
    with found as materialized (
      select k.id as key_id, k.name as key_name, k.prefix, k.scopes, k.created_at, k.last_used_at,
        o.id as organization_id, o.name as organization_name,
        u.id as user_id, u.name as user_name, u.email, m.role, t.id as team_id, t.name as team_name,
        o.suspended_at is not null as suspended
      from api_key k
      join organization o on o.id = k.organization_id
      join app_user u on u.id = k.user_id
      join membership m on m.organization_id = k.organization_id and m.user_id = k.user_id
      left join team t on t.id = m.team_id
      where (k.public_id = ${publicId} and k.digest = ${digest}
          or k.previous_public_id = ${publicId} and k.previous_digest = ${digest} and k.previous_until > ${now(clock)})
        and k.revoked_at is null and (k.expires_at is null or k.expires_at > ${now(clock)})
        and (k.networks is null or ${address}::inet <<= any (k.networks::inet[]))
    )
    select found.*, w.policy, w.taken, w.remaining, w.reset_ms
    from found left join lateral ${takingRate(clock, sql`found.key_id`, policies)} w on true`.execute(db);
  return rows;
}

/** Notes the use, at most once a minute. */
async function touch(db: Db, clock: Clock, row: KeyRow): Promise<void> {
  const present = clock.instant() ?? new Date();
  if (row.last_used_at !== null && present.getTime() - row.last_used_at.getTime() < 60_000) return;
  await sql`
    update api_key set last_used_at = greatest(last_used_at, ${now(clock)}) where id = ${row.key_id}`.execute(db);
}
