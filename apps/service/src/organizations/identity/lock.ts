import type { Role } from '@hinterland/contract';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { type Member, unknownOrganization } from '../../kit/who.ts';

/** Holds off everyone else who changes members, teams or invitations of an organization, or deletes it. */
export async function lockOrganization(trx: Db, organizationId: number): Promise<void> {
  await sql`select 1 from organization where id = ${organizationId} for no key update`.execute(trx);
}

/** The role that the actor has now: the one they came with may be a moment old. Throws not_found. */
export async function presentRole(trx: Db, { organization, user }: Member): Promise<Role> {
  const { rows } = await sql<{ role: Role }>`
    select role from membership where organization_id = ${organization.id} and user_id = ${user.id}`.execute(trx);
  if (rows[0] === undefined) throw unknownOrganization();
  return rows[0].role;
}
