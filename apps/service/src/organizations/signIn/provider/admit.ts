import type { Role } from '@hinterland/contract';
import { sql } from 'kysely';
import { note } from '../../../kit/audit/note.ts';
import { type Clock, type Db, now } from '../../../kit/db/database.ts';
import { leave } from '../../identity/leave.ts';
import { lockOrganization } from '../../identity/lock.ts';
import type { Claims } from './identityProvider.ts';
import { type OidcConfig, roleOf } from './settings.ts';

/** Why a person whom the provider knows is not let in. */
export type Refusal = 'unverified' | 'domain' | 'role' | 'removed' | 'taken' | 'organization';

export type Admission = { readonly userId: number } | { readonly refusal: Refusal };

interface Admitting {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: OidcConfig;
  /** Network address that the request came from. */
  readonly address: string;
}

/**
 * Finds or makes the user of what the provider says, and gives them the role of their groups. A person is known by the
 * provider's subject, and the first time by their verified address. Without a role they are taken out of the organization;
 * whom a member has removed stays out until they are invited again. The last owner keeps the role.
 */
export async function admit({ db, clock, config, address }: Admitting, claims: Claims): Promise<Admission> {
  const { email } = claims;
  if (email === null || !claims.emailIsVerified) return { refusal: 'unverified' };
  if (!config.domains.includes(email.slice(email.lastIndexOf('@') + 1))) return { refusal: 'domain' };
  const role = roleOf(config.roles, claims.groups);
  const { organizationId, issuer } = config;
  const subject = `${issuer} ${claims.subject}`;
  return db.transaction().execute(async (trx) => {
    await lockOrganization(trx, organizationId);
    const live = await sql`select from organization where id = ${organizationId} and deleted_at is null`.execute(trx);
    if (live.rows.length === 0) return { refusal: 'organization' };
    const known = await sql<{ user_id: number }>`
      select user_id from web_credential where provider_id = 'oidc' and account_id = ${subject}`.execute(trx);
    const linkedId = known.rows[0]?.user_id ?? null;
    if (role === null) {
      if (linkedId !== null) await letGo(trx, clock, { organizationId, userId: linkedId, address });
      return { refusal: 'role' };
    }
    const userId = linkedId ?? (await link(trx, issuer, subject, email, claims.name));
    if (userId === null) return { refusal: 'taken' };
    const doer = { organization: { id: organizationId }, user: { id: userId }, address };
    const present = await roleIn(trx, organizationId, userId);
    if (present === null) {
      if (linkedId !== null && !(await takeInvitation(trx, clock, organizationId, userId)))
        return { refusal: 'removed' };
      await sql`
        insert into membership (organization_id, user_id, role, billing)
        values (${organizationId}, ${userId}, ${role}, ${role === 'owner'})`.execute(trx);
      await note(trx, clock, doer, 'member.joined', { id: userId, details: { role } });
    } else if (present.role !== role && !present.isLastOwner) {
      await sql`
        update membership set role = ${role}
        where organization_id = ${organizationId} and user_id = ${userId}`.execute(trx);
      await note(trx, clock, doer, 'member.changed', { id: userId, details: { role } });
    }
    return { userId };
  });
}

/** A person whose groups give no role any more. They may come back once their groups give one. */
async function letGo(
  trx: Db,
  clock: Clock,
  { organizationId, userId, address }: { organizationId: number; userId: number; address: string },
): Promise<void> {
  const present = await roleIn(trx, organizationId, userId);
  if (present?.isLastOwner === true) return;
  await sql`delete from web_credential where provider_id = 'oidc' and user_id = ${userId}`.execute(trx);
  if (present === null) return;
  await leave(trx, clock, { organizationId, userId });
  const doer = { organization: { id: organizationId }, user: { id: userId }, address };
  await note(trx, clock, doer, 'member.removed', { id: userId });
}

async function roleIn(
  trx: Db,
  organizationId: number,
  userId: number,
): Promise<{ role: Role; isLastOwner: boolean } | null> {
  const { rows } = await sql<{ role: Role; is_last: boolean }>`
    select role, role = 'owner' and (select count(*) from membership o
      where o.organization_id = ${organizationId} and o.role = 'owner') = 1 as is_last
    from membership where organization_id = ${organizationId} and user_id = ${userId}`.execute(trx);
  return rows[0] === undefined ? null : { role: rows[0].role, isLastOwner: rows[0].is_last };
}

/**
 * The user of a verified address from now on belongs to the subject; null where they belong to another one of this provider. An
 * account that nobody has verified loses its password: a stranger may have made it.
 */
async function link(
  trx: Db,
  issuer: string,
  subject: string,
  email: string,
  name: string | null,
): Promise<number | null> {
  const made = await sql<{ id: number }>`
    insert into app_user (email, name, email_verified_at)
    values (${email}, ${name ?? email.slice(0, email.indexOf('@'))}, clock_timestamp())
    on conflict (email) do nothing returning id`.execute(trx);
  const { rows } = await sql<{ id: number; email_verified: boolean }>`
    select id, email_verified from app_user where email = ${email} for update`.execute(trx);
  const { id, email_verified: isVerified } = rows[0] as (typeof rows)[0];
  if (made.rows.length === 0 && !isVerified) {
    await sql`delete from web_credential where user_id = ${id}`.execute(trx);
    await sql`delete from web_session where user_id = ${id}`.execute(trx);
    await sql`update app_user set email_verified = true where id = ${id}`.execute(trx);
  }
  const linked = await sql`
    insert into web_credential as c (user_id, account_id, provider_id) values (${id}, ${subject}, 'oidc')
    on conflict (user_id, provider_id) do update set account_id = excluded.account_id
      where not starts_with(c.account_id, ${`${issuer} `})
    returning id`.execute(trx);
  return linked.rows.length === 0 ? null : id;
}

async function takeInvitation(trx: Db, clock: Clock, organizationId: number, userId: number): Promise<boolean> {
  const { rows } = await sql`
    delete from invitation i using app_user u
    where i.organization_id = ${organizationId} and u.id = ${userId} and i.email = u.email and i.expires_at > ${now(clock)}
    returning i.id`.execute(trx);
  return rows.length > 0;
}
