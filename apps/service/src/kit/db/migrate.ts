import { readdir, readFile } from 'node:fs/promises';
import { type Migration, Migrator, sql } from 'kysely';
import { type Database, type DatabaseSettings, type Db, openDatabase } from './database.ts';
import { replaceFunctions } from './functions.ts';

/** Numbered SQL files, applied in order, each once. They are read from the sources: the build holds no SQL. */
const FOLDER = new URL('../../../src/kit/db/migrations/', import.meta.url);

/**
 * Brings the schema and the functions of the database up to date. Under a lock of the database: of several replicas that
 * start at once, one works and the others wait. A migration that was once published is never edited; a change is a new
 * file. Functions are edited in place, see functions.ts.
 */
export async function migrate(db: Db): Promise<void> {
  await refuseNewerSchema(db);
  const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined && !(await isUpToDate(db))) {
    throw new Error(
      `The database schema cannot be brought up to date: ${(error as Error).message}. ` +
        'Nothing was changed. Check that its user may create tables, and start again when no other process holds locks on them.',
      { cause: error },
    );
  }
  await replaceFunctions(db);
}

/**
 * Throws where the schema is that of a newer version: this process could not keep its rules, and would put its own
 * functions in place of the newer ones. Processes of the version before that are running go on.
 */
async function refuseNewerSchema(db: Db): Promise<void> {
  const known = await readMigrations();
  const newer = [...(await appliedMigrations(db))].filter((name) => known[name] === undefined);
  if (newer.length === 0) return;
  throw new Error(
    `This version of Hinterland is too old for the database: a newer one has added ${newer.sort().join(', ')} to the schema. ` +
      'Start that version or a later one; to go back, restore the copy of the database that was made before the upgrade.',
  );
}

/** Whether another process has applied the migrations on which this one failed: it was quicker. */
async function isUpToDate(db: Db): Promise<boolean> {
  const applied = await appliedMigrations(db);
  return Object.keys(await readMigrations()).every((name) => applied.has(name));
}

async function appliedMigrations(db: Db): Promise<ReadonlySet<string>> {
  const { rows: tables } = await sql`select from pg_tables where tablename = 'kysely_migration'`.execute(db);
  if (tables.length === 0) return new Set();
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** Opens a database and brings its schema up to date. */
export async function openMigratedDatabase(settings: DatabaseSettings): Promise<Database> {
  const database = await openDatabase(settings);
  try {
    await migrate(database.db);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Every migration by its name. */
export async function readMigrations(): Promise<Record<string, Migration>> {
  const names = (await readdir(FOLDER)).filter((name) => /^\d{4}_[a-z_]+\.sql$/.test(name)).sort();
  const entries = names.map(async (name): Promise<[string, Migration]> => {
    const text = await readFile(new URL(name, FOLDER), 'utf8');
    return [
      name.replace('.sql', ''),
      {
        async up(trx) {
          await sql.raw(text).execute(trx);
        },
      },
    ];
  });
  return Object.fromEntries(await Promise.all(entries));
}
