import { randomBytes } from 'node:crypto';
import pg from 'pg';

/**
 * Runs something on a new database of the PostgreSQL that TEST_DATABASE_URL names, and drops it again. Answers null
 * where it names none.
 */
export async function onNewPostgres<T>(work: (databaseUrl: string) => Promise<T>): Promise<T | null> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) return null;
  const name = `hinterland_bench_${randomBytes(6).toString('hex')}`;
  const administrator = new pg.Client({ connectionString: server });
  await administrator.connect();
  try {
    await administrator.query(`create database ${name}`);
    return await work(Object.assign(new URL(server), { pathname: `/${name}` }).href);
  } finally {
    await administrator.query(`drop database if exists ${name} with (force)`);
    await administrator.end();
  }
}
