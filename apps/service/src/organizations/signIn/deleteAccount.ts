import { sql } from 'kysely';
import { note } from '../../kit/audit/note.ts';
import { type Clock, type Db, now } from '../../kit/db/database.ts';
import { queueMail } from '../../kit/mail/outbox.ts';
import { ProblemError } from '../../kit/problem.ts';
import type { Visitor } from '../../kit/who.ts';
import { lockOrganization } from '../identity/lock.ts';
import { revokeKeys } from '../keys/store.ts';
import { accountDeletedMail } from './mails.ts';

/**
 * Ends a user's account: keys, sessions, password, second factor, memberships, conversations, invitations and shares to their address
 * go, and their name and address are replaced everywhere they appear. The row stays, since the ledger, jobs and analyses
 * of organizations name it. Throws last_owner where an organization would be left without an owner.
 */
export function deleteAccount(db: Db, clock: Clock, visitor: Visitor): Promise<void> {
  const { id, email } = visitor.user;
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ organization_id: number }>`
      select organization_id from membership where user_id = ${id} order by organization_id`.execute(trx);
    for (const { organization_id: organizationId } of rows) {
      await lockOrganization(trx, organizationId);
      await keepAnOwner(trx, organizationId, id);
      await revokeKeys(trx, clock, { organizationId, userId: id });
      await note(trx, clock, { ...visitor, organization: { id: organizationId } }, 'account.deleted', { id });
    }
    await note(trx, clock, { user: visitor.user, address: visitor.address }, 'account.deleted', { id });
    await sql`delete from membership where user_id = ${id}`.execute(trx);
    await sql`delete from web_session where user_id = ${id}`.execute(trx);
    await sql`delete from web_credential where user_id = ${id}`.execute(trx);
    await sql`delete from web_second_factor where user_id = ${id}`.execute(trx);
    await sql`delete from invitation where invited_by = ${id} or email = ${email}`.execute(trx);
    await sql`delete from conversation where user_id = ${id}`.execute(trx);
    await sql`delete from analysis_person where email = ${email}`.execute(trx);
    await sql`delete from analysis_notice where email = ${email}`.execute(trx);
    await sql`delete from mail_outbox where recipient = ${email}`.execute(trx);
    await sql`
      update app_user set name = 'Deleted account', email = ${`deleted-${id}@account.invalid`}, image = null,
        email_verified_at = null, second_factor = false, updated_at = ${now(clock)}
      where id = ${id}`.execute(trx);
    await queueMail(trx, clock, accountDeletedMail(email));
  });
}

async function keepAnOwner(trx: Db, organizationId: number, userId: number): Promise<void> {
  const { rows } = await sql<{ name: string; is_last: boolean }>`
    select o.name, bool_or(m.user_id = ${userId} and m.role = 'owner')
      and count(*) filter (where m.role = 'owner') = 1 as is_last
    from organization o join membership m on m.organization_id = o.id
    where o.id = ${organizationId} group by o.name`.execute(trx);
  if (rows[0]?.is_last !== true) return;
  throw new ProblemError(
    'last_owner',
    `You are the last owner of ${rows[0].name}. Make another member owner, or delete the organization first.`,
  );
}
