import { type RawBuilder, sql } from 'kysely';

/**
 * An organization as a row (id) to select from, none where it was deleted. Whoever inserts what belongs to it selects
 * from this: the row is held against its deletion until the transaction ends, so that nothing is made after it.
 */
export const liveOrganization = (id: number): RawBuilder<unknown> => sql`(
  select id from organization where id = ${id} and deleted_at is null for key share)`;
