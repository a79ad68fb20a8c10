import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';

/** Returns the secret of this installation that signs cookies and links, made at the first use. */
export async function readSecret(db: Db): Promise<string> {
  const known = await storedSecret(db);
  if (known !== undefined) return known;
  await sql`
    insert into web_secret (secret) values (${randomBytes(32).toString('base64url')}) on conflict do nothing`.execute(
    db,
  );
  return (await storedSecret(db)) as string;
}

/**
 * Makes another secret and ends every session. Processes sign with the new one once they are started again; until then
 * they sign cookies that end with their restart. Returns how many sessions there were.
 */
export function rotateSecret(db: Db): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await sql`update web_secret set secret = ${randomBytes(32).toString('base64url')}`.execute(trx);
    const { rows } = await sql`delete from web_session returning id`.execute(trx);
    return rows.length;
  });
}

async function storedSecret(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ secret: string }>`select secret from web_secret`.execute(db);
  return rows[0]?.secret;
}
