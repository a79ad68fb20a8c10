import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { inBatches } from '../../kit/db/inBatches.ts';

/** Removes the datasets that were deleted, with their rows and files, in batches. */
export const removeDeletedDatasets = (db: Db): Promise<boolean> => inBatches((limit) => removeSome(db, limit));

/** Removes at most `limit` rows or parts of files, or datasets that have none left. Returns how many. */
async function removeSome(db: Db, limit: number): Promise<number> {
  const deleted = sql`select id from dataset where organization_id is null order by id limit ${limit}`;
  const { rows } = await sql`
    delete from dataset_row where ctid = any (array(
      select r.ctid from dataset_row r where r.dataset_id in (${deleted}) limit ${limit}
    )) returning index`.execute(db);
  if (rows.length === limit) return limit;
  const { rows: parts } = await sql`
    delete from dataset_upload where ctid = any (array(
      select u.ctid from dataset_upload u where u.dataset_id in (${deleted}) limit ${Math.min(limit, PARTS_AT_ONCE)}
    )) returning part`.execute(db);
  if (parts.length > 0) return rows.length + parts.length;
  const { rows: datasets } = await sql`delete from dataset where id in (${deleted}) returning id`.execute(db);
  return rows.length + datasets.length;
}

/** Parts of files have a megabyte each. */
const PARTS_AT_ONCE = 20;
