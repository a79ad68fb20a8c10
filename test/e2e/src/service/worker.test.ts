import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SeededRandom } from '@hinterland/geo';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Db, databaseClock, openDatabase } from '../../../../apps/service/src/kit/db/database.ts';
import { migrate } from '../../../../apps/service/src/kit/db/migrate.ts';
import { recordEvent } from '../../../../apps/service/src/kit/events/record.ts';
import { openSecrets } from '../../../../apps/service/src/kit/secrets/box.ts';
import type { Spender } from '../../../../apps/service/src/organizations/credits/spender.ts';
import {
  hasOwnPostgres,
  NEEDS_POSTGRES,
  type OwnPostgres,
  startOwnPostgres,
} from '../../../../apps/service/src/testing/ownPostgres.ts';
import { type Receiver, startReceiver } from '../../../../apps/service/src/testing/receiver.ts';
import { makeAccount } from '../../../../apps/service/src/testing/town.ts';
import { until } from '../../../../apps/service/src/testing/until.ts';
import { secretContext } from '../../../../apps/service/src/webhooks/deliver.ts';
import { newSecret } from '../../../../apps/service/src/webhooks/sign.ts';
import { insertWebhook } from '../../../../apps/service/src/webhooks/store.ts';
import { ALL_TESTS, WHOLE_STORMS } from '../extent.ts';
import { type ServiceProcess, startServiceProcess } from './serviceProcess.ts';

const EVENTS = WHOLE_STORMS ? 200 : 40;
const KILLS = WHOLE_STORMS ? 60 : 6;
/** Of a claimed delivery. */
const LEASE_SECONDS = 30;
const secretsKey = Buffer.alloc(32, 6).toString('base64');

describe.runIf(ALL_TESTS && hasOwnPostgres)(
  `a worker with the settings of the README and nothing else (${NEEDS_POSTGRES})`,
  () => {
    let postgres: OwnPostgres;
    let home: string;
    let receiver: Receiver;
    let settings: { home: string; databaseUrl: string; namesItself: false; env: Record<string, string> };

    beforeAll(async () => {
      postgres = await startOwnPostgres();
      receiver = await startReceiver();
      home = await mkdtemp(join(tmpdir(), 'hinterland-worker-'));
      await writeFile(join(home, 'ca.pem'), receiver.ca);
      const env = {
        HINTERLAND_SECRETS_KEY: secretsKey,
        // The receiver stands in this machine; one in the internet needs neither.
        HINTERLAND_WEBHOOK_NETWORKS: '127.0.0.0/8',
        NODE_EXTRA_CA_CERTS: join(home, 'ca.pem'),
      };
      settings = { home, databaseUrl: postgres.databaseUrl, namesItself: false, env };
    });
    afterAll(async () => {
      await receiver?.close();
      await postgres?.remove();
      await rm(home, { recursive: true, force: true });
    });

    it('C2 refuses to start before any process has stored the address of the service', async () => {
      await expect(startServiceProcess({ ...settings, role: 'worker' })).rejects.toThrow(
        /A worker must know the public address of the service.*HINTERLAND_ROLE api first.*HINTERLAND_BASE_URL/,
      );
    });

    it(`C2 ${EVENTS} events arrive under ${KILLS} kills, and no endpoint is disabled or blamed`, async () => {
      const database = await openDatabase(settings);
      const { db } = database;
      await migrate(db);
      const { spender } = await makeAccount(db);
      const { organizationId, userId } = spender;
      const box = await openSecrets({ secretsKey, home }).forWriting(db);
      await insertWebhook(db, databaseClock, {
        organizationId,
        userId,
        url: receiver.url,
        events: ['ping'],
        description: null,
        sealedSecret: box.seal(newSecret(), secretContext(organizationId)),
      });
      let api: ServiceProcess = await startServiceProcess({ ...settings, role: 'api' });
      let worker: ServiceProcess = await startServiceProcess({ ...settings, role: 'worker' });
      // Slow enough to be killed in the middle.
      receiver.answer = async () => {
        await sleep(50);
        return 204;
      };
      const random = new SeededRandom(8);
      let made = 0;
      let lastKill = new Date();
      for (let kill = 1; kill <= KILLS; kill++) {
        while (made < Math.floor((kill * EVENTS) / KILLS)) await recordPing(db, spender, made++);
        await sleep(random.int(400));
        // The worker carries on while the API is away, and the other way round.
        if (kill % 3 === 0) {
          await api.kill();
          api = await startServiceProcess({ ...settings, role: 'api' });
        } else {
          await worker.kill();
          lastKill = new Date();
          worker = await startServiceProcess({ ...settings, role: 'worker' });
        }
      }
      // What the killed had taken is free when its lease ends: now, in place of half a minute later.
      const ends = new Date(lastKill.getTime() + 1000 * LEASE_SECONDS);
      await sql`update webhook_delivery set lease_until = clock_timestamp() where lease_until <= ${ends}`.execute(db);
      const arrived = () => new Set(receiver.received.map(({ body }) => body.data.message)).size;
      await until(() => arrived() === EVENTS);
      const undelivered = async () =>
        (await sql`select id from webhook_delivery where status <> 'delivered'`.execute(db)).rows.length;
      await until(async () => (await undelivered()) === 0);
      const { rows } = await sql`select status, consecutive_failures from webhook`.execute(db);
      expect(rows).toEqual([{ status: 'active', consecutive_failures: 0 }]);
      const attempts = await sql`select distinct attempts from webhook_delivery`.execute(db);
      expect(attempts.rows).toEqual([{ attempts: 1 }]);
      const named = receiver.received.map(({ headers }) => headers['user-agent']);
      expect(
        named.filter((text) => !/\(\+http:\/\/127\.0\.0\.1:\d+\/developers\/webhooks\)$/.test(text ?? '')),
      ).toEqual([]);
      await Promise.all([api.kill(), worker.kill()]);
      await database.close();
    });
  },
);

async function recordPing(db: Db, { organizationId, userId }: Spender, number: number): Promise<void> {
  await db.transaction().execute((trx) =>
    recordEvent(trx, {
      organizationId,
      userId,
      type: 'ping',
      subject: `ping:${number}`,
      data: { message: `${number}` },
      createdAt: new Date(),
    }),
  );
}
