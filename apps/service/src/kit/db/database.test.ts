import { readFile, writeFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { describeOnBoth } from '../../testing/databases.ts';
import { describeSchema } from '../../testing/describeSchema.ts';
import { migrate } from './migrate.ts';

describeOnBoth('database', (database) => {
  it('the schema is the committed one', async () => {
    const file = new URL('./schema.txt', import.meta.url);
    const text = await describeSchema(database().db);
    if (process.env.UPDATE_GOLDEN === '1') await writeFile(file, text);
    expect(text, 'UPDATE_GOLDEN=1 accepts a new schema').toBe(await readFile(file, 'utf8'));
  });

  it('migrating again, and by several at once, changes nothing', async () => {
    await Promise.all([migrate(database().db), migrate(database().db), migrate(database().db)]);
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
      database().db,
    );
    expect(rows.map(({ name }) => name)).toEqual([
      '0001_identity',
      '0002_credits',
      '0003_rate_windows',
      '0004_analyses',
      '0005_mail',
      '0006_accounts',
      '0007_jobs',
      '0008_webhooks',
      '0009_orders',
      '0010_datasets',
      '0011_deletions',
      '0012_storage',
      '0014_hold_and_commit',
      '0015_claims_without_progress',
      '0016_sql_functions',
      '0017_saved_states',
      '0018_starting_credits',
      '0019_service_address',
      '0020_bounds_of_keys',
      '0021_audit',
      '0022_sealed_mail',
      '0023_removal_in_batches',
      '0024_fair_shares',
      '0025_suspension',
      '0026_second_factor',
      '0027_bytes_and_notices',
      '0028_turns_of_deliveries',
      '0029_datasets_in_use',
      '0030_payments',
      '0031_links_and_embedding',
      '0032_brand',
      '0033_reported_payments',
      '0034_assistant',
      '0035_compressed_results',
      '0036_files_as_they_are',
      '0037_fewer_checks',
      '0038_listeners',
      '0039_disputes_and_refunds',
      '0040_channel',
      '0041_rows_left_out',
      '0042_sales_that_came',
      '0043_identity_provider',
      '0044_places',
      '0045_fleet',
      '0046_job_files',
      '0047_copies_of_datasets',
      '0048_places_of_organizations',
      '0049_names_lists',
      '0050_parts_of_jobs',
      '0051_corrections',
      '0054_said_of_runs',
      '0057_supply',
      '0059_subjects',
      '0060_projects',
    ]);
  });

  it('reads int8 as numbers and refuses what does not fit', async () => {
    const db = database().db;
    const { rows } = await sql`select 9007199254740991::bigint as n, date '2026-11-01' as d`.execute(db);
    expect(rows).toEqual([{ n: 9007199254740991, d: '2026-11-01' }]);
    await expect(sql`select 9007199254740993::bigint as n`.execute(db)).rejects.toThrow('does not fit');
  });

  it('goes on after errors of every stage: parse, bind, execute, constraint', async () => {
    const db = database().db;
    await expect(sql`selec 1`.execute(db)).rejects.toMatchObject({ code: '42601' });
    await expect(sql`select ${'abc'}::integer`.execute(db)).rejects.toMatchObject({ code: '22P02' });
    await expect(sql`select 1 / ${0}::integer`.execute(db)).rejects.toMatchObject({ code: '22012' });
    await expect(sql`insert into organization (name) values ('')`.execute(db)).rejects.toMatchObject({
      code: '23514',
      constraint: 'organization_name_check',
    });
    await expect(
      db.transaction().execute(async (trx) => {
        await sql`insert into organization (name) values ('gone')`.execute(trx);
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect((await sql`select name from organization`.execute(db)).rows).toEqual([]);
  });

  it('parses a statement with parameters once per connection', async () => {
    const db = database().db;
    const calls = await db.connection().execute(async (one) => {
      for (let i = 0; i < 3; i++) await sql`select ${i}::integer as prepared_here`.execute(one);
      return sql<{ calls: number }>`
        select generic_plans + custom_plans as calls from pg_prepared_statements
        where statement like '%as prepared_here' and not statement like ${'%pg_prepared%'}`.execute(one);
    });
    expect(calls.rows).toEqual([{ calls: 3 }]);
  });

  it('prepares anew when the columns of a table change under it', async () => {
    const db = database().db;
    await sql`create table changing (id integer)`.execute(db);
    try {
      const read = () => sql`select * from changing where ${1}::integer = 1`.execute(db);
      await sql`insert into changing values (7)`.execute(db);
      expect((await read()).rows).toEqual([{ id: 7 }]);
      await sql`alter table changing add column name text`.execute(db);
      await expect(read()).rejects.toMatchObject({ code: '0A000' });
      expect((await read()).rows).toEqual([{ id: 7, name: null }]);
    } finally {
      await sql`drop table changing`.execute(db);
    }
  });

  it('carries large parameters and many rows', async () => {
    const db = database().db;
    const text = 'ä'.repeat(1_000_000);
    const one = await sql<{ n: number }>`select length(${text}) as n`.execute(db);
    expect(one.rows).toEqual([{ n: 1_000_000 }]);
    const many = await sql<{ g: number }>`select g from generate_series(1, 20000) g`.execute(db);
    expect(many.rows.length).toBe(20_000);
  });

  it('200 transactions at once all take place', async () => {
    const db = database().db;
    await sql`insert into organization (name) values ('Acme')`.execute(db);
    await sql`insert into credit_account (organization_id) select id from organization`.execute(db);
    await Promise.all(
      Array.from({ length: 200 }, () =>
        db.transaction().execute(async (trx) => {
          await sql`select 1 from credit_account for update`.execute(trx);
          await sql`update credit_account set next_seq = next_seq + 1`.execute(trx);
        }),
      ),
    );
    expect((await sql`select next_seq from credit_account`.execute(db)).rows).toEqual([{ next_seq: 201 }]);
  });

  it('S260 the ledger lets nothing be changed, removed or emptied', async () => {
    const db = database().db;
    for (const statement of [
      'update ledger_entry set amount = 1',
      'delete from ledger_entry',
      'truncate ledger_entry cascade',
    ]) {
      await expect(sql.raw(statement).execute(db)).rejects.toThrow('ledger_entry is append-only');
    }
  });
});

describe('helpers', () => {
  it('the committed schema names every table', async () => {
    const text = await readFile(new URL('./schema.txt', import.meta.url), 'utf8');
    const tables = [...text.matchAll(/^table (\w+)$/gm)].map((match) => match[1]);
    expect(tables).toEqual([
      'analysis',
      'analysis_notice',
      'analysis_person',
      'analysis_run',
      'api_key',
      'app_user',
      'attempt_window',
      'audit_entry',
      'conversation',
      'conversation_card',
      'conversation_event',
      'conversation_result',
      'conversation_turn',
      'correction_overlay',
      'credit_account',
      'credit_hold',
      'credit_order',
      'dataset',
      'dataset_row',
      'dataset_upload',
      'event',
      'failed_refund',
      'invitation',
      'invoice_counter',
      'job',
      'job_item',
      'job_part',
      'ledger_entry',
      'mail_outbox',
      'membership',
      'order_dispute',
      'organization',
      'organization_brand',
      'organization_limit',
      'place_job',
      'project',
      'project_answer',
      'project_subject',
      'rate_window',
      'regular_task',
      'sales_that_came',
      'secrets_key',
      'service_address',
      'spend_counter',
      'spend_limit',
      'sql_functions',
      'starting_credits',
      'storage_month',
      'store_correction',
      'subject',
      'supply_subscription',
      'team',
      'territory_replica',
      'territory_version',
      'web_credential',
      'web_second_factor',
      'web_secret',
      'web_session',
      'web_verification',
      'webhook',
      'webhook_delivery',
    ]);
  });
});
