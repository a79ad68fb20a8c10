import { LIMITS } from '@hinterland/contract';
import { sql } from 'kysely';
import { type Clock, type Db, now } from '../kit/db/database.ts';
import type { Log } from '../kit/log.ts';

/** Rows that one statement removes, so that none holds locks for long. */
const BATCH = 5000;

/** Removes deliveries that ended longer ago than they are kept, and events that no delivery is left of. */
export async function removeOldDeliveries(db: Db, clock: Clock, log: Log): Promise<void> {
  const limit = sql`${now(clock)} - make_interval(days => ${LIMITS.deliveryKeptDays})`;
  const deliveries = await inBatches(async () => {
    const { rows } = await sql`
      delete from webhook_delivery
      where id in (select id from webhook_delivery where ended_at < ${limit} order by ended_at limit ${BATCH})
      returning id`.execute(db);
    return rows.length;
  });
  const events = await inBatches(async () => {
    const { rows } = await sql`
      delete from event where id in (
        select e.id from event e
        where e.created_at < ${limit} and not exists (select from webhook_delivery d where d.event_id = e.id)
        order by e.created_at limit ${BATCH}
      )
      returning id`.execute(db);
    return rows.length;
  });
  if (deliveries + events > 0) log.info({ deliveries, events }, 'old deliveries removed');
}

async function inBatches(remove: () => Promise<number>): Promise<number> {
  let all = 0;
  for (;;) {
    const removed = await remove();
    all += removed;
    if (removed < BATCH) return all;
  }
}
