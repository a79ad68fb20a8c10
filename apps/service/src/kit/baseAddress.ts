import { sql } from 'kysely';
import { type Clock, type Db, now } from './db/database.ts';

/** Stores the public address of the service, for processes that do not listen. */
export async function storeBaseAddress(db: Db, clock: Clock, url: string): Promise<void> {
  await sql`
    insert into service_address as stored (url, stored_at) values (${url}, ${now(clock)})
    on conflict (only_one) do update set url = excluded.url, stored_at = excluded.stored_at
    where stored.url <> excluded.url`.execute(db);
}

/** Returns the address that was stored last. Throws with a sentence for the operator where there is none. */
export async function readBaseAddress(db: Db): Promise<string> {
  const { rows } = await sql<{ url: string }>`select url from service_address`.execute(db);
  if (rows[0] !== undefined) return rows[0].url;
  throw new Error(
    'A worker must know the public address of the service, for webhooks and links in mail. ' +
      'Start a process with HINTERLAND_ROLE api first, which stores its address in the database, or set HINTERLAND_BASE_URL.',
  );
}
