import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../kit/db/database.ts';

export type DisputeState = 'withdrawn' | 'reinstated';

interface NotedDispute {
  readonly id: string;
  readonly hundredths: number;
  readonly state: DisputeState;
  readonly begun: Date | null;
}

/**
 * Stores the state of a dispute; of one whose money has come back nothing changes any more. A dispute from before disputes
 * were kept by their names gets its name from the first notice of one that had begun by then.
 */
export async function noteDispute(
  trx: Db,
  at: RawBuilder<unknown>,
  orderId: number,
  { id, hundredths, state, begun }: NotedDispute,
): Promise<void> {
  await sql`
    update order_dispute set id = ${id}
    where id = ${`before ${orderId}`} and noted_at > coalesce(${begun}::timestamptz, '-infinity')
      and not exists (select from order_dispute where id = ${id})`.execute(trx);
  await sql`
    insert into order_dispute as d (id, order_id, hundredths, state, noted_at)
    values (${id}, ${orderId}, ${hundredths}, ${state}, ${at})
    on conflict (id) do update set state = excluded.state, hundredths = excluded.hundredths, noted_at = excluded.noted_at
    where d.state = 'withdrawn' and d.order_id = excluded.order_id`.execute(trx);
}

/** Money that is away by disputes of the payment of an order. */
export async function disputedHundredths(trx: Db, orderId: number): Promise<number> {
  const { rows } = await sql<{ hundredths: number }>`
    select coalesce(sum(hundredths), 0)::bigint as hundredths from order_dispute
    where order_id = ${orderId} and state = 'withdrawn'`.execute(trx);
  return rows[0]?.hundredths ?? 0;
}
