import type { Role } from '@hinterland/contract';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { insertOrganization } from '../../organizations/identity/createOrganization.ts';

/** An object that was found or created. */
export interface Found {
  readonly id: number;
  readonly created: boolean;
}

/** The organization of that name, with an account. */
export async function ensureOrganization(db: Db, name: string): Promise<Found> {
  const existing = await sql<{ id: number }>`
    select id from organization where name = ${name} and deleted_at is null`.execute(db);
  if (existing.rows[0] !== undefined) return { id: existing.rows[0].id, created: false };
  return { id: (await insertOrganization(db, name)) as number, created: true };
}

/** The team of that name in an organization. */
export async function ensureTeam(db: Db, organizationId: number, name: string): Promise<Found> {
  const existing = await sql<{ id: number }>`
    select id from team where organization_id = ${organizationId} and name = ${name} and deleted_at is null`.execute(
    db,
  );
  if (existing.rows[0] !== undefined) return { id: existing.rows[0].id, created: false };
  const { rows } = await sql<{ id: number }>`
    insert into team (organization_id, name) values (${organizationId}, ${name}) returning id`.execute(db);
  return { id: rows[0]?.id as number, created: true };
}

/** The user with that e-mail address, whatever its case. The operator vouches for the address of a user made here. */
export async function ensureUser(db: Db, email: string, name: string): Promise<Found> {
  const address = email.trim().toLowerCase();
  const existing = await sql<{ id: number }>`select id from app_user where email = ${address}`.execute(db);
  if (existing.rows[0] !== undefined) return { id: existing.rows[0].id, created: false };
  const { rows } = await sql<{ id: number }>`
    insert into app_user (email, name, email_verified_at) values (${address}, ${name}, clock_timestamp()) returning id`.execute(
    db,
  );
  return { id: rows[0]?.id as number, created: true };
}

export interface MembershipRequest {
  readonly organizationId: number;
  readonly userId: number;
  readonly role: Role;
  readonly billing: boolean;
  readonly teamId: number | null;
}

/** Puts a user into an organization; one who is there already stays as they are. */
export async function ensureMembership(db: Db, request: MembershipRequest): Promise<{ created: boolean; role: Role }> {
  const inserted = await sql<{ role: Role }>`
    insert into membership (organization_id, user_id, role, billing, team_id)
    values (${request.organizationId}, ${request.userId}, ${request.role}, ${request.billing}, ${request.teamId})
    on conflict do nothing returning role`.execute(db);
  if (inserted.rows[0] !== undefined) return { created: true, role: inserted.rows[0].role };
  const { rows } = await sql<{ role: Role }>`
    select role from membership
    where organization_id = ${request.organizationId} and user_id = ${request.userId}`.execute(db);
  return { created: false, role: rows[0]?.role as Role };
}
