import { sql } from 'kysely';
import { type Clock, type Db, instantOf } from '../../kit/db/database.ts';
import type { Thousandths } from './amounts.ts';

/** A change of a balance that no hold stands behind. */
export interface Posting {
  readonly organizationId: number;
  readonly kind: 'grant' | 'purchase' | 'storage';
  /** Below 0 for a charge. */
  readonly amount: Thousandths;
  /** The operation, such as `operator` or `invoice INV-2026-000001`. */
  readonly operation: string;
  /** The acting user; null for none. */
  readonly userId?: number | null;
  /** YYYY-MM-01; the present month where absent. */
  readonly month?: string;
}

/** An entry of the ledger. */
export interface Posted {
  readonly seq: number;
  /** Balance after it. */
  readonly balance: Thousandths;
}

/** Changes a balance and writes the entry of the ledger, in one statement (ledger/post.sql). */
export async function postCredits(db: Db, clock: Clock, posting: Posting): Promise<Posted> {
  const { organizationId, kind, amount, operation, userId, month } = posting;
  const { rows } = await sql<Posted>`
    select seq, balance_after as balance from post_credits(${organizationId}, ${kind}, ${amount}, ${operation},
      ${userId ?? null}, ${month ?? null}, ${instantOf(clock)})`.execute(db);
  return rows[0] as Posted;
}
