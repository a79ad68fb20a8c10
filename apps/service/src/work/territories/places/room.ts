import { said } from '@hinterland/answers/said';
import { sql } from 'kysely';
import { type Clock, type Db, now } from '../../../kit/db/database.ts';
import { limitOf, requireRoom } from '../../../kit/fairness/limits.ts';
import { invalid } from '../../../kit/json.ts';
import type { PlacePlan, Planned } from './schemas.ts';

/**
 * Compares what a place takes with the free room of the machine, and for an organization with what it may have: places in a day, and
 * megabytes of all its places. Throws validation_error and organization_limit_reached.
 */
export async function requireRoomFor(
  db: Db,
  clock: Clock,
  organizationId: number | null,
  { estimate: { diskMegabytes } }: Pick<PlacePlan, 'estimate'>,
  { freeDiskMegabytes }: Planned['machine'],
): Promise<void> {
  const needed = Math.ceil(diskMegabytes);
  if (needed > freeDiskMegabytes) {
    throw invalid('#/place', said('place_room', { needed, free: freeDiskMegabytes }));
  }
  if (organizationId === null) return;
  const id = sql<number>`${organizationId}::bigint`;
  const { rows } = await sql<{ begun: number; megabytes: number; places_max: number; megabytes_max: number }>`
    select count(*) filter (where started_at > ${now(clock)} - interval '1 day')::int as begun,
      coalesce(sum(megabytes) filter (where state <> 'failed'), 0)::float8 as megabytes,
      ${limitOf('places_per_day', id)}::float8 as places_max, ${limitOf('place_megabytes', id)}::float8 as megabytes_max
    from (
      select started_at, state, ceil((plan -> 'estimate' ->> 'diskMegabytes')::float8) as megabytes
      from place_job where organization_id = ${organizationId}
    ) as own`.execute(db);
  const { begun, megabytes, places_max, megabytes_max } = rows[0] as (typeof rows)[0];
  requireRoom('places_per_day', begun, places_max);
  requireRoom('place_megabytes', megabytes, megabytes_max, needed);
}
