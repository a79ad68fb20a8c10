import { type RawBuilder, sql } from 'kysely';

/**
 * Returns an organization as a row (id) to select from, none where it was deleted. Inserts of its objects select from
 * this: the row is locked against deletion until the transaction ends, so that nothing is created after it.
 */
export const liveOrganization = (id: number): RawBuilder<unknown> => sql`(
  select id from organization where id = ${id} and deleted_at is null for key share)`;
