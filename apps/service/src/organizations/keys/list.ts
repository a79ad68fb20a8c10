import type { Scope } from '@hinterland/contract';
import { sql } from 'kysely';
import { type Clock, type Db, now } from '../../kit/db/database.ts';
import { creditsOf } from '../credits/amounts.ts';
import { presentMonth } from '../credits/months.ts';
import type { ListedKey } from './schemas.ts';

/** Keys of an organization, or of one user in it, newest first, with what they spent this month. */
export async function listKeys(
  db: Db,
  clock: Clock,
  { organizationId, userId }: { organizationId: number; userId?: number },
): Promise<ListedKey[]> {
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
    expires_at: Date | null;
    networks: string[] | null;
    previous_until: Date | null;
    user_id: number;
    user_name: string;
  }>`
    select k.id, k.name, k.prefix, k.scopes, l.monthly_limit, coalesce(c.committed, 0) as committed,
      k.created_at, k.last_used_at, k.revoked_at, k.expires_at, k.networks::text[] as networks,
      case when k.previous_until > ${now(clock)} then k.previous_until end as previous_until,
      u.id as user_id, u.name as user_name
    from api_key k
    join app_user u on u.id = k.user_id
    left join spend_limit l
      on l.organization_id = k.organization_id and l.scope = 'api_key' and l.scope_id = k.id
    left join spend_counter c
      on c.organization_id = k.organization_id and c.scope = 'api_key' and c.scope_id = k.id
        and c.month = ${presentMonth(clock)}
    where k.organization_id = ${organizationId} ${userId === undefined ? sql`` : sql`and k.user_id = ${userId}`}
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
    expiresAt: row.expires_at?.toISOString() ?? null,
    networks: row.networks ?? [],
    previousUntil: row.previous_until?.toISOString() ?? null,
    user: { id: row.user_id, name: row.user_name },
  }));
}
