import { sql } from 'kysely';
import { note } from '../../kit/audit/note.ts';
import type { Nudge } from '../../kit/background/loop.ts';
import { type Clock, type Db, now } from '../../kit/db/database.ts';
import { queueMail } from '../../kit/mail/outbox.ts';
import type { Member } from '../../kit/who.ts';
import { creditsOf, type Thousandths, thousandthsOf } from '../credits/amounts.ts';
import { payersOf } from '../identity/payers.ts';
import { lowCreditsMail } from './mails.ts';
import { requireBilling } from './requireBilling.ts';

/** Returns the available credits below which an organization gets a mail; null = never. */
export async function readLowCredits(db: Db, organizationId: number): Promise<number | null> {
  const { rows } = await sql<{ low_credits: Thousandths | null }>`
    select low_credits from organization where id = ${organizationId}`.execute(db);
  const low = rows[0]?.low_credits ?? null;
  return low === null ? null : creditsOf(low);
}

/** Sets it. Throws insufficient_role. */
export async function setLowCredits(db: Db, clock: Clock, member: Member, credits: number | null): Promise<void> {
  requireBilling(member);
  await db.transaction().execute(async (trx) => {
    await sql`
      update organization
      set low_credits = ${credits === null ? null : thousandthsOf(credits)}, low_credits_noticed_at = null
      where id = ${member.organization.id} and deleted_at is null`.execute(trx);
    await note(trx, clock, member, 'organization.low_credits', { details: { credits: credits ?? 'none' } });
  });
}

/** Mails organizations whose credits have fallen below their mark: once, until they have reached it again. */
export async function warnOfLowCredits(db: Db, clock: Clock, mailSender: Nudge): Promise<void> {
  await sql`
    update organization o set low_credits_noticed_at = null
    from credit_account a
    where a.organization_id = o.id and o.low_credits_noticed_at is not null
      and a.balance - a.reserved >= o.low_credits`.execute(db);
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: number; name: string; low: Thousandths | null; available: Thousandths }>`
      update organization o set low_credits_noticed_at = ${now(clock)}
      from credit_account a
      where a.organization_id = o.id and o.deleted_at is null and o.low_credits_noticed_at is null
        and a.balance - a.reserved < o.low_credits
      returning o.id, o.name, o.low_credits as low, a.balance - a.reserved as available`.execute(trx);
    for (const { id, name, low, available } of rows) {
      const facts = { name, low: creditsOf(low ?? 0), available: creditsOf(available) };
      for (const email of await payersOf(trx, id)) await queueMail(trx, clock, lowCreditsMail(email, facts));
    }
    if (rows.length > 0) mailSender.nudge();
  });
}
