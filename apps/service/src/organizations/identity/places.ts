import type { Role } from '@hinterland/contract';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { type Place, unknownOrganization, type Visitor } from '../../kit/who.ts';

/** Every organization of a user, the one joined first in front. */
export async function placesOf(db: Db, userId: number): Promise<Place[]> {
  const { rows } = await sql<{
    id: number;
    name: string;
    role: Role;
    billing: boolean;
    team_id: number | null;
    team_name: string | null;
  }>`
    select o.id, o.name, m.role, m.billing, t.id as team_id, t.name as team_name
    from membership m
    join organization o on o.id = m.organization_id
    left join team t on t.id = m.team_id
    where m.user_id = ${userId} order by m.created_at, o.id`.execute(db);
  return rows.map((row) => ({
    organization: { id: row.id, name: row.name },
    role: row.role,
    billing: row.billing,
    team: row.team_id === null ? null : { id: row.team_id, name: row.team_name as string },
  }));
}

/** A user's place in one organization. Throws not_found. */
export async function placeIn(db: Db, userId: number, organizationId: number): Promise<Place> {
  const place = (await placesOf(db, userId)).find(({ organization }) => organization.id === organizationId);
  if (place === undefined) throw unknownOrganization();
  return place;
}

/** The organization that the session works in: the chosen one while the user is a member of it, else the first. */
export function activeOf(visitor: Visitor, places: readonly Place[]): Place | null {
  return places.find(({ organization }) => organization.id === visitor.chosenOrganizationId) ?? places[0] ?? null;
}
