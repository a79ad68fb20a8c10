import { sql } from 'kysely';
import { noteForOperator } from '../../kit/audit/note.ts';
import { type Clock, type Db, now } from '../../kit/db/database.ts';

/** An organization as operators see it. Times are in UTC. */
export interface OrganizationLine {
  readonly id: number;
  readonly name: string;
  readonly suspended: boolean;
  readonly credits: number;
  readonly reserved: number;
  readonly members: number;
  readonly keys: number;
  readonly jobs: number;
  readonly created: string;
}

/** Every organization that was not deleted, with its balance, and its members, live keys and open jobs counted. */
export async function listOrganizations(db: Db): Promise<OrganizationLine[]> {
  const { rows } = await sql<OrganizationLine>`
    select o.id, o.name, o.suspended_at is not null as suspended,
      a.balance::float8 / 1000 as credits, a.reserved::float8 / 1000 as reserved,
      (select count(*)::integer from membership m where m.organization_id = o.id) as members,
      (select count(*)::integer from api_key k where k.organization_id = o.id and k.revoked_at is null) as keys,
      (select count(*)::integer from job j where j.organization_id = o.id and j.finished_at is null) as jobs,
      date_trunc('second', o.created_at at time zone 'utc')::text as created
    from organization o join credit_account a on a.organization_id = o.id
    where o.deleted_at is null order by o.id`.execute(db);
  return rows;
}

export interface MemberLine {
  readonly user: number;
  readonly email: string;
  readonly role: string;
  readonly verified: boolean;
}

export async function listMembers(db: Db, organizationId: number): Promise<MemberLine[]> {
  const { rows } = await sql<MemberLine>`
    select u.id as user, u.email, m.role, u.email_verified as verified
    from membership m join app_user u on u.id = m.user_id
    where m.organization_id = ${organizationId} order by m.created_at, u.id`.execute(db);
  return rows;
}

export interface EndpointLine {
  readonly id: number;
  readonly url: string;
  readonly status: string;
  readonly failures: number;
}

export async function listEndpoints(db: Db, organizationId: number): Promise<EndpointLine[]> {
  const { rows } = await sql<EndpointLine>`
    select id, url, status, consecutive_failures as failures
    from webhook where organization_id = ${organizationId} order by id`.execute(db);
  return rows;
}

/**
 * Suspends an organization or ends its suspension: while it lasts its keys are refused, its members may read and change
 * nothing, and its jobs stop before their next point. False where there is no such organization.
 */
export async function setSuspended(db: Db, clock: Clock, organizationId: number, suspended: boolean): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ name: string }>`
      update organization set suspended_at = case when ${suspended} then coalesce(suspended_at, ${now(clock)}) end
      where id = ${organizationId} and deleted_at is null returning name`.execute(trx);
    const [found] = rows;
    if (found === undefined) return false;
    const deed = suspended ? 'organization.suspended' : 'organization.resumed';
    await noteForOperator(trx, clock, organizationId, deed, { id: organizationId, name: found.name });
    return true;
  });
}
