import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SeededRandom } from '@hinterland/geo';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { countWork } from '../../../../apps/service/src/kit/countWork.ts';
import { type Database, openDatabase } from '../../../../apps/service/src/kit/db/database.ts';
import { migrate } from '../../../../apps/service/src/kit/db/migrate.ts';
import {
  hasOwnPostgres,
  NEEDS_POSTGRES,
  type OwnPostgres,
  startOwnPostgres,
} from '../../../../apps/service/src/testing/ownPostgres.ts';
import { type Receiver, startReceiver } from '../../../../apps/service/src/testing/receiver.ts';
import { until } from '../../../../apps/service/src/testing/until.ts';
import { ALL_TESTS, WHOLE_STORMS } from '../extent.ts';
import { startBatches } from './batches.ts';
import { expectTrueBooks, makeSecrets } from './books.ts';
import { startChargingClients } from './chargingClients.ts';
import { type ServiceProcess, startServiceProcess } from './serviceProcess.ts';

const TERMINATIONS = WHOLE_STORMS ? 20 : 4;
const RESTARTS = WHOLE_STORMS ? 10 : 2;
const FROZEN_SECONDS = WHOLE_STORMS ? 60 : 8;
const SECRETS_KEY = Buffer.alloc(32, 5).toString('base64');
const replaced = {
  holdLeaseSeconds: 2,
  jobLeaseSeconds: 2,
  jobMilliseconds: 100,
  taskMilliseconds: 250,
  idempotencyWaitSeconds: 0.2,
};

describe.runIf(ALL_TESTS && hasOwnPostgres)(
  `two API processes and a worker on a PostgreSQL of their own (${NEEDS_POSTGRES})`,
  () => {
    let postgres: OwnPostgres;
    let database: Database;
    let receiver: Receiver;
    let folder: string;
    let services: ServiceProcess[];
    let env: Record<string, string>;

    beforeEach(async () => {
      postgres = await startOwnPostgres();
      database = await openDatabase({ databaseUrl: postgres.databaseUrl, home: tmpdir() });
      await migrate(database.db);
      receiver = await startReceiver();
      folder = await mkdtemp(join(tmpdir(), 'hinterland-away-'));
      await writeFile(join(folder, 'ca.pem'), receiver.ca);
      env = {
        HINTERLAND_SECRETS_KEY: SECRETS_KEY,
        HINTERLAND_WEBHOOK_NETWORKS: '127.0.0.0/8',
        NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
        HINTERLAND_LOG_LEVEL: 'error',
      };
      const start = (role: 'api' | 'worker') =>
        startServiceProcess({
          home: folder,
          databaseUrl: postgres.databaseUrl,
          replaced,
          role,
          namesItself: role === 'api',
          env,
        });
      services = await Promise.all([start('api'), start('api')]);
      services.push(await start('worker'));
    });
    afterEach(async () => {
      await database?.close();
      await Promise.all((services ?? []).filter((one) => one.exited() === undefined).map((one) => one.kill()));
      await receiver?.close();
      await postgres?.remove();
      await rm(folder, { recursive: true, force: true });
    });
    const urls = () => services.slice(0, 2).map(({ url }) => url);

    const expectAlive = () =>
      expect(
        services
          .map((service) => [service.exited(), service.log().slice(-2000)])
          .filter(([code]) => code !== undefined),
      ).toEqual([]);

    it(`C1 M7 ${TERMINATIONS} terminations of all connections and ${RESTARTS} restarts under load: no process ends, every answered run is committed once, every job and event complete`, async () => {
      const secrets = await makeSecrets(database.db);
      const clients = startChargingClients({ clients: 8, secrets, urls, seed: 9 });
      const batches = await startBatches({ db: database.db, receiver, home: folder, secretsKey: SECRETS_KEY, urls });
      const random = new SeededRandom(4);
      const goneOn = async () => {
        const before = clients.answered;
        await until(() => clients.answered > before + 5);
        await sleep(random.int(800));
      };
      const every = Math.ceil(TERMINATIONS / RESTARTS);
      let terminated = 0;
      for (let i = 0; i < TERMINATIONS; i++) {
        await goneOn();
        terminated += await postgres.terminateConnections();
        expectAlive();
        if (i % every !== every - 1) continue;
        await goneOn();
        await postgres.stop(i % (2 * every) === every - 1 ? 'fast' : 'immediate');
        await sleep(random.int(1500));
        for (const url of urls()) {
          const worked = countWork();
          expect((await fetch(`${url}/readyz`)).status).toBe(503);
          expect((await fetch(`${url}/healthz`)).status).toBe(200);
          expect(worked()).toBeLessThan(10_000);
        }
        await postgres.start();
        expectAlive();
      }
      await goneOn();
      const told = await clients.finish();
      const jobs = await batches.expectComplete();
      const held = async () =>
        (await sql`select id from credit_hold where state = 'held'`.execute(database.db)).rows.length;
      await until(async () => (await held()) === 0);
      await expectTrueBooks(database.db, told);
      expectAlive();
      for (const url of urls()) expect((await fetch(`${url}/readyz`)).status).toBe(200);
      expect(await Promise.all(services.map((service) => service.stop()))).toEqual([0, 0, 0]);
      expect(terminated).toBeGreaterThan(TERMINATIONS);
      if (WHOLE_STORMS)
        // biome-ignore lint/suspicious/noConsole: figures of the long form
        console.log(
          `terminated ${terminated} connections, ${told.charges.size} runs, ${told.replays} replays, ${told.broken} broken, ${jobs} jobs`,
        );
    });

    it(`M7 a server frozen for ${FROZEN_SECONDS} s: every call is answered, /readyz in time, and all goes on afterwards`, async () => {
      const secrets = await makeSecrets(database.db);
      const clients = startChargingClients({ clients: 8, secrets, urls, seed: 10, answerMilliseconds: 45_000 });
      const batches = await startBatches({ db: database.db, receiver, home: folder, secretsKey: SECRETS_KEY, urls });
      await until(() => clients.answered > 20);
      postgres.freeze();
      const end = performance.now() + FROZEN_SECONDS * 1000;
      try {
        while (performance.now() < end) {
          const worked = countWork();
          const answers = await Promise.all(urls().flatMap((url) => [fetch(`${url}/readyz`), fetch(`${url}/healthz`)]));
          expect(answers.map(({ status }) => status)).toEqual([503, 200, 503, 200]);
          // Answers without a limit came when the server went on, after the whole time.
          expect(worked()).toBeLessThan((FROZEN_SECONDS * 1000) / 2);
          await sleep(500);
        }
      } finally {
        postgres.thaw();
      }
      const before = clients.answered;
      await until(() => clients.answered > before + 20);
      const told = await clients.finish();
      await batches.expectComplete();
      const held = async () =>
        (await sql`select id from credit_hold where state = 'held'`.execute(database.db)).rows.length;
      await until(async () => (await held()) === 0);
      await expectTrueBooks(database.db, told);
      expectAlive();
    });
  },
);
