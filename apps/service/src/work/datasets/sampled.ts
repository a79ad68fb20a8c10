import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { MATCHED_REASONS } from './reasons.ts';
import type { DatasetKey } from './store.ts';

/** Places of some of the rows of a dataset that have one, by their numbers among those, from 0. */
export async function placesAt(
  db: Db,
  { organizationId, id }: DatasetKey,
  numbers: readonly number[],
): Promise<{ lat: number; lng: number }[]> {
  const { rows } = await sql<{ lat: number | null; lng: number | null }>`
    select p.lat, p.lng from (
      select r.index, r.lat, r.lng, row_number() over (order by r.index) - 1 as number
      from dataset_row r join dataset d on d.id = r.dataset_id
      where d.organization_id = ${organizationId} and d.id = ${id} and r.reason = any (${[...MATCHED_REASONS]}::text[])
    ) p
    where p.number = any (${[...numbers]}::bigint[]) order by p.index`.execute(db);
  return rows.flatMap(({ lat, lng }) => (lat === null || lng === null ? [] : [{ lat, lng }]));
}
