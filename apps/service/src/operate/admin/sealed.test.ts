import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { databaseClock as clock } from '../../kit/db/database.ts';
import { queueSealedMail } from '../../kit/mail/outbox.ts';
import { openSecrets, type Secrets, WrongSecretsKey } from '../../kit/secrets/box.ts';
import { factorOf, RECOVERY_CODES } from '../../organizations/signIn/factorOptions.ts';
import { readSecret } from '../../organizations/signIn/secret.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { type MadeAccount, makeAccount } from '../../testing/town.ts';
import { secretContext } from '../../webhooks/deliver.ts';
import { makeAdmin } from './operations.ts';

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64');

describeOnBoth('rotation of secrets', (database) => {
  const db = () => database().db;
  let home: string;
  let ann: MadeAccount;
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'hinterland-rotation-'));
    ann = await makeAccount(db());
  });
  afterEach(() => rm(home, { recursive: true, force: true }));

  /** Stores a secret of every kind. */
  async function store(secrets: Secrets, recipient: string): Promise<void> {
    const { organizationId, userId } = ann.spender;
    const box = await secrets.forWriting(db());
    const seal = (text: string) => box.seal(text, secretContext(organizationId));
    await sql`
      insert into webhook (organization_id, created_by, url, events, secret, previous_secret, previous_secret_until, created_at)
      values (${organizationId}, ${userId}, 'https://example.com/', '{ping}', ${seal('one')}, ${seal('two')},
        now() + interval '1 day', now())`.execute(db());
    await sql`
      insert into web_second_factor (user_id, secret, recovery_codes)
      values (${userId}, ${box.seal('three', factorOf(userId)).toString('base64')},
        ${box.seal('four', RECOVERY_CODES).toString('base64')})
      on conflict do nothing`.execute(db());
    await queueSealedMail(db(), clock, secrets, { recipient, subject: 'Link', body: 'five' });
  }

  /** Everything that is stored, as a process with these keys reads it; what it cannot read is null. */
  async function read(secrets: Secrets): Promise<(string | null)[]> {
    const { organizationId, userId } = ann.spender;
    const box = await secrets.forReading(db());
    const { rows: webhooks } = await sql<{ secret: Buffer; previous_secret: Buffer }>`
      select secret, previous_secret from webhook order by id`.execute(db());
    const { rows: factors } = await sql<{ secret: string; recovery_codes: string }>`
      select secret, recovery_codes from web_second_factor`.execute(db());
    const { rows: mails } = await sql<{ sealed: Buffer; recipient: string }>`
      select sealed, recipient from mail_outbox order by id`.execute(db());
    const open = (sealed: Buffer, context: string) => {
      try {
        return box?.open(sealed, context) ?? null;
      } catch {
        return null;
      }
    };
    return [
      ...webhooks.flatMap(({ secret, previous_secret: previous }) =>
        [secret, previous].map((sealed) => open(sealed, secretContext(organizationId))),
      ),
      ...factors.flatMap(({ secret, recovery_codes: codes }) => [
        open(Buffer.from(secret, 'base64'), factorOf(userId)),
        open(Buffer.from(codes, 'base64'), RECOVERY_CODES),
      ]),
      ...mails.map(({ sealed, recipient }) => open(sealed, `mail to ${recipient}`)),
    ];
  }
  const ALL = ['one', 'two', 'three', 'four', 'five'];

  it('keys of the environment: with both, processes read before and after; then the new one alone reads all', async () => {
    const [old, both, alone] = [keyOf(1), `${keyOf(2)},${keyOf(1)}`, keyOf(2)].map((secretsKey) =>
      openSecrets({ secretsKey, home }),
    ) as [Secrets, Secrets, Secrets];
    await store(old, 'ann@example.com');
    await expect(makeAdmin(database(), { secretsKey: keyOf(1), home }).rotateSecrets()).rejects.toThrow('has one key');
    const strange = makeAdmin(database(), { secretsKey: `${keyOf(3)},${keyOf(4)}`, home });
    await expect(strange.rotateSecrets()).rejects.toThrow(WrongSecretsKey);
    expect([await read(old), await read(both)]).toEqual([ALL, ALL]);
    await expect(alone.forReading(db())).rejects.toThrow(WrongSecretsKey);

    // A process that seals while others have not begun yet uses the key that all of them have.
    const box = await both.forWriting(db());
    const admin = makeAdmin(database(), { secretsKey: `${keyOf(2)},${keyOf(1)}`, home });
    expect(await admin.rotateSecrets()).toBe(5);
    expect([await read(both), await read(alone)]).toEqual([ALL, ALL]);
    await expect(old.forReading(db())).rejects.toThrow(WrongSecretsKey);

    // It had the key before, and stores only now.
    const late = box.seal('late', 'mail to bob@example.com');
    await sql`
      insert into mail_outbox (recipient, subject, sealed, created_at, due_at)
      values ('bob@example.com', 's', ${late}, now(), now())`.execute(db());
    expect((await read(alone)).at(-1)).toBeNull();
    expect([await admin.rotateSecrets(), await admin.rotateSecrets()]).toEqual([1, 0]);
    expect(await read(alone)).toEqual([...ALL, 'late']);
  });

  it('a key in a file: a new file takes its place, and a running process goes on with it', async () => {
    const running = openSecrets({ home });
    await store(running, 'ann@example.com');
    expect(await read(running)).toEqual(ALL);
    const admin = makeAdmin(database(), { home });
    expect(await admin.rotateSecrets()).toBe(5);
    expect((await readdir(home)).sort()).toEqual(['secrets.key', 'secrets.key.before']);
    await rm(join(home, 'secrets.key.before'));
    expect([await read(running), await read(openSecrets({ home }))]).toEqual([ALL, ALL]);
  });

  it('what opens with no key stops it, and nothing is changed', async () => {
    const secrets = openSecrets({ home });
    await store(secrets, 'ann@example.com');
    await sql`update mail_outbox set recipient = 'eve@example.com'`.execute(db());
    await expect(makeAdmin(database(), { home }).rotateSecrets()).rejects.toThrow('mail_outbox.sealed of number');
    expect(await read(openSecrets({ home }))).toEqual([...ALL.slice(0, 4), null]);
  });

  it('of sessions: there is another secret, and everybody signs in again', async () => {
    const before = await readSecret(db());
    await sql`
      insert into web_session (user_id, token, expires_at, created_at, updated_at)
      values (${ann.spender.userId}, ${'0'.repeat(64)}, now() + interval '1 day', now(), now())`.execute(db());
    expect(await makeAdmin(database(), { home }).rotateSessionSecret()).toBe(1);
    expect((await sql`select from web_session`.execute(db())).rows).toEqual([]);
    expect(await readSecret(db())).not.toBe(before);
  });
});
