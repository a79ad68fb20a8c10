import { sql } from 'kysely';
import { creditsOf } from '../credits/amounts.ts';
import type { Db } from '../db/database.ts';
import { ProblemError } from '../problem.ts';
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
    where t.organization_id = ${organizationId} order by t.name, t.id`.execute(db);
  return rows.map((row) => ({ ...row, monthlyLimit: row.monthlyLimit === null ? null : creditsOf(row.monthlyLimit) }));
}

/** Throws name_taken. */
export async function createTeam(db: Db, organizationId: number, name: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into team (organization_id, name) values (${organizationId}, ${name})
    on conflict do nothing returning id`.execute(db);
  if (rows[0] === undefined) throw nameTaken('a team');
  return rows[0].id;
}

/** Throws not_found and name_taken. */
export async function renameTeam(db: Db, organizationId: number, teamId: number, name: string): Promise<void> {
  const { rows } = await sql`
    update team set name = ${name} where organization_id = ${organizationId} and id = ${teamId} returning id`
    .execute(db)
    .catch((error) => {
      throw error.code === UNIQUE_VIOLATION ? nameTaken('a team') : error;
    });
  if (rows.length === 0) throw unknownTeam();
}

export const unknownTeam = () =>
  new ProblemError('not_found', 'There is no team with this number in the organization.');
