import { sql } from 'kysely';
import { type Clock, type Db, now } from '../../../kit/db/database.ts';
import { queueMail } from '../../../kit/mail/outbox.ts';
import { ProblemError } from '../../../kit/problem.ts';
import { payersOf } from '../../identity/payers.ts';
import { lockAccount } from '../account.ts';
import { deletedMail, noticeMail } from './mails.ts';
import { owedMonths, resume, settleStorage } from './settle.ts';
import { NOTICE_DAYS, SUSPENDED_DAYS } from './terms.ts';

/** When the datasets of an organization are deleted: never less than a week after that was announced. */
const deletionTime = sql<Date>`greatest(
  datasets_suspended_at + make_interval(days => ${SUSPENDED_DAYS}),
  datasets_notice_at + make_interval(days => ${NOTICE_DAYS}))`;

export interface Suspension {
  readonly since: Date;
  /** Datasets are deleted then, should nothing change. */
  readonly deletion: Date;
}

/** Null where datasets are in use. */
export async function suspensionOf(db: Db, organizationId: number): Promise<Suspension | null> {
  const { rows } = await sql<{ since: Date | null; deletion: Date }>`
    select datasets_suspended_at as since, ${deletionTime} as deletion from organization
    where id = ${organizationId}`.execute(db);
  const row = rows[0];
  return row === undefined || row.since === null ? null : { since: row.since, deletion: row.deletion };
}

/**
 * Lets through who wants to use datasets. Suspended ones are in use again from here on where the balance now covers what
 * is owed, which is charged. Throws validation_error otherwise; `pointer` is the place of the request that asks for them.
 */
export async function requireDatasets(db: Db, clock: Clock, organizationId: number, pointer = '#'): Promise<void> {
  const suspension = await suspensionOf(db, organizationId);
  if (suspension === null || (await settleStorage(db, clock, organizationId))) return;
  const owed = (await owedMonths(db, clock, organizationId)).reduce((sum, { credits }) => sum + credits, 0);
  const detail =
    `The datasets of the organization are suspended for unpaid storage: ${owed} credits are owed. Buy credits, or ask ` +
    'someone with billing rights: once the available balance covers that, repeat the request. ' +
    `Else datasets are deleted on ${suspension.deletion.toISOString().slice(0, 10)}.`;
  throw new ProblemError('validation_error', detail, { errors: [{ pointer, detail }] });
}

/** Announces deletions a week before. */
export async function announceDeletions(db: Db, clock: Clock): Promise<void> {
  const announced = SUSPENDED_DAYS - NOTICE_DAYS;
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: number; name: string; deletion: Date }>`
      update organization set datasets_notice_at = ${now(clock)}
      where deleted_at is null and datasets_notice_at is null
        and datasets_suspended_at <= ${now(clock)} - make_interval(days => ${announced})
      returning id, name, ${deletionTime} as deletion`.execute(trx);
    for (const organization of rows) {
      for (const email of await payersOf(trx, organization.id)) {
        await queueMail(trx, clock, noticeMail(email, organization));
      }
    }
  });
}

/** Ends the open jobs on datasets of an organization, in the transaction that deletes the datasets. */
export type EndDatasetJobs = (trx: Db, clock: Clock, organizationId: number) => Promise<void>;

/** Deletes what has been suspended for too long, and was announced a week ago. Returns of how many organizations. */
export async function deleteUnpaid(db: Db, clock: Clock, endJobs: EndDatasetJobs): Promise<number> {
  const due = sql`deleted_at is null and datasets_notice_at is not null and ${deletionTime} <= ${now(clock)}`;
  const { rows } = await sql<{ id: number }>`select id from organization where ${due} order by id`.execute(db);
  let deleted = 0;
  for (const { id } of rows) {
    // The debt may have been paid in between; a paying organization must not lose data.
    if (await settleStorage(db, clock, id)) continue;
    if (await deleteDatasets(db, clock, id, due, endJobs)) deleted++;
  }
  return deleted;
}

function deleteDatasets(
  db: Db,
  clock: Clock,
  organizationId: number,
  due: ReturnType<typeof sql>,
  endJobs: EndDatasetJobs,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockAccount(trx, organizationId);
    const { rows } = await sql<{ name: string }>`
      select name from organization where id = ${organizationId} and ${due} for no key update`.execute(trx);
    const organization = rows[0];
    if (organization === undefined) return false;
    await endJobs(trx, clock, organizationId);
    // A regular task removes their rows, of which there may be millions.
    await sql`update dataset set organization_id = null where organization_id = ${organizationId}`.execute(trx);
    await sql`
      update storage_month set settled_at = ${now(clock)}
      where organization_id = ${organizationId} and settled_at is null`.execute(trx);
    await resume(trx, organizationId);
    for (const email of await payersOf(trx, organizationId)) {
      await queueMail(trx, clock, deletedMail(email, organization));
    }
    return true;
  });
}
