import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../../apps/service/src/kit/db/database.ts';
import { migrate } from '../../../../apps/service/src/kit/db/migrate.ts';
import {
  hasMovableClock,
  NEEDS_FAKETIME,
  openMovableClock,
} from '../../../../apps/service/src/testing/movableClock.ts';
import { hasOwnPostgres, NEEDS_POSTGRES, startOwnPostgres } from '../../../../apps/service/src/testing/ownPostgres.ts';
import { startReceiver } from '../../../../apps/service/src/testing/receiver.ts';
import { until } from '../../../../apps/service/src/testing/until.ts';
import { WHOLE_STORMS } from '../extent.ts';
import { startBatches } from './batches.ts';
import { expectTrueBooks, makeSecrets } from './books.ts';
import { startChargingClients } from './chargingClients.ts';
import { startServiceProcess } from './serviceProcess.ts';

const HOUR = 3600;
/** The clock's distances from the real time, one after the other. */
const JUMPS_SECONDS = [2 * HOUR, -3 * HOUR, 26 * HOUR, 120, -120, -26 * HOUR, 0];
const SECRETS_KEY = Buffer.alloc(32, 5).toString('base64');

describe.runIf(WHOLE_STORMS && hasOwnPostgres && hasMovableClock)(
  `an API process, a worker and PostgreSQL on a clock that jumps (${NEEDS_POSTGRES}, ${NEEDS_FAKETIME})`,
  () => {
    it('L2 after each jump runs are charged and jobs done; in the end every run, job and event is complete, once', async () => {
      const clock = await openMovableClock();
      const folder = await mkdtemp(join(tmpdir(), 'hinterland-jumps-'));
      const postgres = await startOwnPostgres(clock.env);
      const database = await openDatabase({ databaseUrl: postgres.databaseUrl, home: tmpdir() });
      const receiver = await startReceiver();
      await writeFile(join(folder, 'ca.pem'), receiver.ca);
      await migrate(database.db);
      const start = (role: 'api' | 'worker') =>
        startServiceProcess({
          home: folder,
          databaseUrl: postgres.databaseUrl,
          replaced: { jobMilliseconds: 100, taskMilliseconds: 250, idempotencyWaitSeconds: 0.2 },
          role,
          namesItself: role === 'api',
          env: {
            ...clock.env,
            HINTERLAND_SECRETS_KEY: SECRETS_KEY,
            HINTERLAND_WEBHOOK_NETWORKS: '127.0.0.0/8',
            NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
            HINTERLAND_LOG_LEVEL: 'error',
          },
        });
      const services = [await start('api'), await start('worker')];
      try {
        const urls = () => [services[0]?.url as string, services[0]?.url as string];
        const secrets = await makeSecrets(database.db);
        const clients = startChargingClients({ clients: 4, secrets, urls, seed: 11, answerMilliseconds: 45_000 });
        const batches = await startBatches({ db: database.db, receiver, home: folder, secretsKey: SECRETS_KEY, urls });
        const done = async () =>
          (await sql`select id from job where finished_at is not null`.execute(database.db)).rows.length;
        const hoursOff: number[] = [];
        for (const seconds of JUMPS_SECONDS) {
          await clock.move(seconds);
          const [answered, jobs] = [clients.answered, await done()];
          await until(async () => clients.answered > answered + 20 && (await done()) > jobs + 1);
          const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(database.db);
          hoursOff.push(Math.round(((rows[0]?.now.getTime() ?? 0) - Date.now()) / HOUR / 1000));
        }
        expect(hoursOff.map(String)).toEqual(JUMPS_SECONDS.map((seconds) => `${Math.round(seconds / HOUR)}`));
        const told = await clients.finish();
        const jobs = await batches.expectComplete();
        const held = async () =>
          (await sql`select id from credit_hold where state = 'held'`.execute(database.db)).rows.length;
        await until(async () => (await held()) === 0);
        await expectTrueBooks(database.db, told);
        expect(services.map((service) => service.exited())).toEqual([undefined, undefined]);
        // biome-ignore lint/suspicious/noConsole: figures of the long form
        console.log(`${JUMPS_SECONDS.length} jumps, ${told.charges.size} runs, ${told.replays} replays, ${jobs} jobs`);
      } finally {
        await Promise.all(services.map((service) => service.kill()));
        await database.close();
        await receiver.close();
        await postgres.remove();
        await clock.remove();
        await rm(folder, { recursive: true, force: true });
      }
    });
  },
);
