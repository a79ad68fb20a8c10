import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Db } from './database.ts';

/** SQL is read from the sources: the build has none. */
const SOURCES = new URL('../../../src/', import.meta.url);

/** Returns the functions of the database as the sources define them. */
export interface SqlFunctions {
  readonly statements: readonly string[];
  readonly digest: Buffer;
}

/** Reads every SQL file of the sources but the migrations: each creates or replaces one function. */
export async function readFunctions(): Promise<SqlFunctions> {
  const paths = (await readdir(SOURCES, { recursive: true }))
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.sql') && !path.startsWith('kit/db/migrations/'))
    .sort();
  const statements = await Promise.all(paths.map((path) => readFile(new URL(path, SOURCES), 'utf8')));
  const hash = createHash('sha256');
  for (const statement of statements) hash.update(statement).update('\0');
  return { statements, digest: hash.digest() };
}

/**
 * Replaces the functions of the database where they differ from the sources. Of several processes that start at once, one
 * does and the others wait. A function whose parameters change gets a new name, so that running processes of the version
 * before still find theirs; a later migration drops it.
 */
export async function replaceFunctions(db: Db): Promise<void> {
  const { statements, digest } = await readFunctions();
  if (await areInForce(db, digest)) return;
  await db.transaction().execute(async (trx) => {
    await sql`lock table sql_functions in exclusive mode`.execute(trx);
    if (await areInForce(trx, digest)) return;
    for (const statement of statements) await sql.raw(statement).execute(trx);
    await sql`
      insert into sql_functions (digest) values (${digest})
      on conflict (only_one) do update set digest = excluded.digest`.execute(trx);
  });
}

async function areInForce(db: Db, digest: Buffer): Promise<boolean> {
  const { rows } = await sql`select from sql_functions where digest = ${digest}`.execute(db);
  return rows.length > 0;
}
