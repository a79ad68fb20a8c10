import pg from 'pg';

/** Runs a statement on the server of PostgreSQL that TEST_DATABASE_URL names, outside the databases of tests. */
export async function asAdministrator<R extends pg.QueryResultRow>(statement: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
  await client.connect();
  try {
    return await client.query<R>(statement, values);
  } finally {
    await client.end();
  }
}

/** Drops the databases whose names begin with a prefix; does nothing without TEST_DATABASE_URL. */
export async function dropDatabases(prefix: string): Promise<void> {
  if (process.env.TEST_DATABASE_URL === undefined) return;
  const query = 'select datname from pg_database where starts_with(datname, $1)';
  const { rows } = await asAdministrator<{ datname: string }>(query, [prefix]);
  for (const { datname } of rows) await asAdministrator(`drop database ${datname} with (force)`);
}
