import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { databaseClock } from '../../kit/db/database.ts';
import { findViolations } from '../../organizations/credits/invariants.ts';
import { authenticate } from '../../organizations/keys/authenticate.ts';
import { verifyPassword } from '../../organizations/signIn/passwords.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { AdminFileError, applyAdminFile } from './apply.ts';
import { ensureDemo } from './demo.ts';

const FILE = {
  organizations: [
    {
      name: 'Acme',
      credits: 1000,
      teams: [{ name: 'Retail', monthlyLimit: 500 }, { name: 'Lab' }],
      users: [
        { email: 'Ann@Example.com', name: 'Ann', role: 'owner', team: 'Retail', monthlyLimit: null, billing: true },
        { email: 'bob@example.com', role: 'member', team: 'Lab', monthlyLimit: 20.5, password: 'correct horse' },
      ],
      keys: [
        { name: 'CI', user: 'ann@example.com', scopes: ['run'], monthlyCap: 300 },
        { name: 'Laptop', user: 'bob@example.com' },
      ],
    },
    { name: 'Other', users: [{ email: 'ann@example.com', role: 'admin' }] },
  ],
};

describeOnBoth('admin apply', (database) => {
  const db = () => database().db;
  afterEach(async () => {
    expect(await findViolations(db())).toEqual([]);
  });

  it('makes what a file describes, and answers ids and the secrets of new keys', async () => {
    const { organizations, notes } = await applyAdminFile(db(), FILE);
    expect(organizations).toMatchObject([
      {
        name: 'Acme',
        created: true,
        balance: 1000,
        teams: [{ name: 'Retail' }, { name: 'Lab' }],
        users: [
          { email: 'ann@example.com', role: 'owner' },
          { email: 'bob@example.com', role: 'member' },
        ],
        keys: [
          { name: 'CI', user: 'ann@example.com', scopes: ['read', 'run'], secret: expect.stringMatching(/^hl_live_/) },
          { name: 'Laptop', user: 'bob@example.com', scopes: ['read'], secret: expect.stringMatching(/^hl_live_/) },
        ],
      },
      { name: 'Other', created: true, balance: 0, users: [{ email: 'ann@example.com', role: 'admin' }], keys: [] },
    ]);
    expect(organizations[0]?.users[0]?.id).toBe(organizations[1]?.users[0]?.id);
    expect(notes).toEqual([]);
    const { caller } = await authenticate(
      db(),
      databaseClock,
      { authorization: `Bearer ${organizations[0]?.keys[0]?.secret}`, address: '127.0.0.1' },
      [],
    );
    expect(caller).toMatchObject({ organization: { name: 'Acme' }, user: { name: 'Ann' }, team: { name: 'Retail' } });
    const limits = await sql`select scope, monthly_limit from spend_limit order by scope, monthly_limit`.execute(db());
    expect(limits.rows).toEqual([
      { scope: 'api_key', monthly_limit: 300_000 },
      { scope: 'team', monthly_limit: 500_000 },
      { scope: 'user', monthly_limit: 20_500 },
      { scope: 'user', monthly_limit: null },
    ]);
    const stored = await sql<{ email: string; password: string }>`
      select u.email, c.password from web_credential c join app_user u on u.id = c.user_id`.execute(db());
    expect(stored.rows).toEqual([{ email: 'bob@example.com', password: expect.stringMatching(/^scrypt:15:8:3:/) }]);
    expect(await verifyPassword('correct horse', stored.rows[0]?.password as string)).toBe(true);
    expect(JSON.stringify(stored.rows)).not.toContain('correct horse');
  });

  it('applied again changes nothing, and shows no secret twice; what is new in the file is added', async () => {
    const first = await applyAdminFile(db(), FILE);
    const second = await applyAdminFile(db(), FILE);
    expect(second.notes).toEqual(['bob@example.com has a password already and keeps it.']);
    expect(second.organizations.flatMap(({ keys }) => keys.map(({ secret }) => secret))).toEqual([null, null]);
    expect(second.organizations.map(({ created, balance }) => [created, balance])).toEqual([
      [false, 1000],
      [false, 0],
    ]);
    const ids = (applied: typeof first) =>
      applied.organizations.map(({ id, teams, users, keys }) =>
        [id, ...teams, ...users, ...keys].map((one) => (typeof one === 'number' ? one : one.id)),
      );
    expect(ids(second)).toEqual(ids(first));
    const more = structuredClone(FILE);
    more.organizations[0]!.credits = 99;
    more.organizations[0]!.teams![0]!.monthlyLimit = 1;
    more.organizations[0]!.keys!.push({ name: 'New', user: 'bob@example.com', scopes: ['manage'] } as never);
    const third = await applyAdminFile(db(), more);
    expect(third.organizations[0]?.balance).toBe(1000);
    expect(third.organizations[0]?.keys.map(({ secret }) => secret === null)).toEqual([true, true, false]);
    const team = await sql`select monthly_limit from spend_limit where scope = 'team'`.execute(db());
    expect(team.rows).toEqual([{ monthly_limit: 500_000 }]);
  });

  it.each([
    ['nothing in it', {}, 'organizations'],
    ['null in it', null, 'expected object'],
    ['a misspelt member', { organizations: [{ name: 'A', teams: [{ name: 'T', montlyLimit: 5 }] }] }, 'montlyLimit'],
    [
      'an unknown scope',
      {
        organizations: [
          { name: 'A', users: [{ email: 'a@b.co' }], keys: [{ name: 'k', user: 'a@b.co', scopes: ['root'] }] },
        ],
      },
      'organizations.0.keys.0.scopes.0',
    ],
    ['a fraction of a thousandth', { organizations: [{ name: 'A', credits: 0.0001 }] }, 'three decimals'],
    [
      'M9 a password that is guessed first',
      { organizations: [{ name: 'A', users: [{ email: 'a@b.co', password: 'Password123!' }] }] },
      'A: the password of a@b.co is among the first that are guessed',
    ],
    [
      'a user without a team of that name',
      { organizations: [{ name: 'A', users: [{ email: 'a@b.co', team: 'X' }] }] },
      'which "teams" does not list',
    ],
    [
      'a key without a user',
      { organizations: [{ name: 'A', keys: [{ name: 'k', user: 'a@b.co' }] }] },
      'whom "users" does not list',
    ],
  ])('refuses a file with %s, says where, and changes nothing', async (_name, file, words) => {
    const attempt = applyAdminFile(db(), file);
    await expect(attempt).rejects.toBeInstanceOf(AdminFileError);
    await expect(attempt).rejects.toThrow(words);
    expect((await sql`select 1 from organization`.execute(db())).rows).toEqual([]);
  });

  it('L9 a file that fails halfway makes nothing: no key is there whose secret nobody saw', async () => {
    await applyAdminFile(db(), { organizations: [{ name: 'Old', credits: 1.001 }] });
    const made = async () =>
      (await sql`select (select count(*) from organization) as o, (select count(*) from api_key) as k`.execute(db()))
        .rows;
    const before = await made();
    const failing = {
      organizations: [
        { name: 'New', users: [{ email: 'a@b.co' }], keys: [{ name: 'k', user: 'a@b.co' }] },
        { name: 'Other', users: [{ email: `${'x'.repeat(60)}@b.co`, name: 'nul \u0000' }] },
      ],
    };
    await expect(applyAdminFile(db(), failing)).rejects.toThrow();
    expect(await made()).toEqual(before);
  });

  it('ensureDemo makes an organization with credits and a key, and gives the key once', async () => {
    const service = { database: database(), center: { lat: 40.5, lng: 10.5 } };
    const first = await ensureDemo(service);
    expect(first).toMatchObject({ key: expect.stringMatching(/^hl_test_/), center: { lat: 40.5, lng: 10.5 } });
    const { caller } = await authenticate(
      db(),
      databaseClock,
      { authorization: `Bearer ${first.key}`, address: '127.0.0.1' },
      [],
    );
    expect(caller).toMatchObject({
      organization: { name: 'Demo' },
      role: 'owner',
      key: { scopes: ['read', 'run', 'manage'] },
    });
    expect(first.signIn).toEqual({ email: 'demo@example.com', password: expect.stringMatching(/^[\w-]{12}$/) });
    expect(await ensureDemo(service)).toEqual({ ...first, key: null, signIn: { ...first.signIn, password: null } });
    const { rows } = await sql`select balance from credit_account`.execute(db());
    expect(rows).toEqual([{ balance: 10_000_000 }]);
  });
});

describe('ensureDemo', () => {
  it('needs a territory', async () => {
    await expect(ensureDemo({ database: { db: {} as never }, center: null })).rejects.toThrow('territory');
  });
});
