import { sql } from 'kysely';
import { type Clock, type Db, instantOf } from '../../kit/db/database.ts';

/** A hold under which work is charged part by part (ledger/part.sql). */
export interface OpenHold {
  readonly id: number;
  readonly organizationId: number;
}

/** Ends a hold whose parts were charged one by one (ledger/end.sql). `keep`: its work was done, even if it cost nothing. */
export async function endHold(trx: Db, clock: Clock, hold: OpenHold, { keep }: { keep: boolean }): Promise<void> {
  await sql`select end_hold(${hold.organizationId}, ${hold.id}, ${keep}, ${instantOf(clock)})`.execute(trx);
}
