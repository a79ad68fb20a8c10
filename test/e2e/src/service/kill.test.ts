import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SeededRandom } from '@hinterland/geo';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { type Db, openDatabase } from '../../../../apps/service/src/kit/db/database.ts';
import { findViolations } from '../../../../apps/service/src/organizations/credits/invariants.ts';
import { embeddedTemplate, openTestDatabase } from '../../../../apps/service/src/testing/databases.ts';
import { copyFolder } from '../../../../apps/service/src/testing/keptFolder.ts';
import { until } from '../../../../apps/service/src/testing/until.ts';
import { scratchFolder, writeDrawnBundle } from '../../../../packages/territory/src/testing/drawnBundle.ts';
import { WHOLE_STORMS } from '../extent.ts';
import { expectTrueBooks, makeSecrets } from './books.ts';
import { startChargingClients } from './chargingClients.ts';
import { makeCorrectors, startCorrectingClients } from './correctingClients.ts';
import { killWhileStarting, type ServiceProcess, type ServiceSettings, startServiceProcess } from './serviceProcess.ts';

/** A lease that a test can wait for, looked after as often. */
const replaced = { holdLeaseSeconds: 1, taskMilliseconds: 250, idempotencyWaitSeconds: 0.2 };
const territory = await scratchFolder();
await writeDrawnBundle(territory);
/** The test actions on a territory with stores, which organizations correct. */
const ofShops = { replaced, territory, testActions: true };
const CLIENTS = 8;
const EMBEDDED_KILLS = WHOLE_STORMS ? 6 : 3;
/** Of each of the two services. */
const POSTGRES_KILLS = WHOLE_STORMS ? 23 : 6;

/** Figures of the long form. */
function tell(where: string, figures: string): void {
  // biome-ignore lint/suspicious/noConsole: see above
  if (WHOLE_STORMS) console.log(`${where}: ${figures}`);
}

/** What holds at every moment, between two kills as well. */
async function expectSoundBooks(db: Db): Promise<void> {
  expect(await findViolations(db)).toEqual([]);
  const { rows } = await sql`
    select h.idempotency_key from ledger_entry e join credit_hold h on h.id = e.hold_id
    where e.kind = 'charge' group by 1 having count(*) > 1`.execute(db);
  expect(rows).toEqual([]);
}

describe('S259 S191 D91 kill -9 under load', () => {
  it(`embedded database: ${EMBEDDED_KILLS} kills, one of them while it starts`, async () => {
    const home = await mkdtemp(join(tmpdir(), 'hinterland-kill-'));
    copyFolder(await embeddedTemplate(), home);
    const before = await openDatabase({ home });
    const secrets = await makeSecrets(before.db);
    const correctors = await makeCorrectors(before.db);
    await before.close();

    const settings: ServiceSettings = { home, ...ofShops };
    const random = new SeededRandom(1);
    let service: ServiceProcess | null = null;
    const urls = () => (service === null ? [] : [service.url]);
    const clients = startChargingClients({ clients: CLIENTS, secrets, urls, seed: 1 });
    const correcting = startCorrectingClients({ correctors, urls, seed: 1 });
    for (let i = 0; i < EMBEDDED_KILLS; i++) {
      if (i === EMBEDDED_KILLS - 1) {
        await killWhileStarting(settings, 200 + random.int(2000));
        continue;
      }
      const before = [clients.answered, correcting.answered] as const;
      service = await startServiceProcess(settings);
      await until(() => clients.answered > before[0] && correcting.answered > before[1]);
      await sleep(random.int(500));
      const killed = service;
      service = null;
      await killed.kill();
    }
    service = await startServiceProcess(settings);
    const told = await clients.finish();
    await correcting.finish();
    await sleep(1000 * (replaced.holdLeaseSeconds + 1));
    expect(await service.stop()).toBe(0);

    const after = await openDatabase({ home });
    await expectTrueBooks(after.db, told);
    tell('embedded', await correcting.expectTrue(after.db));
    await after.close();
    await rm(home, { recursive: true });
    expect(told.charges.size).toBeGreaterThan(EMBEDDED_KILLS);
    expect(told.broken).toBeGreaterThanOrEqual(EMBEDDED_KILLS - 1);
  });

  it.runIf(process.env.TEST_DATABASE_URL)(
    `PostgreSQL (where TEST_DATABASE_URL names one): ${2 * POSTGRES_KILLS} kills of two services on one database`,
    async () => {
      const database = await openTestDatabase('postgresql');
      const { db, settings } = database;
      const secrets = await makeSecrets(db);
      const running = new Set<ServiceProcess>();
      const urls = () => [...running].map(({ url }) => url);
      const clients = startChargingClients({ clients: CLIENTS, secrets, urls, seed: 2 });
      const correcting = startCorrectingClients({ correctors: await makeCorrectors(db), urls, seed: 2 });
      const killOften = async (seed: number) => {
        const random = new SeededRandom(seed);
        for (let i = 0; i < POSTGRES_KILLS; i++) {
          const service = await startServiceProcess({ ...settings, ...ofShops });
          const before = clients.answered;
          running.add(service);
          await until(() => clients.answered > before);
          await sleep(random.int(300));
          running.delete(service);
          await service.kill();
          await expectSoundBooks(db);
        }
      };
      await Promise.all([killOften(3), killOften(4)]);

      const last = await startServiceProcess({ ...settings, ...ofShops });
      running.add(last);
      const told = await clients.finish();
      await correcting.finish();
      const held = async () => (await sql`select id from credit_hold where state = 'held'`.execute(db)).rows.length;
      await until(async () => (await held()) === 0);
      await expectTrueBooks(db, told);
      tell('PostgreSQL', await correcting.expectTrue(db));
      expect(await last.stop()).toBe(0);
      await database.close();
      expect(told.charges.size).toBeGreaterThanOrEqual(2 * POSTGRES_KILLS);
      expect(told.broken).toBeGreaterThanOrEqual(POSTGRES_KILLS - 1);
    },
  );
});
