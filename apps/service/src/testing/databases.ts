import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, inject } from 'vitest';
import { type Database, type Db, openDatabase } from '../kit/db/database.ts';
import { readFunctions } from '../kit/db/functions.ts';
import { migrate } from '../kit/db/migrate.ts';
import { asAdministrator } from './administrator.ts';
import { describeSchema } from './describeSchema.ts';
import { CACHE, copyFolder, keptFolder } from './keptFolder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder for what a test process keeps until it ends; removed after the run. */
    readonly scratchFolder: string;
    /** Beginning of the names of databases on TEST_DATABASE_URL; those that are left are dropped after the run. */
    readonly databasePrefix: string;
  }
}

export interface TestDatabase extends Database {
  /** Empties every table. */
  empty(): Promise<void>;
  readonly settings: { readonly home: string; readonly databaseUrl?: string };
}

/**
 * Runs a suite on the embedded database, and on PostgreSQL too when TEST_DATABASE_URL names a server whose user may
 * create databases. The database is shared, see sharedDatabase, and emptied before each test.
 */
export function describeOnBoth(name: string, suite: (database: () => TestDatabase) => void): void {
  for (const kind of testedKinds()) {
    describe(`${name} (${kind})`, () => {
      let database: TestDatabase;
      beforeAll(async () => {
        database = await sharedDatabase(kind);
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

/** The shared databases of this test process, and whether a suite has each of them now. */
const shared = new Map<Database['kind'], { readonly opening: Promise<OpenedDatabase>; lent: boolean }>();

interface OpenedDatabase {
  readonly database: Database;
  readonly databaseUrl?: string;
  /** Its schema as it was when it was opened. */
  readonly schema: string;
}

/**
 * Lends the database of this test process: with the schema, without rows, ids beginning at 1, and a home of the
 * borrower's own. Opening one takes a second of computing, so it stays open until the process ends; `close` gives it
 * back. Throws where the suite before has not, and `close` throws where the suite leaves another schema: a suite never
 * sees what another has left.
 */
export async function sharedDatabase(kind: Database['kind'] = 'embedded'): Promise<TestDatabase> {
  const loan = shared.get(kind) ?? { opening: openShared(kind), lent: false };
  shared.set(kind, loan);
  if (loan.lent) throw new Error(`another suite still has the ${kind} database`);
  loan.lent = true;
  const { database, databaseUrl, schema } = await loan.opening;
  const home = await mkdtemp(join(tmpdir(), 'hinterland-test-'));
  await unlessDeadlocked(() => renewTables(database.db));
  return {
    ...testDatabase(database, { home, ...(databaseUrl === undefined ? {} : { databaseUrl }) }),
    async close() {
      await rm(home, { recursive: true, force: true });
      if ((await describeSchema(database.db)) !== schema) {
        throw new Error('the suite has changed the schema of the shared database, and did not restore it');
      }
      loan.lent = false;
    },
  };
}

async function openShared(kind: Database['kind']): Promise<OpenedDatabase> {
  const { settings, ...database } = await openTestDatabase(kind, inject('scratchFolder'));
  return { database, ...settings, schema: await describeSchema(database.db) };
}

/** A database of its own with the schema, for a test that closes or breaks it. Its folder is made in the given one. */
export async function openTestDatabase(kind: Database['kind'], folder = tmpdir()): Promise<TestDatabase> {
  const database = await openNewDatabase(kind, { copied: embeddedTemplate, folder });
  if (kind === 'postgresql') await migrate(database.db);
  return database;
}

/** A database without a table, or a copy of an embedded one in a folder. */
export async function openNewDatabase(
  kind: Database['kind'],
  { copied = newEmbeddedFolder, folder = tmpdir() }: { copied?: () => Promise<string>; folder?: string } = {},
): Promise<TestDatabase> {
  const home = await mkdtemp(join(folder, 'hinterland-test-'));
  const removeHome = () => rm(home, { recursive: true, force: true });
  if (kind === 'embedded') {
    copyFolder(await copied(), home);
    return testDatabase(await openDatabase({ home }), { home }, removeHome);
  }
  const server = process.env.TEST_DATABASE_URL as string;
  const name = `${inject('databasePrefix')}${randomBytes(6).toString('hex')}`;
  await asAdministrator(`create database ${name}`);
  const databaseUrl = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const database = await openDatabase({ databaseUrl, home });
  return testDatabase(database, { home, databaseUrl }, async () => {
    await asAdministrator(`drop database ${name} with (force)`);
    await removeHome();
  });
}

function testDatabase(
  database: Database,
  settings: TestDatabase['settings'],
  afterwards: () => Promise<void> = async () => {},
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

/** Rows are deleted, not tables truncated: on tables this small that is many times as fast. */
const emptyTables = (db: Db) => forTables(db, `select string_agg(format('delete from %I', tablename), '; ')`);

/** Tables that suites have left larger than this together are truncated before they are lent again. */
const LEFT_BYTES = 2 ** 21;

/** Takes the rows that were left, and lets ids begin at 1 again. */
async function renewTables(db: Db): Promise<void> {
  const { rows } = await sql<{ bytes: number }>`select sum(pg_relation_size(oid))::int8 as bytes from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(db);
  if ((rows[0]?.bytes ?? 0) < LEFT_BYTES) await emptyTables(db);
  else await forTables(db, `select format('truncate %s', string_agg(format('%I', tablename), ', '))`);
  await sql`select setval(format('%I', sequencename)::regclass, start_value, false) from pg_sequences
    where schemaname = 'public' and last_value is not null`.execute(db);
}

/** Runs statements that are made of the names of the tables by a query. */
async function forTables(db: Db, statements: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<Record<string, string>>`${sql.raw(statements)} as statements from pg_tables
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

/** A folder with an embedded database that has the schema: making one takes seconds, copying one a moment. */
export async function embeddedTemplate(): Promise<string> {
  return keptFolder('database', await templateVersion(), async (home) => {
    copyFolder(await newEmbeddedFolder(), home);
    const database = await openDatabase({ home });
    await migrate(database.db);
    await database.close();
  });
}

/** A folder with an embedded database without a table. */
async function newEmbeddedFolder(): Promise<string> {
  const version = createHash('sha256').update(await libraryVersion());
  return keptFolder('newDatabase', version.digest('hex').slice(0, 12), async (home) => {
    const database = await openDatabase({ home });
    await database.close();
  });
}

async function templateVersion(): Promise<string> {
  const hash = createHash('sha256');
  const folder = fileURLToPath(new URL('../kit/db/migrations/', import.meta.url));
  hash.update((await readFunctions()).digest);
  for (const name of (await readdir(folder)).sort()) hash.update(name).update(await readFile(join(folder, name)));
  hash.update(await libraryVersion());
  return hash.digest('hex').slice(0, 12);
}

/** The version of the embedded database. */
async function libraryVersion(): Promise<string> {
  const lock = JSON.parse(await readFile(join(CACHE, '../../.package-lock.json'), 'utf8'));
  return lock.packages['node_modules/@electric-sql/pglite'].version;
}
