import type { Scope } from '@hinterland/contract';
import { sql } from 'kysely';
import { creditsOf } from '../credits/amounts.ts';
import { setLimit } from '../credits/limits.ts';
import { presentMonth } from '../credits/months.ts';
import type { Clock, Db } from '../db/database.ts';
import { asNameTaken } from '../nameTaken.ts';
import { ProblemError } from '../problem.ts';
import { type Member, unknownOrganization } from '../who.ts';
import type { CreatedKey, ListedKey } from './schemas.ts';
import { createKey, revokeKeys } from './store.ts';

export interface NewKey {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly monthlyCap: number | null;
}

/** Keys of members, each of their own. */
export type Keys = ReturnType<typeof makeKeys>;

export function makeKeys(db: Db, clock: Clock) {
  const cap = (organizationId: number, scopeId: number, monthlyLimit: number | null): Promise<void> =>
    setLimit(db, clock, { organizationId, scope: 'api_key', scopeId, monthlyLimit });

  return {
    /** Newest first, revoked ones among them. */
    async list({ organization, user }: Member): Promise<ListedKey[]> {
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
    },

    /** The new key acts as the member. Throws name_taken, also where a revoked key of theirs had the name. */
    async create({ organization, user }: Member, { name, scopes, monthlyCap }: NewKey): Promise<CreatedKey> {
      const made = await db
        .transaction()
        .execute(async (trx) => {
          // A member who is being removed gets no key that would work again if they returned.
          const { rows } = await sql`
            select 1 from membership
            where organization_id = ${organization.id} and user_id = ${user.id} for share`.execute(trx);
          if (rows.length === 0) throw unknownOrganization();
          return createKey(trx, { organizationId: organization.id, userId: user.id, name, kind: 'live', scopes });
        })
        .catch(asNameTaken('a key of yours'));
      if (monthlyCap !== null) await cap(organization.id, made.id, monthlyCap);
      return { name, ...made, monthlyCap };
    },

    /** From the next request on. Throws not_found. */
    async revoke({ organization, user }: Member, id: number): Promise<void> {
      const meant = await revokeKeys(db, clock, { id, organizationId: organization.id, userId: user.id });
      if (meant === 0) throw unknownKey();
    },

    /** Credits a month; null = no limit. What was spent stays spent: a lower limit blocks what comes. Throws not_found. */
    async limit({ organization, user }: Member, id: number, credits: number | null): Promise<void> {
      const { rows } = await sql`
        select 1 from api_key
        where id = ${id} and organization_id = ${organization.id} and user_id = ${user.id}`.execute(db);
      if (rows.length === 0) throw unknownKey();
      await cap(organization.id, id, credits);
    },
  };
}

export const unknownKey = () => new ProblemError('not_found', 'You have no key with this number in the organization.');
