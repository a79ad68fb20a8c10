import { sql } from 'kysely';
import { type Clock, type Db, instantOf } from '../../kit/db/database.ts';
import type { Thousandths } from './amounts.ts';

/** A hold under which work is charged part by part. */
export interface OpenHold {
  readonly id: number;
  readonly organizationId: number;
}

/**
 * Charges one part of a hold's work and leaves the hold open (ledger/part.sql). `charge` is above 0. Throws where the hold
 * has ended or has too little left: then the transaction must be rolled back.
 */
export async function chargePart(
  trx: Db,
  clock: Clock,
  hold: OpenHold,
  part: number,
  charge: Thousandths,
): Promise<void> {
  if (charge <= 0) throw new RangeError(`a part's charge is above 0, not ${charge}`);
  const { rows } = await sql<{ charged: boolean }>`
    select charge_part(${hold.organizationId}, ${hold.id}, ${part}, ${charge}, ${instantOf(clock)}) as charged`.execute(
    trx,
  );
  if (!rows[0]?.charged) throw new Error(`hold ${hold.id} has too little left for part ${part}, or has ended`);
}

/** Ends a hold whose parts were charged one by one (ledger/end.sql). `keep`: its work was done, even if it cost nothing. */
export async function endHold(trx: Db, clock: Clock, hold: OpenHold, { keep }: { keep: boolean }): Promise<void> {
  await sql`select end_hold(${hold.organizationId}, ${hold.id}, ${keep}, ${instantOf(clock)})`.execute(trx);
}
