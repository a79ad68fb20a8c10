import { sql } from 'kysely';
import { type Clock, type Db, instantOf } from '../../kit/db/database.ts';
import type { Thousandths } from './amounts.ts';

/** Credits that are taken back since their money was returned, or given again. */
export interface Refund {
  readonly organizationId: number;
  /** Below 0 where credits are taken. */
  readonly amount: Thousandths;
  /** Whether a dispute took the money: then the balance may fall below 0. */
  readonly disputed: boolean;
  /** Such as `refund of INV-2026-000001`. */
  readonly operation: string;
}

/** Writes the entry of the ledger (ledger/refund.sql) and returns the credits that moved: fewer than asked where too few are available. */
export async function refundCredits(db: Db, clock: Clock, refund: Refund): Promise<Thousandths> {
  const { organizationId, amount, disputed, operation } = refund;
  const { rows } = await sql<{ amount: Thousandths | null }>`
    select amount from refund_credits(${organizationId}, ${amount}, ${disputed}, ${operation}, ${instantOf(clock)})`.execute(
    db,
  );
  return rows[0]?.amount ?? 0;
}
