import { isIP } from 'node:net';
import type { Role, Scope } from '@hinterland/contract';
import { sql } from 'kysely';
import type { Clock, Db } from '../../kit/db/database.ts';
import { SharedStatement } from '../../kit/db/sharedStatement.ts';
import { ProblemError } from '../../kit/problem.ts';
import { plainAddress } from '../../kit/rates/networks.ts';
import { numberOf, type Policy, type RateRow, takingRate } from '../../kit/rates/rateLimit.ts';
import { type Caller, invalidKey, suspendedKey } from '../../kit/who.ts';
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
  const rows = await findKey(db, {
    publicId,
    digest: digestOf(token),
    address: isIP(plainAddress(address)) === 0 ? null : plainAddress(address),
    instant: clock.instant(),
    policies,
  });
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

/** A key as the statement asks for it. */
interface Asked {
  readonly publicId: string;
  readonly digest: Buffer;
  readonly address: string | null;
  readonly instant: Date | null;
  readonly policies: readonly Policy[];
}

/** Requests that wait together and count in the same windows share a statement; `place` says which of them a row is for. */
const keys = new SharedStatement<Asked, EnteredRow & { place: number }, EnteredRow[]>(
  (asked) => {
    const all = <T>(of: (one: Asked) => T) => asked.map(of);
    return sql<EnteredRow & { place: number }>`
    with asked as (
      select * from unnest(${all(({ publicId }) => publicId)}::text[], ${all(({ digest }) => digest)}::bytea[],
        ${all(({ address }) => address)}::inet[], ${all(({ instant }) => instant?.toISOString() ?? null)}::timestamptz[],
        ${all(({ instant }) => instant?.getTime() ?? null)}::bigint[]) with ordinality
          as q (public_id, digest, address, instant, instant_ms, place)
    ), found as materialized (
      select q.place, q.instant_ms, k.id as key_id, k.name as key_name, k.prefix, k.scopes, k.created_at, k.last_used_at,
        o.id as organization_id, o.name as organization_name,
        u.id as user_id, u.name as user_name, u.email, m.role, t.id as team_id, t.name as team_name,
        o.suspended_at is not null as suspended
      from asked q
      join api_key k on k.public_id = q.public_id and k.digest = q.digest
        or k.previous_public_id = q.public_id and k.previous_digest = q.digest
          and k.previous_until > coalesce(q.instant, clock_timestamp())
      join organization o on o.id = k.organization_id
      join app_user u on u.id = k.user_id
      join membership m on m.organization_id = k.organization_id and m.user_id = k.user_id
      left join team t on t.id = m.team_id
      where k.revoked_at is null and (k.expires_at is null or k.expires_at > coalesce(q.instant, clock_timestamp()))
        and (k.networks is null or q.address <<= any (k.networks::inet[]))
      order by k.id, q.place
    )
    select found.place, found.key_id, found.key_name, found.prefix, found.scopes, found.created_at, found.last_used_at,
      found.organization_id, found.organization_name, found.user_id, found.user_name, found.email, found.role,
      found.team_id, found.team_name, found.suspended, w.policy, w.taken, w.remaining, w.reset_ms
    from found
    left join lateral ${takingRate(sql`found.key_id`, asked[0]!.policies, sql`found.instant_ms`)} w on true`;
  },
  (rows, asked) => asked.map((_, i) => rows.filter(({ place }) => place === i + 1)),
);

/**
 * The database compares the digest. Its timing could reveal only the beginning of a digest, from which no secret
 * follows. Only windows of the key that was found are counted; those of several keys are locked in the order of the keys.
 */
function findKey(db: Db, asked: Asked): Promise<EnteredRow[]> {
  return keys.answer(db, numberOf(asked.policies), asked);
}

/** Notes the use, at most once a minute. */
async function touch(db: Db, clock: Clock, row: KeyRow): Promise<void> {
  const instant = clock.instant();
  const present = instant ?? new Date();
  if (row.last_used_at !== null && present.getTime() - row.last_used_at.getTime() < 60_000) return;
  await uses.answer(db, 0, { keyId: row.key_id, instant });
}

/** Keys used at the same time share a statement. A key that another statement is writing to is noted by that one. */
const uses = new SharedStatement<{ readonly keyId: number; readonly instant: Date | null }, never, null>(
  (asked) => sql<never>`
    with used as (
      select k.id, q.at
      from unnest(${asked.map(({ keyId }) => keyId)}::bigint[],
        ${asked.map(({ instant }) => instant?.toISOString() ?? null)}::timestamptz[]) as q (id, at)
      join api_key k using (id)
      for update of k skip locked
    )
    update api_key k set last_used_at = greatest(k.last_used_at, coalesce(used.at, clock_timestamp()))
    from used where used.id = k.id`,
  (_, asked) => asked.map(() => null),
);
