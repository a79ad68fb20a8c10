import { sql } from 'kysely';
import type { Clock, Db } from '../../kit/db/database.ts';
import { type Thousandths, thousandthsOf } from './amounts.ts';
import { postCredits } from './post.ts';

/** Credits of an organization on its own server: they count use, and nobody can spend half of them between two fillings. */
const FULL: Thousandths = thousandthsOf(1_000_000_000);

/** Returns what fills the account of a new organization, in the transaction that makes it. */
export const fillAccount =
  (clock: Clock) =>
  async (db: Db, organizationId: number): Promise<void> =>
    void (await post(db, clock, organizationId, FULL));

/** Fills the accounts that are less than half full. One that another process fills meanwhile is skipped. */
export async function fillAccounts(db: Db, clock: Clock): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: number; missing: Thousandths }>`
      select a.organization_id as id, ${FULL} - (a.balance - a.reserved) as missing
      from credit_account a join organization o on o.id = a.organization_id
      where o.deleted_at is null and a.balance - a.reserved < ${FULL / 2}
      order by 1 for update of a skip locked`.execute(trx);
    for (const { id, missing } of rows) await post(trx, clock, id, missing);
  });
}

const post = (db: Db, clock: Clock, organizationId: number, amount: Thousandths) =>
  postCredits(db, clock, { organizationId, kind: 'grant', amount, operation: 'own server' });
