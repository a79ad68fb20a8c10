import { type KyselyPlugin, Migrator, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { thousandthsOf } from '../../organizations/credits/amounts.ts';
import { commitHold } from '../../organizations/credits/commit.ts';
import { findViolations } from '../../organizations/credits/invariants.ts';
import { openNewDatabase, testedKinds } from '../../testing/databases.ts';
import { type Db, databaseClock } from './database.ts';
import { migrate, readMigrations } from './migrate.ts';

/** Brings an empty database to the state of an earlier version. */
async function migrateTo(db: Db, name: string): Promise<void> {
  const { error } = await new Migrator({ db, provider: { getMigrations: readMigrations } }).migrateTo(name);
  if (error !== undefined) throw error;
}

/** An organization with a charge, an open hold and a job that was claimed three times, as version 0014 wrote them. */
async function fillAsBefore(db: Db): Promise<{ organizationId: number; openHold: number }> {
  await sql
    .raw(`
    insert into organization (name) values ('Acme');
    insert into credit_account (organization_id) select id from organization;
    insert into app_user (email, name) values ('ann@example.com', 'Ann');
    insert into membership (organization_id, user_id, role) select o.id, u.id, 'owner' from organization o, app_user u;
    update credit_account set balance = 100000, next_seq = 2;
    insert into ledger_entry (organization_id, seq, kind, amount, balance_after, operation, month, created_at)
      select id, 1, 'grant', 100000, 100000, 'operator', date '2026-10-01', '2026-10-02T00:00:00Z' from organization;
    insert into job (id, organization_id, user_id, action_id, status, input, territory_id, data_version, quote,
        max_credits, total, lease_token, lease_until, fruitless, created_at, started_at)
      select 'job_01ARZ3NDEKTSV4RRFFQ69G5FAV', o.id, u.id, 'enrich.points', 'running', '{}', 'town', '{}', '{}', 5000, 2,
        'token', '2026-10-02T00:00:00Z', 3, '2026-10-01T00:00:00Z', '2026-10-01T00:00:00Z'
      from organization o, app_user u`)
    .execute(db);
  const { rows } = await sql<{ organization_id: number; hold_id: number }>`
    select m.organization_id, h.hold_id from membership m,
      lateral hold_credits(m.organization_id, m.user_id, null, null, 'geo.isochrone', 3000, 'key', '\\x01', 60, null, null) h,
      lateral commit_hold(m.organization_id, h.hold_id, 2500, null)`.execute(db);
  const organizationId = rows[0]?.organization_id as number;
  const open = await sql<{ hold_id: number }>`
    select h.hold_id from app_user u,
      lateral hold_credits(${organizationId}, u.id, null, null, 'geo.isochrone', 4000, null, null, 60, null, null) h`.execute(
    db,
  );
  return { organizationId, openHold: open.rows[0]?.hold_id as number };
}

/** Every row of every table, as JSON. */
async function contentOf(db: Db): Promise<Record<string, unknown>> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely_%'
      and tablename <> 'sql_functions' order by 1`.execute(db);
  const content: Record<string, unknown> = {};
  for (const { name } of rows) {
    const found = await sql<{ row: unknown }>`select to_jsonb(t) as row from ${sql.table(name)} t order by 1`.execute(
      db,
    );
    content[name] = found.rows.map(({ row }) => row);
  }
  return content;
}

describe.each(testedKinds())('a database of an earlier version (%s)', (kind) => {
  it('is brought up to date without loss, and an open hold is charged by the new functions', async () => {
    const database = await openNewDatabase(kind);
    const { db } = database;
    try {
      await migrateTo(db, '0014_hold_and_commit');
      const { organizationId, openHold } = await fillAsBefore(db);
      const before = await contentOf(db);
      await Promise.all([migrate(db), migrate(db)]);
      const after = await contentOf(db);
      const job = (before.job as Record<string, unknown>[])[0] as Record<string, unknown>;
      const { fruitless, ...rest } = job;
      expect(fruitless).toBe(3);
      const added = {
        starting_credits: [],
        service_address: [],
        audit_entry: [],
        organization_limit: [],
        organization_brand: [],
        web_second_factor: [],
        conversation: [],
        conversation_turn: [],
        conversation_result: [],
        conversation_card: [],
        conversation_event: [],
        order_dispute: [],
        failed_refund: [],
        sales_that_came: [],
        store_correction: [],
        correction_overlay: [],
        supply_subscription: [],
        place_job: [],
        territory_replica: [],
        territory_version: [],
        job_part: [],
        subject: [],
        project: [],
        project_subject: [],
        project_answer: [],
      };
      const organization = (before.organization as object[]).map((row) => ({
        ...row,
        emptied_at: null,
        suspended_at: null,
        low_credits: null,
        low_credits_noticed_at: null,
        storage_noticed_at: null,
        webhooks_open: false,
      }));
      const accounts = (before.credit_account as object[]).map((account) => ({ ...account, disputed: 0 }));
      const users = (before.app_user as object[]).map((user) => ({ ...user, second_factor: false }));
      const jobs = [
        { ...rest, claims_without_progress: 3, traceparent: null, files_deleted_at: null, dataset_ids: [] },
      ];
      const through = (row: object) => ({ ...row, channel: 'web' });
      const entries = (before.ledger_entry as { kind: string }[]).map((row) => ({
        ...row,
        channel: row.kind === 'charge' ? 'web' : null,
      }));
      expect(after).toEqual({
        ...before,
        ...added,
        organization,
        credit_account: accounts,
        app_user: users,
        job: jobs,
        credit_hold: (before.credit_hold as object[]).map(through),
        ledger_entry: entries,
      });
      const hold = { state: 'held', id: openHold, organizationId, amount: thousandthsOf(4) } as const;
      await commitHold(db, databaseClock, hold, thousandthsOf(1.5));
      const account = await sql`select balance, reserved, next_seq from credit_account`.execute(db);
      expect(account.rows).toEqual([{ balance: 96_000, reserved: 0, next_seq: 4 }]);
      expect(await findViolations(db)).toEqual([]);
    } finally {
      await database.close();
    }
  });

  it('is left as another process has brought it up to date, where this one read an older list of what was applied', async () => {
    const database = await openNewDatabase(kind);
    const { db } = database;
    try {
      await migrate(db);
      let read = 0;
      const stale: KyselyPlugin = {
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          // The first list is what refuses newer schemas; the second is the one that migrations are chosen by.
          const isList = result.rows.some((row) => row.name === '0014_hold_and_commit');
          if (!isList || ++read !== 2) return result;
          return { ...result, rows: result.rows.filter((row) => String(row.name) <= '0014_hold_and_commit') };
        },
      };
      await migrate(db.withPlugin(stale));
      expect(read).toBe(3);
    } finally {
      await database.close();
    }
  });

  it('M11 of a newer version is refused with a sentence, and its functions stay', async () => {
    const database = await openNewDatabase(kind);
    const { db } = database;
    try {
      await migrate(db);
      await sql`insert into kysely_migration (name, timestamp) values ('9999_of_tomorrow', '2030-01-01')`.execute(db);
      await sql`update sql_functions set digest = sha256('of tomorrow')`.execute(db);
      await expect(migrate(db)).rejects.toThrow(
        /too old for the database: a newer one has added 9999_of_tomorrow to the schema. Start that version or a later one/,
      );
      const { rows } = await sql`select from sql_functions where digest = sha256('of tomorrow')`.execute(db);
      expect(rows.length).toBe(1);
    } finally {
      await database.close();
    }
  });

  it('gets the functions of this version in place of others, once', async () => {
    const database = await openNewDatabase(kind);
    const { db } = database;
    const body = async () =>
      (await sql<{ body: string }>`select prosrc as body from pg_proc where proname = 'commit_hold'`.execute(db)).rows;
    try {
      await migrate(db);
      const ours = await body();
      const other = sql.raw(`
        create or replace function commit_hold(p_organization bigint, p_hold bigint, p_charge bigint, p_now timestamptz)
        returns timestamptz language plpgsql as $$ begin return null; end $$`);
      await other.execute(db);
      await migrate(db);
      expect(await body()).not.toEqual(ours); // the digest is that of the sources: nothing is created anew
      await sql`update sql_functions set digest = sha256('another version')`.execute(db);
      await Promise.all([migrate(db), migrate(db), migrate(db)]);
      expect(await body()).toEqual(ours);
    } finally {
      await database.close();
    }
  });
});
