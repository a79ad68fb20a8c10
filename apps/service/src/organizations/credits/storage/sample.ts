import { sql } from 'kysely';
import { type Clock, type Db, now } from '../../../kit/db/database.ts';

/**
 * Notes what every organization has stored in the present hour, once: of several calls within an hour, on any replica,
 * the first counts. Hours without a sample count as empty, and so do those of suspended datasets.
 */
export async function sampleStorage(db: Db, clock: Clock): Promise<void> {
  await sql`
    insert into storage_month as m (organization_id, month, byte_hours, sampled_hour)
    select o.id, date_trunc('month', p.hour at time zone 'utc')::date, sum(d.bytes)::bigint, p.hour
    from (select date_trunc('hour', ${now(clock)}, 'utc') as hour) p
    cross join organization o join dataset d on d.organization_id = o.id
    where o.deleted_at is null and o.datasets_suspended_at is null
    group by o.id, p.hour having sum(d.bytes) > 0
    on conflict (organization_id, month) do update
    set byte_hours = m.byte_hours + excluded.byte_hours, sampled_hour = excluded.sampled_hour
    where m.sampled_hour < excluded.sampled_hour`.execute(db);
}
