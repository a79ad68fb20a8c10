import { sql } from 'kysely';
import { type Clock, type Db, now } from '../../../kit/db/database.ts';
import { queueMail } from '../../../kit/mail/outbox.ts';
import { payersOf } from '../../identity/payers.ts';
import { lockAccount } from '../account.ts';
import { thousandthsOf } from '../amounts.ts';
import { presentMonth } from '../months.ts';
import { postCredits } from '../post.ts';
import { suspendedMail } from './mails.ts';
import { hoursOf, storageCredits } from './terms.ts';

/**
 * Charges an organization for the storage of months that are over, the oldest first, each once. Where the available
 * balance does not cover one, its datasets are suspended and its people get a mail; where nothing is owed any more, they
 * are in use again. Limits of teams, users and keys do not count. Returns whether they can be used.
 */
export function settleStorage(db: Db, clock: Clock, organizationId: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { balance, reserved } = await lockAccount(trx, organizationId);
    const { rows: organizations } = await sql<{ name: string; suspended: boolean }>`
      select name, datasets_suspended_at is not null as suspended from organization
      where id = ${organizationId} and deleted_at is null for no key update`.execute(trx);
    const organization = organizations[0];
    if (organization === undefined) return false;
    let available = balance - reserved;
    for (const { month, credits } of await owedMonths(trx, clock, organizationId)) {
      const amount = thousandthsOf(credits);
      if (amount > Math.max(available, 0)) {
        if (!organization.suspended) await suspend(trx, clock, organizationId, { ...organization, month, credits });
        return false;
      }
      if (amount > 0) {
        const operation = 'dataset.storage';
        await postCredits(trx, clock, { organizationId, kind: 'storage', amount: -amount, operation, month });
      }
      available -= amount;
      await sql`
        update storage_month set settled_at = ${now(clock)}
        where organization_id = ${organizationId} and month = ${month}::date`.execute(trx);
    }
    if (organization.suspended) await resume(trx, organizationId);
    return true;
  });
}

export interface OwedMonth {
  /** YYYY-MM-01. */
  readonly month: string;
  readonly credits: number;
}

/** Months that are over and not settled, oldest first. */
export async function owedMonths(db: Db, clock: Clock, organizationId: number): Promise<OwedMonth[]> {
  const { rows } = await sql<{ month: string; byte_hours: number }>`
    select month, byte_hours from storage_month
    where organization_id = ${organizationId} and settled_at is null and month < ${presentMonth(clock)}
    order by month`.execute(db);
  return rows.map(({ month, byte_hours: byteHours }) => ({
    month,
    credits: storageCredits(byteHours, hoursOf(month)),
  }));
}

/** Organizations with months to settle. */
export async function organizationsOwing(db: Db, clock: Clock): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct m.organization_id as id from storage_month m join organization o on o.id = m.organization_id
    where m.settled_at is null and m.month < ${presentMonth(clock)} and o.deleted_at is null order by 1`.execute(db);
  return rows.map(({ id }) => id);
}

interface Unpaid extends OwedMonth {
  readonly name: string;
}

async function suspend(trx: Db, clock: Clock, organizationId: number, unpaid: Unpaid): Promise<void> {
  await sql`update organization set datasets_suspended_at = ${now(clock)} where id = ${organizationId}`.execute(trx);
  for (const email of await payersOf(trx, organizationId)) {
    await queueMail(trx, clock, suspendedMail(email, unpaid));
  }
}

/** Ends a suspension. */
export async function resume(trx: Db, organizationId: number): Promise<void> {
  await sql`
    update organization set datasets_suspended_at = null, datasets_notice_at = null
    where id = ${organizationId}`.execute(trx);
}
