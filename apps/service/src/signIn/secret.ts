import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

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

async function storedSecret(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ secret: string }>`select secret from web_secret`.execute(db);
  return rows[0]?.secret;
}
