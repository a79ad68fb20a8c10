import { createHash, randomBytes } from 'node:crypto';
import { said } from '@hinterland/answers/said';
import type { Role } from '@hinterland/contract';
import { sql } from 'kysely';
import { note } from '../../kit/audit/note.ts';
import type { Nudge } from '../../kit/background/loop.ts';
import { type Clock, type Db, now } from '../../kit/db/database.ts';
import { invalid } from '../../kit/json.ts';
import { linkNotValid } from '../../kit/mail/links.ts';
import { queueSealedMail } from '../../kit/mail/outbox.ts';
import { ProblemError } from '../../kit/problem.ts';
import { type Attempts, INVITATIONS_PER_USER, LINKS_PER_ADDRESS } from '../../kit/rates/attempts.ts';
import type { Secrets } from '../../kit/secrets/box.ts';
import { type Member, requireRole, type Visitor } from '../../kit/who.ts';
import { lockOrganization, presentRole } from './lock.ts';
import { invitationMail } from './mails.ts';
import type { ListedInvitation } from './schemas.ts';
import { requireTeam } from './teams.ts';

const INVITATION_DAYS = 7;

export interface NewInvitation {
  readonly email: string;
  readonly role: Role;
  readonly teamId: number | null;
}

export interface InvitationSettings {
  readonly db: Db;
  readonly clock: Clock;
  readonly attempts: Attempts;
  readonly secrets: Secrets;
  readonly mailSender: Nudge;
  readonly baseUrl: () => string;
}

/** Invitations by mail to join an organization. */
export type Invitations = ReturnType<typeof makeInvitations>;

export function makeInvitations({ db, clock, attempts, secrets, mailSender, baseUrl }: InvitationSettings) {
  function send(trx: Db, actor: Member, email: string, token: string): Promise<void> {
    const texts = { organization: actor.organization.name, invitedBy: actor.user.name, token };
    return queueSealedMail(trx, clock, secrets, invitationMail(email, texts, baseUrl()));
  }

  return {
    /** Invitations that were neither accepted nor revoked, newest first. */
    async list({ organization }: Member): Promise<ListedInvitation[]> {
      const { rows } = await sql<{
        id: number;
        email: string;
        role: Role;
        team_id: number | null;
        team_name: string | null;
        user_id: number;
        user_name: string;
        created_at: Date;
        expires_at: Date;
        expired: boolean;
      }>`
        select i.id, i.email, i.role, t.id as team_id, t.name as team_name, u.id as user_id, u.name as user_name,
          i.created_at, i.expires_at, i.expires_at <= ${now(clock)} as expired
        from invitation i
        join app_user u on u.id = i.invited_by
        left join team t on t.id = i.team_id
        where i.organization_id = ${organization.id} order by i.created_at desc, i.id desc`.execute(db);
      return rows.map((row) => ({
        id: row.id,
        email: row.email,
        role: row.role,
        team: row.team_id === null ? null : { id: row.team_id, name: row.team_name as string },
        invitedBy: { id: row.user_id, name: row.user_name },
        createdAt: row.created_at.toISOString(),
        expiresAt: row.expires_at.toISOString(),
        expired: row.expired,
      }));
    },

    /**
     * Invites an address by mail, with a link that works once and for seven days. Inviting an address again replaces its
     * invitation. Throws insufficient_role, not_found for the team, and validation_error for a member.
     */
    async invite(actor: Member, { email, role, teamId }: NewInvitation): Promise<number> {
      await attempts.take(INVITATIONS_PER_USER, actor.user.id);
      requireRole(actor, ['owner', 'admin'], 'invite people');
      const id = await db.transaction().execute(async (trx) => {
        await requireMayGrant(trx, actor, role);
        const { rows: members } = await sql`
          select 1 from membership m join app_user u on u.id = m.user_id
          where m.organization_id = ${actor.organization.id} and u.email = ${email}`.execute(trx);
        if (members.length > 0) throw invalid('#/email', said('member_already'));
        if (teamId !== null) await requireTeam(trx, actor.organization.id, teamId);
        const earlier = await sql<{ id: number; role: Role }>`
          select id, role from invitation
          where organization_id = ${actor.organization.id} and email = ${email}`.execute(trx);
        if (earlier.rows[0] !== undefined) await requireMayGrant(trx, actor, earlier.rows[0].role);
        const token = newToken();
        const { rows } = await sql<{ id: number }>`
          insert into invitation (organization_id, email, role, team_id, invited_by, digest, created_at, expires_at)
          values (${actor.organization.id}, ${email}, ${role}, ${teamId}, ${actor.user.id}, ${digestOf(token)},
            ${now(clock)}, ${now(clock)} + make_interval(days => ${INVITATION_DAYS}))
          on conflict (organization_id, email) do update set role = excluded.role, team_id = excluded.team_id,
            invited_by = excluded.invited_by, digest = excluded.digest, created_at = excluded.created_at,
            expires_at = excluded.expires_at
          returning id`.execute(trx);
        await send(trx, actor, email, token);
        const made = rows[0]?.id as number;
        await note(trx, clock, actor, 'invitation.sent', { id: made, name: email, details: { role, teamId } });
        return made;
      });
      mailSender.nudge();
      return id;
    },

    /** Sends a new link, for seven days from now; the one before is void. Throws insufficient_role and not_found. */
    async resend(actor: Member, invitationId: number): Promise<void> {
      await attempts.take(INVITATIONS_PER_USER, actor.user.id);
      requireRole(actor, ['owner', 'admin'], 'invite people');
      await db.transaction().execute(async (trx) => {
        const { email } = await findInvitation(trx, actor, invitationId);
        const token = newToken();
        await sql`
          update invitation set digest = ${digestOf(token)}, invited_by = ${actor.user.id},
            expires_at = ${now(clock)} + make_interval(days => ${INVITATION_DAYS})
          where id = ${invitationId}`.execute(trx);
        await send(trx, actor, email, token);
        await note(trx, clock, actor, 'invitation.resent', { id: invitationId, name: email });
      });
      mailSender.nudge();
    },

    /** Takes an invitation back. Throws insufficient_role and not_found. */
    async revoke(actor: Member, invitationId: number): Promise<void> {
      requireRole(actor, ['owner', 'admin'], 'revoke invitations');
      await db.transaction().execute(async (trx) => {
        const { email } = await findInvitation(trx, actor, invitationId);
        await sql`delete from invitation where id = ${invitationId}`.execute(trx);
        await note(trx, clock, actor, 'invitation.revoked', { id: invitationId, name: email });
      });
    },

    /**
     * Makes the visitor a member by the link from their mail, and works in that organization from now on. Throws
     * link_not_valid where the link is unknown, used, revoked, expired, or was sent to another address.
     */
    async accept(visitor: Visitor, address: string, token: string): Promise<number> {
      await attempts.takeFrom(LINKS_PER_ADDRESS, address);
      return db.transaction().execute(async (trx) => {
        const found = await sql<{ organization_id: number }>`
          select organization_id from invitation where digest = ${digestOf(token)}`.execute(trx);
        if (found.rows[0] === undefined) throw linkNotValid();
        const organizationId = found.rows[0].organization_id;
        await lockOrganization(trx, organizationId);
        const { rows } = await sql<{ role: Role; team_id: number | null }>`
          delete from invitation i using app_user u
          where i.digest = ${digestOf(token)} and i.expires_at > ${now(clock)}
            and u.id = ${visitor.user.id} and u.email = i.email and u.email_verified_at is not null
          returning i.role, i.team_id`.execute(trx);
        const invitation = rows[0];
        if (invitation === undefined) throw linkNotValid();
        await sql`
          insert into membership (organization_id, user_id, role, billing, team_id)
          values (${organizationId}, ${visitor.user.id}, ${invitation.role}, ${invitation.role === 'owner'},
            ${invitation.team_id})
          on conflict do nothing`.execute(trx);
        const { role } = invitation;
        const doer = { ...visitor, organization: { id: organizationId } };
        await note(trx, clock, doer, 'member.joined', { id: visitor.user.id, details: { role } });
        await sql`
          update web_session set active_organization_id = ${organizationId} where id = ${visitor.sessionId}`.execute(
          trx,
        );
        return organizationId;
      });
    },
  };
}

/** An invitation of the actor's organization that they may change. */
async function findInvitation(trx: Db, actor: Member, invitationId: number): Promise<{ email: string }> {
  const { rows } = await sql<{ email: string; role: Role }>`
    select email, role from invitation
    where id = ${invitationId} and organization_id = ${actor.organization.id}`.execute(trx);
  if (rows[0] === undefined) throw unknownInvitation();
  await requireMayGrant(trx, actor, rows[0].role);
  return rows[0];
}

/** Owners invite everyone, admins everyone but owners: by the role that the actor has now. */
async function requireMayGrant(trx: Db, actor: Member, role: Role): Promise<void> {
  await lockOrganization(trx, actor.organization.id);
  const roles: Role[] = role === 'owner' ? ['owner'] : ['owner', 'admin'];
  requireRole(
    { ...actor, role: await presentRole(trx, actor) },
    roles,
    role === 'owner' ? 'invite owners' : 'invite people',
  );
}

const newToken = (): string => randomBytes(32).toString('base64url');

const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest();

export const unknownInvitation = () =>
  new ProblemError('not_found', 'There is no open invitation with this number in the organization.');
