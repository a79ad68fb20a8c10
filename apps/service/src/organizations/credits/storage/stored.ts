import { sql } from 'kysely';
import type { Db } from '../../../kit/db/database.ts';

/** The datasets of an organization. */
export interface Stored {
  readonly datasets: number;
  /** Size of their cells as they are kept, which is charged. */
  readonly bytes: number;
}

export async function storedBy(db: Db, organizationId: number): Promise<Stored> {
  const { rows } = await sql<Stored>`
    select count(*) as datasets, coalesce(sum(bytes), 0)::bigint as bytes
    from dataset where organization_id = ${organizationId}`.execute(db);
  return rows[0] as Stored;
}

/** The same one by one, the largest first. */
export async function storedEach(db: Db, organizationId: number): Promise<{ id: string; bytes: number }[]> {
  const { rows } = await sql<{ id: string; bytes: number }>`
    select id, bytes from dataset where organization_id = ${organizationId} order by bytes desc, id`.execute(db);
  return rows;
}
