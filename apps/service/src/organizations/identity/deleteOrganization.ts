import { said } from '@hinterland/answers/said';
import { sql } from 'kysely';
import { note, noteForOperator } from '../../kit/audit/note.ts';
import { type Clock, type Db, now } from '../../kit/db/database.ts';
import { invalid } from '../../kit/json.ts';
import { queueMail } from '../../kit/mail/outbox.ts';
import { type Member, requireRole, unknownOrganization } from '../../kit/who.ts';
import { lockAccount } from '../credits/account.ts';
import { revokeKeys } from '../keys/store.ts';
import { emptyDeleted, type JobsOfDeleted } from './emptyDeleted.ts';
import { presentRole } from './lock.ts';
import { organizationDeletedMail } from './mails.ts';

/** Time that a request spends on removing what is left behind; the regular task goes on with the rest. */
const REQUEST_MILLISECONDS = 10_000;

/**
 * Deletes the actor's organization, whose name they typed to be sure. Throws insufficient_role, validation_error where
 * the name is another, and not_found where someone was faster.
 */
export async function deleteOrganization(
  db: Db,
  clock: Clock,
  jobs: JobsOfDeleted,
  actor: Member,
  typedName: string,
): Promise<void> {
  requireRole(actor, ['owner'], 'delete the organization');
  const { id } = actor.organization;
  await db.transaction().execute(async (trx) => {
    const name = await lockForDeletion(trx, id);
    if (name === null) throw unknownOrganization();
    requireRole({ ...actor, role: await presentRole(trx, actor) }, ['owner'], 'delete the organization');
    if (typedName !== name) {
      throw invalid('#/name', said('type_name'));
    }
    await endOrganization(trx, clock, jobs, { id, name, deletedBy: actor.user.name });
    await note(trx, clock, actor, 'organization.deleted', { id, name });
  });
  await emptyDeleted(db, clock, jobs, id, performance.now() + REQUEST_MILLISECONDS);
}

/** The same for the operator. Answers what became of it: there may be none of that number, or of another name. */
export async function deleteForOperator(
  db: Db,
  clock: Clock,
  jobs: JobsOfDeleted,
  id: number,
  typedName: string,
): Promise<'deleted' | 'unknown' | 'other name'> {
  const outcome = await db.transaction().execute(async (trx) => {
    const { rows } = await sql`select 1 from organization where id = ${id}`.execute(trx);
    const name = rows.length === 0 ? null : await lockForDeletion(trx, id);
    if (name === null) return 'unknown';
    if (name !== typedName) return 'other name';
    await endOrganization(trx, clock, jobs, { id, name, deletedBy: 'The operator' });
    await noteForOperator(trx, clock, id, 'organization.deleted', { id, name });
    return 'deleted';
  });
  if (outcome === 'deleted') await emptyDeleted(db, clock, jobs, id);
  return outcome;
}

/**
 * The account first, as everyone who moves credits; then the organization, against all who insert what is its own.
 * Answers its name, or null where it was deleted before.
 */
async function lockForDeletion(trx: Db, id: number): Promise<string | null> {
  await lockAccount(trx, id);
  const { rows } = await sql<{ name: string }>`
    select name from organization where id = ${id} and deleted_at is null for update`.execute(trx);
  return rows[0]?.name ?? null;
}

interface Ending {
  readonly id: number;
  readonly name: string;
  readonly deletedBy: string;
}

/**
 * Ends an organization that is locked: nobody has access to anything of it from here on. The time this takes does not grow
 * with what it has; its rows are removed later (emptyDeleted). The account, its ledger and holds stay, and so do the rows
 * that they name. Holds of single runs stay open: such a run ends as it would have, and is charged.
 */
async function endOrganization(trx: Db, clock: Clock, jobs: JobsOfDeleted, ending: Ending): Promise<void> {
  const { id } = ending;
  await jobs.giveUp(trx, id);
  await tellOwners(trx, clock, ending);
  const ofIt = sql`where organization_id = ${id}`;
  await revokeKeys(trx, clock, { organizationId: id });
  await sql`update credit_order set status = 'cancelled', ended_at = ${now(clock)} ${ofIt} and status = 'open'`.execute(
    trx,
  );
  await sql`
    update webhook set status = 'disabled', disabled_at = ${now(clock)} ${ofIt} and status = 'active'`.execute(trx);
  // A dataset without an organization is deleted; a regular task removes its rows.
  await sql`update dataset set organization_id = null ${ofIt}`.execute(trx);
  await sql`delete from invitation ${ofIt}`.execute(trx);
  await sql`update web_session set active_organization_id = null where active_organization_id = ${id}`.execute(trx);
  await sql`delete from membership ${ofIt}`.execute(trx);
  await sql`update organization set deleted_at = ${now(clock)} where id = ${id}`.execute(trx);
}

async function tellOwners(trx: Db, clock: Clock, { id, name, deletedBy }: Ending): Promise<void> {
  const { rows } = await sql<{ email: string }>`
    select u.email from membership m join app_user u on u.id = m.user_id
    where m.organization_id = ${id} and m.role = 'owner' order by u.email`.execute(trx);
  for (const { email } of rows) {
    await queueMail(trx, clock, organizationDeletedMail(email, { organization: name, deletedBy }));
  }
}
