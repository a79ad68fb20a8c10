import { tmpdir } from 'node:os';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasOwnPooler, type OwnPooler, startOwnPooler } from '../../testing/ownPooler.ts';
import { hasOwnPostgres, type OwnPostgres, startOwnPostgres } from '../../testing/ownPostgres.ts';
import { type Database, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { missingLimits } from './pooled.ts';

describe.runIf(hasOwnPostgres && hasOwnPooler)('a pooler in transaction mode (needs PostgreSQL and PgBouncer)', () => {
  let postgres: OwnPostgres;
  let pooler: OwnPooler;
  let database: Database;
  beforeAll(async () => {
    postgres = await startOwnPostgres();
    pooler = await startOwnPooler(postgres.databaseUrl);
    database = await openDatabase({ databaseUrl: pooler.databaseUrl, pooled: true, home: tmpdir() });
  });
  afterAll(async () => {
    await database?.close();
    await pooler?.close();
    await postgres?.remove();
  });

  it('lets the schema be made, and statements with parameters be asked again and again on any connection', async () => {
    await migrate(database.db);
    await migrate(database.db);
    const ask = (n: number) => sql<{ n: number }>`select ${n}::integer + 1 as n`.execute(database.db);
    const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => ask(n)));
    expect(answers.map(({ rows }) => rows[0]?.n)).toEqual(Array.from({ length: 200 }, (_, n) => n + 1));
  });

  it('leaves the limits of statements to the operator, who is told the statements that set them', async () => {
    const statements = await missingLimits(database.db);
    expect(statements).toHaveLength(3);
    for (const statement of statements) await sql.raw(statement).execute(database.db);
    await postgres.terminateConnections();
    const again = await openDatabase({ databaseUrl: pooler.databaseUrl, pooled: true, home: tmpdir() });
    try {
      expect(await missingLimits(again.db).catch(() => missingLimits(again.db))).toEqual([]);
    } finally {
      await again.close();
    }
  });
});
