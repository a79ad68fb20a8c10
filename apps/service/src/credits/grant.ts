import { sql } from 'kysely';
import { type Clock, type Db, now } from '../db/database.ts';
import { lockAccount } from './account.ts';
import type { Thousandths } from './amounts.ts';
import { presentMonth } from './months.ts';

/** Adds credits to an organization's balance and answers the new balance. */
export async function grantCredits(
  db: Db,
  clock: Clock,
  organizationId: number,
  amount: Thousandths,
): Promise<Thousandths> {
  if (amount <= 0) throw new RangeError('a grant is above 0');
  return db.transaction().execute(async (trx) => {
    await lockAccount(trx, organizationId);
    const { rows } = await sql<{ balance: number }>`
      with account as (
        update credit_account set balance = balance + ${amount}, next_seq = next_seq + 1
        where organization_id = ${organizationId} returning balance, next_seq
      )
      insert into ledger_entry (organization_id, seq, kind, amount, balance_after, operation, month, created_at)
      select ${organizationId}, next_seq - 1, 'grant', ${amount}, balance, 'operator', ${presentMonth(clock)}, ${now(clock)}
      from account
      returning balance_after as balance`.execute(trx);
    return rows[0]?.balance as number;
  });
}
