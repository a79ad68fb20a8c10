import { sql } from 'kysely';
import { note } from '../../kit/audit/note.ts';
import { type Clock, type Db, now } from '../../kit/db/database.ts';
import { asNameTaken, nameTaken } from '../../kit/nameTaken.ts';
import { ProblemError } from '../../kit/problem.ts';
import { type Member, requireRole } from '../../kit/who.ts';
import { lockAccount } from '../credits/account.ts';
import { creditsOf } from '../credits/amounts.ts';
import { setMonthlyLimit } from '../credits/setMonthlyLimit.ts';
import { liveOrganization } from './live.ts';
import { lockOrganization, presentRole } from './lock.ts';
import type { ListedTeam } from './schemas.ts';

/** Teams of an organization, for its members. Which roles make and rename them is declared with the routes. */
export type Teams = ReturnType<typeof makeTeams>;

export function makeTeams(db: Db, clock: Clock) {
  return {
    async list({ organization }: Member): Promise<ListedTeam[]> {
      const { rows } = await sql<ListedTeam>`
        select t.id, t.name, (select count(*) from membership m where m.team_id = t.id) as members,
          l.monthly_limit as "monthlyLimit"
        from team t
        left join spend_limit l on l.organization_id = t.organization_id and l.scope = 'team' and l.scope_id = t.id
        where t.organization_id = ${organization.id} and t.deleted_at is null order by t.name, t.id`.execute(db);
      return rows.map((row) => ({
        ...row,
        monthlyLimit: row.monthlyLimit === null ? null : creditsOf(row.monthlyLimit),
      }));
    },

    /** Throws name_taken. */
    create(actor: Member, name: string): Promise<number> {
      return db.transaction().execute(async (trx) => {
        const { rows } = await sql<{ id: number }>`
          insert into team (organization_id, name) select id, ${name} from ${liveOrganization(actor.organization.id)} o
          on conflict do nothing returning id`.execute(trx);
        if (rows[0] === undefined) throw nameTaken('a_team');
        await note(trx, clock, actor, 'team.made', { id: rows[0].id, name });
        return rows[0].id;
      });
    },

    /** Throws not_found and name_taken. */
    rename(actor: Member, teamId: number, name: string): Promise<void> {
      return db.transaction().execute(async (trx) => {
        const { rows } = await sql`
          update team set name = ${name}
          where organization_id = ${actor.organization.id} and id = ${teamId} and deleted_at is null returning id`
          .execute(trx)
          .catch(asNameTaken('a_team'));
        if (rows.length === 0) throw unknownTeam();
        await note(trx, clock, actor, 'team.renamed', { id: teamId, name });
      });
    },

    /**
     * Deletes a team. Its members stay, in none; they share with no team until they have another. Its limit ends. What it has
     * spent and holds stays counted, and jobs that it started go on. Throws not_found and insufficient_role.
     */
    remove(actor: Member, teamId: number): Promise<void> {
      return db.transaction().execute(async (trx) => {
        const { id } = actor.organization;
        // No hold is made meanwhile that would have met the limit.
        await lockAccount(trx, id);
        await lockOrganization(trx, id);
        await requireTeam(trx, id, teamId);
        requireRole({ ...actor, role: await presentRole(trx, actor) }, ['owner', 'admin'], 'delete teams');
        await sql`update membership set team_id = null where organization_id = ${id} and team_id = ${teamId}`.execute(
          trx,
        );
        await sql`update invitation set team_id = null where organization_id = ${id} and team_id = ${teamId}`.execute(
          trx,
        );
        await sql`
          delete from spend_limit where organization_id = ${id} and scope = 'team' and scope_id = ${teamId}`.execute(
          trx,
        );
        const { rows } = await sql<{ name: string }>`
          update team set deleted_at = ${now(clock)} where id = ${teamId} returning name`.execute(trx);
        await note(trx, clock, actor, 'team.deleted', { id: teamId, name: rows[0]?.name as string });
      });
    },

    /**
     * Credits a month; null = no limit. What was spent stays spent: a lower limit blocks what comes. Throws not_found and
     * insufficient_role.
     */
    async limit(actor: Member, teamId: number, monthlyLimit: number | null): Promise<void> {
      const organizationId = actor.organization.id;
      const name = await requireTeam(db, organizationId, teamId);
      requireRole(actor, ['owner', 'admin'], 'limit what teams spend');
      await setMonthlyLimit(db, clock, { organizationId, scope: 'team', scopeId: teamId, monthlyLimit }, (trx) =>
        note(trx, clock, actor, 'team.limited', { id: teamId, name, details: { monthlyLimit } }),
      );
    },
  };
}

/** The name of a team. Throws not_found. */
export async function requireTeam(db: Db, organizationId: number, teamId: number): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from team
    where organization_id = ${organizationId} and id = ${teamId} and deleted_at is null`.execute(db);
  if (rows[0] === undefined) throw unknownTeam();
  return rows[0].name;
}

export const unknownTeam = () =>
  new ProblemError('not_found', 'There is no team with this number in the organization.');
