import { type RawBuilder, sql } from 'kysely';

/**
 * What the maker of the webhook `w` may hear of at present: 'all' of the organization, their 'own' jobs and versions, or
 * null, nothing. A webhook acts as its maker, like a key: one whose maker has left or became a plain member hears no more.
 */
export const hearing = sql`(
  select case when m.role in ('owner', 'admin') then 'all' when o.webhooks_open then 'own' end
  from membership m join organization o on o.id = m.organization_id
  where m.organization_id = w.organization_id and m.user_id = w.created_by)`;

/** Whether the webhook `w` hears of what is about a user. */
export const hearsOf = (userId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  coalesce(case ${hearing} when 'all' then true when 'own' then w.created_by = ${userId} end, false)`;
