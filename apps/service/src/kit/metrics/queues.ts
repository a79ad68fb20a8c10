import { sql } from 'kysely';
import { type Clock, type Db, now } from '../db/database.ts';
import type { QueueFigure } from './gauges.ts';

/**
 * Returns length and age of every queue in the database. A class is the part of a queue that is in the same state; ages are
 * counted from when work was due. Reads rows under way only, by partial indexes.
 */
export async function readQueues(db: Db, clock: Clock): Promise<readonly QueueFigure[]> {
  const { rows } = await sql<QueueFigure>`
    with present as (select ${now(clock)} as instant), waiting (queue, class, since) as (
      select 'jobs', case when lease_until >= instant then 'running' else 'waiting' end, created_at
      from job, present where finished_at is null
      union all
      select 'deliveries', case when attempts = 0 then 'first' else 'retry' end, due_at
      from webhook_delivery where ended_at is null
      union all
      select 'mail', case when attempts = 0 then 'first' else 'retry' end, due_at
      from mail_outbox where failed_at is null
      union all
      select 'holds', case when lease_until < instant then 'lost' when job_id is null then 'run' else 'job' end, created_at
      from credit_hold, present where state = 'held'
    ), classes (queue, class) as (
      values ('jobs', 'waiting'), ('jobs', 'running'), ('deliveries', 'first'), ('deliveries', 'retry'),
        ('mail', 'first'), ('mail', 'retry'), ('holds', 'run'), ('holds', 'job'), ('holds', 'lost')
    )
    select c.queue, c.class, count(w.since)::integer as length,
      greatest(coalesce(max(extract(epoch from p.instant - w.since)), 0), 0)::float8 as oldest_seconds
    from classes c cross join present p left join waiting w on w.queue = c.queue and w.class = c.class
    group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}

/** Returns the seconds since each regular task last began. */
export async function readTaskAges(
  db: Db,
  clock: Clock,
): Promise<readonly { readonly task: string; readonly age_seconds: number }[]> {
  const { rows } = await sql<{ task: string; age_seconds: number }>`
    select name as task, greatest(extract(epoch from ${now(clock)} - begun_at), 0)::float8 as age_seconds
    from regular_task order by name`.execute(db);
  return rows;
}
