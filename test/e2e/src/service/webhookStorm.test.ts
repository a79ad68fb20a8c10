import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Job } from '@hinterland/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Db, databaseClock, openDatabase } from '../../../../apps/service/src/kit/db/database.ts';
import { recordEvent } from '../../../../apps/service/src/kit/events/record.ts';
import { openSecrets } from '../../../../apps/service/src/kit/secrets/box.ts';
import {
  embeddedTemplate,
  openTestDatabase,
  type TestDatabase,
} from '../../../../apps/service/src/testing/databases.ts';
import { copyFolder } from '../../../../apps/service/src/testing/keptFolder.ts';
import { type Receiver, startReceiver } from '../../../../apps/service/src/testing/receiver.ts';
import { type MadeAccount, makeAccount } from '../../../../apps/service/src/testing/town.ts';
import { until } from '../../../../apps/service/src/testing/until.ts';
import { secretContext } from '../../../../apps/service/src/webhooks/deliver.ts';
import { newSecret } from '../../../../apps/service/src/webhooks/sign.ts';
import { insertWebhook } from '../../../../apps/service/src/webhooks/store.ts';
import { verifyWebhook } from '../../../../packages/client/src/webhooks/index.ts';
import { ALL_TESTS, WHOLE_STORMS } from '../extent.ts';

const program = fileURLToPath(new URL('../../../../apps/service/dist/testPrograms/sender.js', import.meta.url));
const secretsKey = Buffer.alloc(32, 3).toString('base64');
const ROLLED_BACK = new Error('rolled back');
/** On PostgreSQL; a third of the kills hits each of the three processes. */
const [KILLS, TRANSACTIONS] = WHOLE_STORMS ? [27, 300] : [9, 100];

let receiver: Receiver;
let folder: string;
beforeAll(async () => {
  receiver = await startReceiver();
  folder = await mkdtemp(join(tmpdir(), 'hinterland-storm-'));
  await writeFile(join(folder, 'ca.pem'), receiver.ca);
});
beforeEach(() => {
  receiver.received.length = 0;
  // Slow enough to be killed in the middle.
  receiver.answer = async () => {
    await sleep(30);
    return 204;
  };
});
afterAll(async () => {
  await receiver?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Something that delivers, until it is killed. */
async function startCourier({ home, databaseUrl }: TestDatabase['settings']) {
  const child = spawn(process.execPath, [program], {
    env: {
      PATH: process.env.PATH,
      HINTERLAND_HOME: home,
      HINTERLAND_SECRETS_KEY: secretsKey,
      HINTERLAND_WEBHOOK_NETWORKS: '127.0.0.0/8',
      HINTERLAND_LOG_LEVEL: 'warn',
      NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (chunk) => {
    log += chunk;
  });
  const ended = once(child, 'close');
  await Promise.race([once(child.stdout, 'data'), ended]);
  if (child.exitCode !== null) throw new Error(`no courier: ${log}`);
  return {
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Two endpoints that listen to failed jobs; answers their secret by path. */
async function twoEndpoints(db: Db, { spender }: MadeAccount): Promise<Map<string, string>> {
  const box = await openSecrets({ secretsKey, home: folder }).forWriting(db);
  const secrets = new Map<string, string>();
  for (const path of ['/hook/1', '/hook/2']) {
    const secret = newSecret();
    await insertWebhook(db, databaseClock, {
      organizationId: spender.organizationId,
      userId: spender.userId,
      url: receiver.url.replace('/hook', path),
      events: ['job.failed'],
      description: null,
      sealedSecret: box.seal(secret, secretContext(spender.organizationId)),
    });
    secrets.set(path, secret);
  }
  return secrets;
}

/** A business transaction with its event. False where it was rolled back, as every fifth is. */
async function transact(db: Db, { spender }: MadeAccount, number: number): Promise<boolean> {
  const isLost = number % 5 === 2;
  const work = db.transaction().execute(async (trx) => {
    await recordEvent(trx, {
      organizationId: spender.organizationId,
      userId: spender.userId,
      type: 'job.failed',
      subject: `job:${number}:failed`,
      data: { job: { id: `job_${number}` } as Job },
      createdAt: new Date(),
    });
    await sql`insert into team (organization_id, name) values (${spender.organizationId}, ${`job_${number}`})`.execute(
      trx,
    );
    if (isLost) throw ROLLED_BACK;
  });
  await work.catch((error) => {
    if (error !== ROLLED_BACK) throw error;
  });
  return !isLost;
}

const undelivered = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from webhook_delivery where status <> 'delivered'`.execute(db);
  return rows[0]?.n as number;
};

/** Every committed event came to every endpoint, nothing else came, and what came twice was the same. */
async function expectAllArrived(db: Db, secrets: ReadonlyMap<string, string>, committed: readonly string[]) {
  const { rows } = await sql<{ body: string }>`select body from event`.execute(db);
  const bodies = new Map(rows.map(({ body }) => [JSON.parse(body).id, body]));
  for (const [path, secret] of secrets) {
    const mine = receiver.received.filter((one) => one.path === path);
    for (const { raw, headers } of mine) {
      const event = verifyWebhook(raw, headers['x-service-signature'], secret);
      expect(raw).toBe(bodies.get(event.id));
      expect(headers['x-service-delivery']).toBe(event.id);
      expect(headers['x-service-attempt']).toBe('1');
    }
    expect([...new Set(mine.map(({ body }) => body.data.job.id))].sort((a, b) => a.localeCompare(b))).toEqual(
      [...committed].sort((a, b) => a.localeCompare(b)),
    );
    expect(new Set(mine.map(({ body }) => body.id)).size).toBe(committed.length);
  }
  const { rows: wrong } = await sql`
    select id from webhook_delivery where attempts <> 1 or status <> 'delivered'
    union all select id from webhook where consecutive_failures > 0 or status <> 'active'`.execute(db);
  expect(wrong).toEqual([]);
}

describe.runIf(ALL_TESTS && process.env.TEST_DATABASE_URL)(
  'three processes on PostgreSQL (where TEST_DATABASE_URL names one)',
  () => {
    it(`3.2 ${KILLS} kills and ${TRANSACTIONS} transactions, a fifth rolled back: every committed event arrives, no other does`, async () => {
      const database = await openTestDatabase('postgresql');
      const couriers = await Promise.all([0, 1, 2].map(() => startCourier(database.settings)));
      try {
        const ann = await makeAccount(database.db);
        const secrets = await twoEndpoints(database.db, ann);
        const committed: string[] = [];
        let number = 0;
        let kills = 0;
        const round = async (place: number) => {
          const share = Math.floor((++kills * TRANSACTIONS) / KILLS) - number;
          const numbers = Array.from({ length: share }, () => number++);
          const work = numbers.map(async (mine) => {
            if (await transact(database.db, ann, mine)) committed.push(`job_${mine}`);
          });
          // While deliveries are under way, at another moment each time.
          await sleep((kills * 7) % 40);
          await couriers[place]?.kill();
          await Promise.all(work);
          couriers[place] = await startCourier(database.settings);
        };
        const rounds = async (place: number) => {
          for (let i = 0; i < KILLS / 3; i++) await round(place);
        };
        await Promise.all([0, 1, 2].map(rounds));
        expect([number, committed.length]).toEqual([TRANSACTIONS, TRANSACTIONS * 0.8]);
        await until(async () => (await undelivered(database.db)) === 0);
        await expectAllArrived(database.db, secrets, committed);
      } finally {
        await Promise.all(couriers.map((courier) => courier.kill()));
        await database.close();
      }
    });
  },
);

describe.runIf(ALL_TESTS)('one process on the embedded database', () => {
  it('3.2 killed and started again: every committed event arrives, no other does', async () => {
    const home = await mkdtemp(join(tmpdir(), 'hinterland-storm-'));
    try {
      copyFolder(await embeddedTemplate(), home);
      const before = await openDatabase({ home });
      const ann = await makeAccount(before.db);
      const secrets = await twoEndpoints(before.db, ann);
      const committed: string[] = [];
      for (let number = 0; number < 50; number++) {
        if (await transact(before.db, ann, number)) committed.push(`job_${number}`);
      }
      await before.close();
      const arrived = () => new Set(receiver.received.map(({ path, body }) => path + body.id)).size;
      const all = 2 * committed.length;
      for (let kill = 1; kill <= 2; kill++) {
        const courier = await startCourier({ home });
        await until(() => arrived() >= (all * kill) / 3);
        await courier.kill();
      }
      // What the killed ones had taken is free again after their leases; the database is looked into between runs.
      for (let left = Number.NaN; left !== 0; ) {
        const courier = await startCourier({ home });
        await until(() => arrived() === all);
        await sleep(2500);
        await courier.kill();
        const after = await openDatabase({ home });
        left = await undelivered(after.db);
        if (left === 0) await expectAllArrived(after.db, secrets, committed);
        await after.close();
      }
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  });
});
