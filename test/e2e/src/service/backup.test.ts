import { execFile } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Db, databaseClock, openDatabase } from '../../../../apps/service/src/kit/db/database.ts';
import { openMigratedDatabase } from '../../../../apps/service/src/kit/db/migrate.ts';
import { openSecrets } from '../../../../apps/service/src/kit/secrets/box.ts';
import { findViolations } from '../../../../apps/service/src/organizations/credits/invariants.ts';
import { embeddedTemplate } from '../../../../apps/service/src/testing/databases.ts';
import { copyFolder } from '../../../../apps/service/src/testing/keptFolder.ts';
import { hasOwnPostgres, NEEDS_POSTGRES, startOwnPostgres } from '../../../../apps/service/src/testing/ownPostgres.ts';
import { callsTo } from '../../../../apps/service/src/testing/service.ts';
import { until } from '../../../../apps/service/src/testing/until.ts';
import { insertWebhook } from '../../../../apps/service/src/webhooks/store.ts';
import { insertDataset } from '../../../../apps/service/src/work/datasets/store.ts';
import { ALL_TESTS } from '../extent.ts';
import { root, run } from '../hinterland.ts';
import { GRANTED, makeSecrets } from './books.ts';
import { type Acknowledged, startChargingClients } from './chargingClients.ts';
import { type ServiceProcess, type ServiceSettings, startServiceProcess } from './serviceProcess.ts';

const SECRET = 'whsec_of_the_endpoint';
const CONTEXT = 'test';

/** Rows that no run changes: who is there, and all that they made. */
const KEPT: Readonly<Record<string, string>> = {
  organization: 'id, name',
  app_user: 'id, email, name',
  membership: 'organization_id, user_id, role',
  api_key: 'id, public_id, digest, scopes, name',
  analysis: 'id, code, name, state',
  dataset: 'id, name, status, columns, row_count',
  dataset_row: 'dataset_id, index, cells, lat, lng, reason',
  webhook: 'id, url, events, secret, status',
  secrets_key: 'fingerprint, only_one',
  spend_limit: 'scope, scope_id, monthly_limit',
};

async function keptRows(db: Db): Promise<Record<string, unknown[]>> {
  const all: Record<string, unknown[]> = {};
  for (const [table, columns] of Object.entries(KEPT)) {
    all[table] = (await sql`${sql.raw(`select ${columns} from ${table} order by 1, 2`)}`.execute(db)).rows;
  }
  return all;
}

/** An organization with keys, credits, an analysis, a dataset with places, and a webhook with a secret. */
async function fill(db: Db, home: string): Promise<string[]> {
  const secrets = await makeSecrets(db);
  const { rows } = await sql<{ organization_id: number; user_id: number }>`
    select organization_id, user_id from membership`.execute(db);
  const { organization_id: organizationId, user_id: userId } = rows[0] as (typeof rows)[0];
  const box = await openSecrets({ home }).forWriting(db);
  await insertWebhook(db, databaseClock, {
    organizationId,
    userId,
    url: 'https://example.com/hook',
    events: ['job.completed'],
    description: null,
    sealedSecret: box.seal(SECRET, CONTEXT),
  });
  await sql`
    insert into analysis (organization_id, user_id, code, name, state, created_at, updated_at)
    select ${organizationId}, ${userId}, lpad(n::text, 12, '0'), 'Sites', '{"a":"ü"}', now(), now()
    from generate_series(1, 30) n`.execute(db);
  const { id } = await insertDataset(db, databaseClock, {
    organizationId,
    userId,
    name: 'Shops',
    territoryId: 'town',
    encoding: null,
  });
  await sql`
    insert into dataset_row (dataset_id, index, cells, lat, lng, reason)
    select ${id}, n, '["a","b"]', 40.1, 10.5, 'given' from generate_series(0, 4999) n`.execute(db);
  return secrets;
}

/**
 * Serves, takes a backup while clients run charged actions, and answers what they were told before and during it, with the
 * rows that it should hold.
 */
async function backUpUnderLoad(settings: ServiceSettings, secrets: readonly string[], takeBackup: () => Promise<void>) {
  const service: ServiceProcess = await startServiceProcess(settings);
  try {
    const load = (seed: number) =>
      startChargingClients({ clients: 4, secrets, urls: () => [service.url], seed, answerMilliseconds: 60_000 });
    const earlier = load(1);
    await until(() => earlier.answered > 20);
    const before = await earlier.finish();
    const present = load(2);
    await until(() => present.answered > 5);
    await takeBackup();
    const answered = present.answered;
    await until(() => present.answered > answered + 5);
    return { before, during: await present.finish() };
  } finally {
    expect(await service.stop()).toBe(0);
  }
}

/** Compares restored books with what clients were told before and during the backup. */
async function expectRestored(db: Db, before: Acknowledged, during: Acknowledged): Promise<void> {
  expect([before.wrong, during.wrong, await findViolations(db)]).toEqual([[], [], []]);
  const { rows } = await sql<{ key: string; credits: number }>`
    select h.idempotency_key as key, -e.amount::float8 / 1000 as credits
    from ledger_entry e join credit_hold h on h.id = e.hold_id where e.kind = 'charge'`.execute(db);
  const restored = new Map(rows.map(({ key, credits }) => [key, credits]));
  expect(restored.size).toBe(rows.length);
  for (const [key, credits] of before.charges) expect(restored.get(key)).toBe(credits);
  const later = [...restored].filter(([key]) => !before.charges.has(key));
  for (const [key, credits] of later) expect(during.charges.get(key)).toBe(credits);
  expect(later.length).toBeLessThan(during.charges.size); // what came after the moment of the backup is not in it
  const spent = rows.reduce((sum, { credits }) => sum + credits, 0);
  const { rows: accounts } = await sql<{ balance: number }>`
    select balance::float8 / 1000 as balance from credit_account order by organization_id limit 1`.execute(db);
  expect(accounts).toEqual([{ balance: GRANTED - spent }]);
}

const openedSecret = async (db: Db, home: string): Promise<string | undefined> => {
  const { rows } = await sql<{ secret: Buffer }>`select secret from webhook`.execute(db);
  return (await openSecrets({ home }).forReading(db))?.open(rows[0]?.secret as Buffer, CONTEXT);
};

/** A service on what was restored takes a key of before, and charges. */
async function expectServed(settings: ServiceSettings, secret: string): Promise<void> {
  const service = await startServiceProcess(settings);
  const reply = await callsTo(service.url).execute(secret, 'test.charged', { credits: 2, quotedCredits: 2 });
  expect([reply.status, await service.stop()]).toEqual([200, 0]);
}

describe.runIf(ALL_TESTS)('a backup taken under load and restored on an empty machine', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hinterland-backup-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('of the embedded database: equal; a damaged one and a used home are refused', async () => {
    const [home, copy, fresh] = ['home', 'copy', 'fresh'].map((name) => join(folder, name)) as [string, string, string];
    copyFolder(await embeddedTemplate(), home);
    const source = await openMigratedDatabase({ home });
    const secrets = await fill(source.db, home);
    const kept = await keptRows(source.db);
    await source.close();
    const { before, during } = await backUpUnderLoad({ home }, secrets, async () => {
      const { code, stdout, stderr } = await run(['backup', copy, '--home', home]);
      expect(`${code} ${stdout} ${stderr}`).toMatch(
        /^0 Backup of \S+ in .*: \d+ files, .* MiB\.\n .*key of the secrets/,
      );
    });
    expect(await run(['backup', copy, '--home', home])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/is there already/),
    });

    const restored = await run(['restore', copy, '--home', fresh]);
    expect(`${restored.code} ${restored.stdout} ${restored.stderr}`).toMatch(/^0 Restored .*: 1 organizations\./);
    const opened = await openDatabase({ home: fresh });
    expect(await keptRows(opened.db)).toEqual(kept);
    await expectRestored(opened.db, before, during);
    expect(await openedSecret(opened.db, fresh)).toBe(SECRET);
    await opened.close();
    await expectServed({ home: fresh }, secrets[0] as string);

    expect(await run(['restore', copy, '--home', fresh])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/is there already/),
    });
    const copied = await readdir(copy, { recursive: true });
    const modes = await Promise.all(copied.map(async (path) => (await stat(join(copy, path))).mode & 0o077));
    expect(copied.filter((_, i) => modes[i] !== 0)).toEqual([]);
    const [name] = (await readdir(join(copy, 'database/data/global'))).sort();
    await appendFile(join(copy, 'database/data/global', name as string), 'x');
    const refused = await run(['restore', copy, '--home', join(folder, 'other')]);
    expect(`${refused.code} ${refused.stderr}`).toMatch(
      /^1 .*is damaged: database\/data\/global.*Nothing was restored/,
    );
    await expect(readdir(join(folder, 'other'))).rejects.toThrow();
  });

  it.runIf(hasOwnPostgres)(
    `of PostgreSQL, by the commands of docs/operation/backup.md: equal (${NEEDS_POSTGRES})`,
    async () => {
      const commands = await readFile(join(root, 'docs/operation/backup.md'), 'utf8');
      const commandOf = (name: string) =>
        new RegExp(`\`\`\`sh ${name}\\n([\\s\\S]*?)\`\`\``).exec(commands)?.[1] as string;
      const postgres = await startOwnPostgres();
      const empty = await startOwnPostgres();
      try {
        const { databaseUrl } = postgres;
        const restoredUrl = Object.assign(new URL(empty.databaseUrl), { pathname: '/restored' }).href;
        const env = { PATH: process.env.PATH, DATABASE_URL: databaseUrl, RESTORED_DATABASE_URL: restoredUrl };
        const shell = (name: string) => promisify(execFile)('sh', ['-ec', commandOf(name)], { cwd: folder, env });
        const source = await openMigratedDatabase({ databaseUrl, home: folder });
        const secrets = await fill(source.db, folder);
        const kept = await keptRows(source.db);
        const { before, during } = await backUpUnderLoad({ home: folder, databaseUrl }, secrets, async () => {
          await shell('dump');
        });
        await source.close();
        await postgres.stop('immediate');
        const target = await openDatabase({ databaseUrl: empty.databaseUrl, home: folder });
        await sql`create database restored`.execute(target.db);
        await target.close();
        await shell('restore');
        // Of the machine before, only the dump and the key of the secrets are left.
        const home = join(folder, 'restored');
        await mkdir(home);
        await rename(join(folder, 'secrets.key'), join(home, 'secrets.key'));
        const opened = await openMigratedDatabase({ databaseUrl: restoredUrl, home });
        expect(await keptRows(opened.db)).toEqual(kept);
        await expectRestored(opened.db, before, during);
        expect(await openedSecret(opened.db, home)).toBe(SECRET);
        await opened.close();
        await expectServed({ home, databaseUrl: restoredUrl }, secrets[0] as string);
      } finally {
        await postgres.remove();
        await empty.remove();
      }
    },
  );
});
