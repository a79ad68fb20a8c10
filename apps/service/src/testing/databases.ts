import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe } from 'vitest';
import { type Database, type Db, openDatabase } from '../db/database.ts';
import { readFunctions } from '../db/functions.ts';
import { migrate } from '../db/migrate.ts';

export interface TestDatabase extends Database {
  /** Empties every table. */
  empty(): Promise<void>;
  readonly settings: { readonly home: string; readonly databaseUrl?: string };
}

/**
 * Runs a suite on the embedded database, and on PostgreSQL too when TEST_DATABASE_URL names a server whose user may
 * create databases. One database per suite, emptied before each test.
 */
export function describeOnBoth(name: string, suite: (database: () => TestDatabase) => void): void {
  for (const kind of testedKinds()) {
    describe(`${name} (${kind})`, () => {
      let database: TestDatabase;
      beforeAll(async () => {
        database = await openTestDatabase(kind);
      });
      beforeEach(() => database.empty());
      afterAll(() => database?.close());
      suite(() => database);
    });
  }
}

/** The databases that tests run on. */
export const testedKinds = (): Database['kind'][] =>
  process.env.TEST_DATABASE_URL ? ['embedded', 'postgresql'] : ['embedded'];

/** A database with the schema. */
export async function openTestDatabase(kind: Database['kind']): Promise<TestDatabase> {
  const database = await openNewDatabase(kind, embeddedTemplate);
  if (kind === 'postgresql') await migrate(database.db);
  return database;
}

/** A database without a table, or a copy of the embedded one in a folder. */
export async function openNewDatabase(
  kind: Database['kind'],
  embeddedFolder: (() => Promise<string>) | null = null,
): Promise<TestDatabase> {
  const home = await mkdtemp(join(tmpdir(), 'hinterland-test-'));
  const removeHome = () => rm(home, { recursive: true, force: true });
  if (kind === 'embedded') {
    if (embeddedFolder !== null) await cp(await embeddedFolder(), home, { recursive: true });
    return testDatabase(await openDatabase({ home }), { home }, removeHome);
  }
  const server = process.env.TEST_DATABASE_URL as string;
  const name = `hinterland_test_${randomBytes(6).toString('hex')}`;
  await asAdministrator(server, `create database ${name}`);
  const databaseUrl = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const database = await openDatabase({ databaseUrl, home });
  return testDatabase(database, { home, databaseUrl }, async () => {
    await asAdministrator(server, `drop database ${name} with (force)`);
    await removeHome();
  });
}

function testDatabase(
  database: Database,
  settings: TestDatabase['settings'],
  afterwards: () => Promise<void>,
): TestDatabase {
  return {
    ...database,
    settings,
    empty: () => unlessDeadlocked(() => emptyTables(database.db)),
    async close() {
      await database.close();
      await afterwards();
    },
  };
}

/** Rows are deleted, not tables truncated: on tables this small that is several times as fast. */
async function emptyTables(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ statements: string }>`
      select string_agg(format('delete from %I', tablename), '; ') as statements from pg_tables
      where schemaname = 'public' and tablename not like 'kysely_%'`.execute(trx);
    // Lets the append-only ledger go, and references be broken until the last table is empty.
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql.raw(rows[0]?.statements as string).execute(trx);
  });
}

/** Background work of a service that still runs locks the same rows in its own order: then the loser begins again. */
async function unlessDeadlocked(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if ((error as { code?: unknown }).code !== '40P01' || tries === 5) throw error;
    }
  }
}

async function asAdministrator(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A folder with a new, migrated embedded database: making one takes seconds, copying one a moment. */
export async function embeddedTemplate(): Promise<string> {
  const folder = join(cacheFolder(), `database-${await templateVersion()}`);
  if (existsSync(folder)) return folder;
  const draft = `${folder}-${process.pid}`;
  const database = await openDatabase({ home: draft });
  await migrate(database.db);
  await database.close();
  try {
    await rename(draft, folder);
  } catch {
    await rm(draft, { recursive: true }); // another test process was faster
  }
  return folder;
}

const cacheFolder = () => fileURLToPath(new URL('../../../../node_modules/.cache/hinterland', import.meta.url));

async function templateVersion(): Promise<string> {
  const hash = createHash('sha256');
  const folder = fileURLToPath(new URL('../../src/db/migrations/', import.meta.url));
  hash.update((await readFunctions()).digest);
  for (const name of (await readdir(folder)).sort()) hash.update(name).update(await readFile(join(folder, name)));
  const lock = JSON.parse(await readFile(join(cacheFolder(), '../../.package-lock.json'), 'utf8'));
  hash.update(lock.packages['node_modules/@electric-sql/pglite'].version);
  return hash.digest('hex').slice(0, 12);
}
