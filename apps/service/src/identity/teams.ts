import { sql } from 'kysely';
import { lockAccount } from '../credits/account.ts';
import { creditsOf } from '../credits/amounts.ts';
import { type Clock, type Db, now } from '../db/database.ts';
import { ProblemError } from '../problem.ts';
import { type Member, requireRole } from '../who.ts';
import { liveOrganization } from './live.ts';
import { lockOrganization, presentRole } from './lock.ts';
import { nameTaken, UNIQUE_VIOLATION } from './organizations.ts';

export interface ListedTeam {
  readonly id: number;
  readonly name: string;
  readonly members: number;
  /** Credits a month; null = no limit. */
  readonly monthlyLimit: number | null;
}

export async function listTeams(db: Db, organizationId: number): Promise<ListedTeam[]> {
  const { rows } = await sql<ListedTeam>`
    select t.id, t.name, (select count(*) from membership m where m.team_id = t.id) as members,
      l.monthly_limit as "monthlyLimit"
    from team t
    left join spend_limit l on l.organization_id = t.organization_id and l.scope = 'team' and l.scope_id = t.id
    where t.organization_id = ${organizationId} and t.deleted_at is null order by t.name, t.id`.execute(db);
  return rows.map((row) => ({ ...row, monthlyLimit: row.monthlyLimit === null ? null : creditsOf(row.monthlyLimit) }));
}

/** Throws name_taken. */
export async function createTeam(db: Db, organizationId: number, name: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into team (organization_id, name) select id, ${name} from ${liveOrganization(organizationId)} o
    on conflict do nothing returning id`.execute(db);
  if (rows[0] === undefined) throw nameTaken('a team');
  return rows[0].id;
}

/** Throws not_found and name_taken. */
export async function renameTeam(db: Db, organizationId: number, teamId: number, name: string): Promise<void> {
  const { rows } = await sql`
    update team set name = ${name}
    where organization_id = ${organizationId} and id = ${teamId} and deleted_at is null returning id`
    .execute(db)
    .catch((error) => {
      throw error.code === UNIQUE_VIOLATION ? nameTaken('a team') : error;
    });
  if (rows.length === 0) throw unknownTeam();
}

/**
 * Deletes a team. Its members stay, in none; they share with no team until they have another. Its limit ends. What it has
 * spent and holds stays counted, and jobs that it started go on. Throws not_found and insufficient_role.
 */
export function deleteTeam(db: Db, clock: Clock, actor: Member, teamId: number): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { id } = actor.organization;
    // No hold is made meanwhile that would have met the limit.
    await lockAccount(trx, id);
    await lockOrganization(trx, id);
    const { rows } = await sql`
      select 1 from team where organization_id = ${id} and id = ${teamId} and deleted_at is null`.execute(trx);
    if (rows.length === 0) throw unknownTeam();
    requireRole({ ...actor, role: await presentRole(trx, actor) }, ['owner', 'admin'], 'delete teams');
    await sql`update membership set team_id = null where organization_id = ${id} and team_id = ${teamId}`.execute(trx);
    await sql`update invitation set team_id = null where organization_id = ${id} and team_id = ${teamId}`.execute(trx);
    await sql`
      delete from spend_limit where organization_id = ${id} and scope = 'team' and scope_id = ${teamId}`.execute(trx);
    await sql`update team set deleted_at = ${now(clock)} where id = ${teamId}`.execute(trx);
  });
}

export const unknownTeam = () =>
  new ProblemError('not_found', 'There is no team with this number in the organization.');
