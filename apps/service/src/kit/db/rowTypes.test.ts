import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embeddedTemplate } from '../../testing/databases.ts';
import { copyFolder } from '../../testing/keptFolder.ts';
import { type Column, describeStatement, nullableColumns } from '../../testing/sql/describe.ts';
import { type DeclaredType, readStatements, type Statement } from '../../testing/sql/statements.ts';
import { type EmbeddedDatabase, openEmbedded } from './embedded.ts';

/** Whether a declared type has the values that the driver makes of a type of the database (see database.ts). */
const FITS: Readonly<Record<number, (type: DeclaredType) => boolean>> = {
  16: (type) => type.base === 'boolean', // bool
  17: ({ text }) => /^Buffer\b/.test(text), // bytea
  20: (type) => type.base === 'number', // int8
  21: (type) => type.base === 'number', // int2
  23: (type) => type.base === 'number', // int4
  25: (type) => type.base === 'string', // text
  114: () => true, // json: whatever was stored
  701: (type) => type.base === 'number', // float8
  1007: ({ text }) => text === 'number[]', // int4[]
  1009: ({ text }) => text.endsWith('[]') && !/\bnumber\b/.test(text), // text[]
  1043: (type) => type.base === 'string', // varchar
  1082: (type) => type.base === 'string', // date
  1184: ({ text }) => text === 'Date', // timestamptz
  1185: ({ text }) => text === 'Date[]', // timestamptz[]
  3802: () => true, // jsonb
};

/** An enumeration has a number of its own in each database. */
const FIRST_OWN_TYPE = 16_384;

/** Columns that the schema lets be null, and the statement does not. */
const NEVER_NULL: Readonly<Record<string, string>> = {
  'src/work/analyses/state.ts saved_at': 'the statement sets it',
  'src/organizations/credits/idempotency.ts fingerprint': 'a hold with a key has a fingerprint, by a constraint',
  'src/work/datasets/store.ts lat': 'the statement asks for rows with a place',
  'src/work/datasets/store.ts lng': 'the statement asks for rows with a place',
  'src/work/datasets/store.ts organization_id': 'the statement names the organization',
  'src/work/bulk/queue.ts part_token': 'the statement sets it',
  'src/work/jobs/queue.ts lease_token': 'the statement sets it',
  'src/work/jobs/start.ts quote': 'a job with a hold has a quote, by a constraint',
};

function faultsOf({ place, row }: Statement, columns: readonly Column[], nullable: ReadonlySet<string>): string[] {
  if (row === null) return [];
  const faults: string[] = [];
  for (const { name, type, origin } of columns) {
    const declared = row.get(name);
    if (declared === undefined) faults.push(`${place}: ${name} is not declared`);
    else if (!fits(type, declared)) faults.push(`${place}: ${name} is declared ${declared.text}, and has type ${type}`);
    else if (nullable.has(origin) && !declared.nullable && !isNeverNull(place, name))
      faults.push(`${place}: ${name} may be null`);
  }
  const found = columns.map(({ name }) => name);
  for (const name of row.keys()) if (!found.includes(name)) faults.push(`${place}: ${name} is declared, and not there`);
  return faults;
}

const isNeverNull = (place: string, name: string): boolean => `${place.replace(/:\d+$/, '')} ${name}` in NEVER_NULL;

const fits = (type: number, declared: DeclaredType): boolean =>
  type >= FIRST_OWN_TYPE ? declared.base === 'string' : (FITS[type]?.(declared) ?? false);

describe('statements', () => {
  let home: string;
  let database: EmbeddedDatabase;
  let client: pg.Client;
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'hinterland-row-types-'));
    copyFolder(await embeddedTemplate(), home);
    database = await openEmbedded(join(home, 'database'));
    client = new pg.Client(database.poolConfig);
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await database.close();
    await rm(home, { recursive: true, force: true });
  });

  it('all fit the schema, and their rows have the types that are declared', async () => {
    const statements = readStatements();
    expect(statements.length).toBeGreaterThan(200);
    const nullable = await nullableColumns(client);
    const faults: string[] = [];
    for (const statement of statements) {
      try {
        faults.push(...faultsOf(statement, await describeStatement(client, statement.text), nullable));
      } catch (error) {
        faults.push(`${statement.place}: ${(error as Error).message}`);
      }
    }
    expect(faults).toEqual([]);
    const known = new Set(
      statements.flatMap(({ place, row }) => [...(row?.keys() ?? [])].map((name) => [place, name])),
    );
    const excused = [...known].map(([place, name]) => `${place?.replace(/:\d+$/, '')} ${name}`);
    expect(Object.keys(NEVER_NULL).filter((one) => !excused.includes(one))).toEqual([]);
  });

  it('that do not are named, column by column', async () => {
    const number = { text: 'number', nullable: false, base: 'number' } as const;
    const text = { text: 'string', nullable: false, base: 'string' } as const;
    const declared = {
      id: text,
      name: text,
      deleted_at: { text: 'Date', nullable: false, base: null },
      balance: number,
    };
    const statement = {
      place: 'here:1',
      text: `select o.id, o.name, o.deleted_at, sum(a.balance) as balance, o.created_at
        from organization o join credit_account a on a.organization_id = o.id where o.name = $1 group by o.id`,
      row: new Map(Object.entries({ ...declared, members: number })),
    };
    const columns = await describeStatement(client, statement.text);
    expect(faultsOf(statement, columns, await nullableColumns(client))).toEqual([
      'here:1: id is declared string, and has type 20',
      'here:1: deleted_at may be null',
      'here:1: balance is declared number, and has type 1700', // numeric, which the driver leaves as text
      'here:1: created_at is not declared',
      'here:1: members is declared, and not there',
    ]);
    await expect(describeStatement(client, 'select nothing from organization')).rejects.toThrow('does not exist');
    await expect(describeStatement(client, 'select 1')).resolves.toHaveLength(1);
  });
});
