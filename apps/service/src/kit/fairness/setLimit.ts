import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { FAIR_LIMITS, type LimitName } from './limits.ts';

/** One limit of an organization, for its operator. */
export interface ShownLimit {
  readonly name: LimitName;
  /** Completes "at most … ". */
  readonly of: string;
  readonly value: number;
  readonly default: number;
}

const isLimitName = (name: string): name is LimitName => Object.hasOwn(FAIR_LIMITS, name);

/** Returns every limit of an organization. */
export async function showLimits(db: Db, organizationId: number): Promise<ShownLimit[]> {
  const { rows } = await sql<{ name: string; value: number }>`
    select name, value from organization_limit where organization_id = ${organizationId}`.execute(db);
  const set = new Map(rows.map(({ name, value }) => [name, value]));
  return Object.entries(FAIR_LIMITS).map(([name, { default: usual, of }]) => ({
    name: name as LimitName,
    of,
    value: set.get(name) ?? usual,
    default: usual,
  }));
}

/**
 * Sets a limit of an organization; null takes it back to the default. In force for what comes, within 15 seconds on every
 * process. Throws where there is no such limit.
 */
export async function setLimit(db: Db, organizationId: number, name: string, value: number | null): Promise<void> {
  if (!isLimitName(name)) {
    throw new Error(`There is no limit "${name}". There are ${Object.keys(FAIR_LIMITS).join(', ')}.`);
  }
  await (value === null
    ? sql`delete from organization_limit where organization_id = ${organizationId} and name = ${name}`.execute(db)
    : sql`
        insert into organization_limit (organization_id, name, value) values (${organizationId}, ${name}, ${value})
        on conflict (organization_id, name) do update set value = excluded.value, set_at = clock_timestamp()`.execute(
        db,
      ));
}
