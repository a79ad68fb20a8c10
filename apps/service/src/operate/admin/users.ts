import { sql } from 'kysely';
import { noteForOperatorOn } from '../../kit/audit/note.ts';
import { type Db, databaseClock } from '../../kit/db/database.ts';

/**
 * Turns off the second factor of a user who has lost it, and ends their sessions; the operator has made sure who asks.
 * False where no user of that address has one.
 */
export function removeSecondFactor(db: Db, email: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: number }>`
      update app_user set second_factor = false where email = ${email.trim().toLowerCase()} and second_factor
      returning id`.execute(trx);
    const id = rows[0]?.id;
    if (id === undefined) return false;
    await sql`delete from web_second_factor where user_id = ${id}`.execute(trx);
    await sql`delete from web_session where user_id = ${id}`.execute(trx);
    await noteForOperatorOn(trx, databaseClock, id, 'member.second_factor_off');
    return true;
  });
}
