import { type RawBuilder, sql } from 'kysely';
import { type Clock, type Db, now } from '../../../kit/db/database.ts';
import { type NewMail, queueMail } from '../../../kit/mail/outbox.ts';
import { payersOf } from '../../identity/payers.ts';
import { presentMonth } from '../months.ts';
import { nearlyFullMail, notCoveredMail } from './mails.ts';
import { storageSummary } from './summary.ts';
import { FREE_BYTES } from './terms.ts';

/** Part of the free storage at which its people get a mail. */
const NEARLY_FULL_BYTES = FREE_BYTES * 0.8;
/** Days before the charge on which they learn that credits will not cover it. */
const FORECAST_DAYS = 5;

/** Mails organizations before anything is owed: once as the free storage fills, and once a month where credits will not do. */
export async function warnOfStorage(db: Db, clock: Clock): Promise<void> {
  await warnOfFullness(db, clock);
  await warnOfCharges(db, clock);
}

const organizationsFrom = (bytes: number): RawBuilder<unknown> => sql`
  select organization_id from dataset where organization_id is not null
  group by organization_id having sum(bytes) >= ${bytes}`;

/** Those who fall below the mark get the next mail when they reach it again. */
async function warnOfFullness(db: Db, clock: Clock): Promise<void> {
  await sql`
    update organization set storage_noticed_at = null
    where storage_noticed_at is not null and id not in (${organizationsFrom(NEARLY_FULL_BYTES)})`.execute(db);
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: number; name: string; bytes: number }>`
      update organization o set storage_noticed_at = ${now(clock)}
      where deleted_at is null and storage_noticed_at is null and id in (${organizationsFrom(NEARLY_FULL_BYTES)})
      returning id, name,
        (select sum(d.bytes) from dataset d where d.organization_id = o.id)::bigint as bytes`.execute(trx);
    for (const organization of rows) {
      await mailPayers(trx, clock, organization.id, (email) => nearlyFullMail(email, organization));
    }
  });
}

async function warnOfCharges(db: Db, clock: Clock): Promise<void> {
  const { rows } = await sql<{ id: number; name: string }>`
    select o.id, o.name from storage_month m join organization o on o.id = m.organization_id
    where m.month = ${presentMonth(clock)} and m.noticed_at is null and o.deleted_at is null
      and o.datasets_suspended_at is null
      and ${now(clock)} >= ((m.month + interval '1 month') at time zone 'utc') - make_interval(days => ${FORECAST_DAYS})
    order by 1`.execute(db);
  for (const { id, name } of rows) {
    const { covered, expectedCredits, owedCredits, chargedAt } = await storageSummary(db, clock, id);
    if (covered) continue;
    await db.transaction().execute(async (trx) => {
      const { rows: first } = await sql`
        update storage_month set noticed_at = ${now(clock)}
        where organization_id = ${id} and month = ${presentMonth(clock)} and noticed_at is null
        returning organization_id`.execute(trx);
      if (first.length === 0) return;
      const charge = { name, credits: expectedCredits + owedCredits, day: chargedAt.slice(0, 10) };
      await mailPayers(trx, clock, id, (email) => notCoveredMail(email, charge));
    });
  }
}

async function mailPayers(trx: Db, clock: Clock, id: number, mail: (email: string) => NewMail): Promise<void> {
  for (const email of await payersOf(trx, id)) await queueMail(trx, clock, mail(email));
}
