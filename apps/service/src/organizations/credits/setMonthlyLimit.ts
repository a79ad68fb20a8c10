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
    await sql`
      insert into spend_limit (organization_id, scope, scope_id, monthly_limit, set_at)
      values (${request.organizationId}, ${request.scope}, ${request.scopeId}, ${monthlyLimit}, ${now(clock)})
      on conflict (organization_id, scope, scope_id)
        do update set monthly_limit = excluded.monthly_limit, set_at = excluded.set_at`.execute(trx);
    await along(trx);
  });
}
