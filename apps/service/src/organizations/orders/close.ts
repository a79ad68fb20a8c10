import { sql } from 'kysely';
import { type Clock, type Db, now } from '../../kit/db/database.ts';

/** Cancels an order that is open. Returns false where it has ended before. */
export async function closeOrder(db: Db, clock: Clock, id: number): Promise<boolean> {
  const { rows } = await sql`
    update credit_order set status = 'cancelled', ended_at = ${now(clock)}
    where id = ${id} and status = 'open' returning id`.execute(db);
  return rows.length > 0;
}
