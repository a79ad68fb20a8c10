import type { Scope } from '@hinterland/contract';
import { sql } from 'kysely';
import { creditsOf, thousandthsOf } from '../credits/amounts.ts';
import { setLimit } from '../credits/limits.ts';
import { presentMonth } from '../credits/months.ts';
import { type Clock, type Db, now } from '../db/database.ts';
import { nameTaken, UNIQUE_VIOLATION } from '../identity/organizations.ts';
import { ProblemError } from '../problem.ts';
import { type Member, unknownOrganization } from '../who.ts';
import { createKey } from './store.ts';

/** A key as its user sees it. The secret is shown once, when the key is made. */
export interface ListedKey {
  readonly id: number;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly Scope[];
  /** Credits a month; null = no limit of its own. */
  readonly monthlyCap: number | null;
  readonly monthlyUsage: number;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
}

/** The member's own keys in the organization, newest first, revoked ones among them. */
export async function listKeys(db: Db, clock: Clock, { organization, user }: Member): Promise<ListedKey[]> {
  const { rows } = await sql<{
    id: number;
    name: string;
    prefix: string;
    scopes: Scope[];
    monthly_limit: number | null;
    committed: number;
    created_at: Date;
    last_used_at: Date | null;
    revoked_at: Date | null;
  }>`
    select k.id, k.name, k.prefix, k.scopes, l.monthly_limit, coalesce(c.committed, 0) as committed,
      k.created_at, k.last_used_at, k.revoked_at
    from api_key k
    left join spend_limit l
      on l.organization_id = k.organization_id and l.scope = 'api_key' and l.scope_id = k.id
    left join spend_counter c
      on c.organization_id = k.organization_id and c.scope = 'api_key' and c.scope_id = k.id
        and c.month = ${presentMonth(clock)}
    where k.organization_id = ${organization.id} and k.user_id = ${user.id}
    order by k.id desc`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes,
    monthlyCap: row.monthly_limit === null ? null : creditsOf(row.monthly_limit),
    monthlyUsage: creditsOf(row.committed),
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
  }));
}

export interface NewKey {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly monthlyCap: number | null;
}

/** Makes a key that acts as the member. Throws name_taken, also where a revoked key of theirs had the name. */
export async function makeKey(
  db: Db,
  clock: Clock,
  { organization, user }: Member,
  { name, scopes, monthlyCap }: NewKey,
): Promise<{ id: number; prefix: string; secret: string }> {
  const made = await db
    .transaction()
    .execute(async (trx) => {
      // Whoever is being removed gets no key that would come alive if they returned.
      const { rows } = await sql`
        select 1 from membership
        where organization_id = ${organization.id} and user_id = ${user.id} for share`.execute(trx);
      if (rows.length === 0) throw unknownOrganization();
      return createKey(trx, { organizationId: organization.id, userId: user.id, name, kind: 'live', scopes });
    })
    .catch((error) => {
      throw error.code === UNIQUE_VIOLATION ? nameTaken('a key of yours') : error;
    });
  if (monthlyCap !== null) {
    const target = { organizationId: organization.id, scope: 'api_key', scopeId: made.id } as const;
    await setLimit(db, clock, { ...target, monthlyLimit: thousandthsOf(monthlyCap) });
  }
  return made;
}

/** Ends a key of the member's own with its next request. Throws not_found. */
export async function revokeOwnKey(db: Db, clock: Clock, { organization, user }: Member, keyId: number): Promise<void> {
  const { rows } = await sql`
    update api_key set revoked_at = coalesce(revoked_at, ${now(clock)})
    where id = ${keyId} and organization_id = ${organization.id} and user_id = ${user.id} returning id`.execute(db);
  if (rows.length === 0) throw unknownKey();
}

export const unknownKey = () => new ProblemError('not_found', 'You have no key with this number in the organization.');
