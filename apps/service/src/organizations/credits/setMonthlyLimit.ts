import { sql } from 'kysely';
import { type Clock, type Db, now } from '../../kit/db/database.ts';
import { inTransaction } from '../../kit/db/inTransaction.ts';
import { lockAccount } from './account.ts';
import { thousandthsOf } from './amounts.ts';

export interface LimitRequest {
  readonly organizationId: number;
  readonly scope: 'team' | 'user' | 'api_key';
  readonly scopeId: number;
  /** Credits; null = unlimited. */
  readonly monthlyLimit: number | null;
}

/** Sets what a team, user or key may spend in a month. A limit below what was spent blocks, and reverses nothing. */
export async function setMonthlyLimit(
  db: Db,
  clock: Clock,
  request: LimitRequest,
  /** Done in the same transaction: the line of the audit log. */
  along: (trx: Db) => Promise<void> = async () => {},
): Promise<void> {
  const monthlyLimit = request.monthlyLimit === null ? null : thousandthsOf(request.monthlyLimit);
  await inTransaction(db, async (trx) => {
    await lockAccount(trx, request.organizationId);
    // It counts for no hold that is there: where the clock went back, some are dated later than now.
    await sql`
      with present as materialized (select ${now(clock)} as instant),
      later as (
        select max(h.created_at) + interval '1 microsecond' as instant from credit_hold h, present p
        where h.organization_id = ${request.organizationId}
          and h.month >= date_trunc('month', p.instant at time zone 'utc')::date and h.created_at >= p.instant
      )
      insert into spend_limit (organization_id, scope, scope_id, monthly_limit, set_at)
      select ${request.organizationId}, ${request.scope}, ${request.scopeId}, ${monthlyLimit},
        coalesce(later.instant, present.instant) from present, later
      on conflict (organization_id, scope, scope_id)
        do update set monthly_limit = excluded.monthly_limit, set_at = excluded.set_at`.execute(trx);
    await along(trx);
  });
}
