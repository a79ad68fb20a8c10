import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { limitOf, requireRoom } from '../../kit/fairness/limits.ts';

/**
 * Does what may add to the analyses of an organization, in a transaction that holds off others of the same kind. Throws
 * organization_limit_reached, and nothing is stored, where there are more analyses or bytes afterwards than before and than
 * there may be.
 */
export function withRoom<T>(db: Db, organizationId: number, add: (trx: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await sql`select from organization where id = ${organizationId} for no key update`.execute(trx);
    const before = await presentUse(trx, organizationId);
    const added = await add(trx);
    const after = await presentUse(trx, organizationId);
    const [analyses, bytes] = [after.analyses - before.analyses, after.bytes - before.bytes];
    if (analyses > 0) requireRoom('analyses', before.analyses, after.analyses_max, analyses);
    if (bytes > 0) requireRoom('analysis_bytes', before.bytes, after.bytes_max, bytes);
    return added;
  });
}

interface Use {
  readonly analyses: number;
  readonly bytes: number;
  readonly analyses_max: number;
  readonly bytes_max: number;
}

async function presentUse(trx: Db, organizationId: number): Promise<Use> {
  const id = sql<number>`${organizationId}`;
  const { rows } = await sql<Use>`
    select count(*) as analyses, coalesce(sum(bytes), 0)::bigint as bytes, ${limitOf('analyses', id)}::bigint as analyses_max,
      ${limitOf('analysis_bytes', id)}::bigint as bytes_max
    from analysis where organization_id = ${organizationId}`.execute(trx);
  return rows[0] as Use;
}
