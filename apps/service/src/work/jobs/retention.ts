import { LIMITS } from '@hinterland/contract';
import { sql } from 'kysely';
import { type Clock, type Db, now } from '../../kit/db/database.ts';
import { eraseResults } from './erase.ts';

/** Deletes the results of jobs whose time has passed; the jobs and their summaries stay. Answers how many. */
export async function removeExpiredResults(db: Db, clock: Clock): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from job
    where results_deleted_at is null
      and finished_at <= ${now(clock)} - make_interval(days => ${LIMITS.jobResultDays})`.execute(db);
  const erased = await eraseResults(
    db,
    clock,
    rows.map(({ id }) => id),
  );
  return erased.length;
}
