import { said } from '@hinterland/answers/said';
import type { Role } from '@hinterland/contract';
import { sql } from 'kysely';
import { note } from '../../kit/audit/note.ts';
import type { Clock, Db } from '../../kit/db/database.ts';
import { ProblemError } from '../../kit/problem.ts';
import { type Member, requireRole, unknownOrganization } from '../../kit/who.ts';
import { creditsOf } from '../credits/amounts.ts';
import { setMonthlyLimit } from '../credits/setMonthlyLimit.ts';
import { leave } from './leave.ts';
import { lockOrganization } from './lock.ts';
import type { ListedMember } from './schemas.ts';
import { requireTeam } from './teams.ts';

/** Changes of a member; absent ones stay as they are. */
export interface MemberChange {
  readonly role?: Role | undefined;
  readonly billing?: boolean | undefined;
  /** Null = in no team. */
  readonly teamId?: number | null | undefined;
}

/** Members of an organization, for its members. */
export type Members = ReturnType<typeof makeMembers>;

export function makeMembers(db: Db, clock: Clock) {
  async function list({ organization }: Pick<Member, 'organization'>): Promise<ListedMember[]> {
    const { rows } = await sql<{
      id: number;
      name: string;
      email: string;
      role: Role;
      billing: boolean;
      team_id: number | null;
      team_name: string | null;
      monthly_limit: number | null;
      created_at: Date;
    }>`
      select u.id, u.name, u.email, m.role, m.billing, t.id as team_id, t.name as team_name, l.monthly_limit,
        m.created_at
      from membership m
      join app_user u on u.id = m.user_id
      left join team t on t.id = m.team_id
      left join spend_limit l on l.organization_id = m.organization_id and l.scope = 'user' and l.scope_id = m.user_id
      where m.organization_id = ${organization.id} order by u.name, u.id`.execute(db);
    return rows.map((row) => ({
      user: { id: row.id, name: row.name, email: row.email },
      role: row.role,
      billing: row.billing,
      team: row.team_id === null ? null : { id: row.team_id, name: row.team_name as string },
      monthlyLimit: row.monthly_limit === null ? null : creditsOf(row.monthly_limit),
      joinedAt: row.created_at.toISOString(),
    }));
  }

  return {
    list,

    /**
     * Changes a member. Owners may do everything; admins may not touch roles of owners, make owners, or give billing rights.
     * Throws not_found, insufficient_role, and last_owner where no owner would be left.
     */
    async change(actor: Member, userId: number, change: MemberChange): Promise<ListedMember> {
      await db.transaction().execute(async (trx) => {
        const { role, target } = await lockMembers(trx, actor, userId);
        requireRole({ ...actor, role }, ['owner', 'admin'], 'change members');
        if (change.billing !== undefined && change.billing !== target.billing) {
          requireRole({ ...actor, role }, ['owner'], 'give or take billing rights');
        }
        if (change.role !== undefined && change.role !== target.role) {
          if (target.role === 'owner' || change.role === 'owner') {
            requireRole({ ...actor, role }, ['owner'], 'make owners, or change the role of one');
          }
          if (target.role === 'owner') await keepAnOwner(trx, actor.organization.id);
          await forgetInvitations(trx, actor.organization.id, userId, change.role);
        }
        if (change.teamId != null) await requireTeam(trx, actor.organization.id, change.teamId);
        const teamId = change.teamId === undefined ? target.teamId : change.teamId;
        await sql`
          update membership set role = ${change.role ?? target.role}, billing = ${change.billing ?? target.billing},
            team_id = ${teamId}
          where organization_id = ${actor.organization.id} and user_id = ${userId}`.execute(trx);
        await note(trx, clock, actor, 'member.changed', { id: userId, details: { ...change } });
      });
      const changed = (await list(actor)).find(({ user }) => user.id === userId);
      if (changed === undefined) throw unknownMember();
      return changed;
    },

    /**
     * Takes a user out of the organization: themselves, or others where the role allows it; see leave.ts. Throws not_found,
     * insufficient_role and last_owner.
     */
    remove(actor: Member, userId: number): Promise<void> {
      return db.transaction().execute(async (trx) => {
        const { role, target } = await lockMembers(trx, actor, userId);
        if (userId !== actor.user.id) {
          const roles: Role[] = target.role === 'owner' ? ['owner'] : ['owner', 'admin'];
          requireRole({ ...actor, role }, roles, target.role === 'owner' ? 'remove owners' : 'remove others');
        }
        if (target.role === 'owner') await keepAnOwner(trx, actor.organization.id);
        const organizationId = actor.organization.id;
        await leave(trx, clock, { organizationId, userId });
        await note(trx, clock, actor, 'member.removed', { id: userId });
      });
    },

    /**
     * Credits a month; null = no limit. What was spent stays spent: a lower limit blocks what comes. Owners limit everyone,
     * admins everyone but owners. Throws not_found and insufficient_role.
     */
    async limit(actor: Member, userId: number, monthlyLimit: number | null): Promise<void> {
      const organizationId = actor.organization.id;
      const { rows } = await sql<{ role: Role }>`
        select role from membership where organization_id = ${organizationId} and user_id = ${userId}`.execute(db);
      if (rows[0] === undefined) throw unknownMember();
      const ofOwner = rows[0].role === 'owner';
      const deed = `limit what ${ofOwner ? 'owners' : 'members'} spend`;
      requireRole(actor, ofOwner ? ['owner'] : ['owner', 'admin'], deed);
      await setMonthlyLimit(db, clock, { organizationId, scope: 'user', scopeId: userId, monthlyLimit }, (trx) =>
        note(trx, clock, actor, 'member.limited', { id: userId, details: { monthlyLimit } }),
      );
    },
  };
}

/**
 * The role of the one who acts and the member that it is about, as they are now, while nobody else changes members of
 * the organization.
 */
async function lockMembers(trx: Db, actor: Member, userId: number) {
  const organizationId = actor.organization.id;
  await lockOrganization(trx, organizationId);
  const { rows } = await sql<{ user_id: number; role: Role; billing: boolean; team_id: number | null }>`
    select user_id, role, billing, team_id from membership
    where organization_id = ${organizationId} and user_id in (${actor.user.id}, ${userId})`.execute(trx);
  const self = rows.find((row) => row.user_id === actor.user.id);
  if (self === undefined) throw unknownOrganization();
  const found = rows.find((row) => row.user_id === userId);
  if (found === undefined) throw unknownMember();
  return { role: self.role, target: { role: found.role, billing: found.billing, teamId: found.team_id } };
}

export const unknownMember = () =>
  new ProblemError('not_found', 'There is no member with this number in the organization.');

async function keepAnOwner(trx: Db, organizationId: number): Promise<void> {
  const { rows } = await sql<{ owners: number }>`
    select count(*) as owners from membership
    where organization_id = ${organizationId} and role = 'owner'`.execute(trx);
  if ((rows[0]?.owners ?? 0) > 1) return;
  throw new ProblemError('last_owner', said('last_owner'));
}

/** Invitations that a user could not send with their new role are void. */
async function forgetInvitations(trx: Db, organizationId: number, userId: number, role: Role): Promise<void> {
  if (role === 'owner') return;
  await sql`
    delete from invitation
    where organization_id = ${organizationId} and invited_by = ${userId}
      and (${role} = 'member' or role = 'owner')`.execute(trx);
}
