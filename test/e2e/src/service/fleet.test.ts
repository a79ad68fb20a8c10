import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SeededRandom } from '@hinterland/geo';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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
import { makeCorrectors, startCorrectingClients } from './correctingClients.ts';
import { FLEET_TERRITORIES, type Fleet, SURCHARGES, startFleet } from './fleet.ts';
import { startFleetClients } from './fleetClients.ts';

// A storm is run in slices: FLEET_SEED names one. `FLEET_KILLS=50 FLEET_RESTARTS=2 FLEET_SEED=7 TESTS=all npx vitest run …` tells its figures.
const IS_SLICE = process.env.FLEET_KILLS !== undefined;
const KILLS = Number(process.env.FLEET_KILLS ?? (WHOLE_STORMS ? 60 : 4));
const RESTARTS = Number(process.env.FLEET_RESTARTS ?? (WHOLE_STORMS ? 4 : 1));
const SEED = Number(process.env.FLEET_SEED ?? 45);
const SECRETS_KEY = Buffer.alloc(32, 9).toString('base64');
const replaced = {
  holdLeaseSeconds: 2,
  jobLeaseSeconds: 2,
  jobMilliseconds: 100,
  taskMilliseconds: 250,
  idempotencyWaitSeconds: 0.2,
  territoryPollMilliseconds: 100,
  pullMilliseconds: 300,
};

describe.runIf(ALL_TESTS && hasOwnPostgres)(
  `a fleet of five processes (${NEEDS_POSTGRES}; behind PgBouncer where it is there)`,
  () => {
    let postgres: OwnPostgres;
    let database: Database;
    let receiver: Receiver;
    let folder: string;
    let fleet: Fleet;
    beforeEach(async () => {
      postgres = await startOwnPostgres();
      database = await openDatabase({ databaseUrl: postgres.databaseUrl, home: tmpdir() });
      await migrate(database.db);
      receiver = await startReceiver();
      folder = await mkdtemp(join(tmpdir(), 'hinterland-fleet-'));
      await writeFile(join(folder, 'ca.pem'), receiver.ca);
      fleet = await startFleet({
        postgres,
        replaced,
        env: {
          HINTERLAND_SECRETS_KEY: SECRETS_KEY,
          HINTERLAND_WEBHOOK_NETWORKS: '127.0.0.0/8',
          NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
        },
      });
    });
    afterEach(async () => {
      await database?.close();
      await fleet?.remove();
      await receiver?.close();
      await postgres?.remove();
      await rm(folder, { recursive: true, force: true });
    });

    it(`${KILLS} kills, ${RESTARTS} restarts of the database, new data and an upgrade under load: every call ends with its result, from one version, and is charged once; every job and event complete; corrections of stores are their organization's alone, each there once`, async () => {
      const { db } = database;
      const urls = fleet.urls;
      const secrets = await makeSecrets(db);
      const clients = startFleetClients({ clients: 4, secrets, urls, seed: SEED });
      const batches = await startBatches({
        db,
        receiver,
        home: folder,
        secretsKey: SECRETS_KEY,
        urls: () => (urls().length > 1 ? urls() : [urls()[0] as string, urls()[0] as string]),
        territory: 'bland',
      });
      const correctors = await makeCorrectors(db);
      const correcting = startCorrectingClients({
        correctors,
        urls,
        territory: 'aland',
        surcharges: SURCHARGES,
        seed: SEED,
      });
      const random = new SeededRandom(SEED);
      const goneOn = async () => {
        const before = clients.answered;
        await until(() => clients.answered > before + 5);
        await sleep(random.int(300));
      };
      const versions = Object.keys(SURCHARGES);
      const published = new Map<string, string>(FLEET_TERRITORIES.map((one) => [one, versions[0] as string]));
      const changes = FLEET_TERRITORIES.flatMap((territory) =>
        versions.slice(1).map((version) => ({ territory, version })),
      );
      const changeEvery = Math.max(2, Math.ceil(KILLS / (WHOLE_STORMS || IS_SLICE ? changes.length : 2)));
      const restartEvery = Math.ceil(KILLS / RESTARTS);
      const killed = [0, 0, 0, 0, 0];
      const starting = new Map<number, Promise<void>>();
      /** Kills one that runs, but the last that answers calls: up to two others may still be starting. */
      const kill = async () => {
        const running = [...killed.keys()].filter((number) => !starting.has(number));
        const number = random.pick(urls().length > 1 ? running : running.filter((one) => one > 2));
        killed[number]!++;
        starting.set(
          number,
          fleet.killOne(number).finally(() => starting.delete(number)),
        );
        if (starting.size > 2) await Promise.race(starting.values());
        expect(fleet.ended()).toEqual([]);
      };
      let restarts = 0;
      for (let kills = 0; kills < KILLS; kills++) {
        await goneOn();
        if (kills % changeEvery === 0) {
          const change = changes.shift();
          if (change !== undefined) {
            await fleet.publish(change.territory, change.version);
            published.set(change.territory, change.version);
          }
        }
        await kill();
        if (kills % restartEvery !== restartEvery - 1) continue;
        await Promise.all(starting.values());
        await goneOn();
        await postgres.stop(restarts++ % 2 === 0 ? 'immediate' : 'fast');
        await sleep(random.int(1000));
        await postgres.start();
        expect(fleet.ended()).toEqual([]);
      }
      await Promise.all(starting.values());
      // An upgrade: each process is replaced after the other, while calls go on, and none of them breaks.
      const broken = clients.broken;
      for (const number of WHOLE_STORMS || IS_SLICE ? [0, 1, 2, 3, 4] : [1, 4]) {
        await goneOn();
        expect(await fleet.replaceOne(number)).toBe(0);
      }
      expect(clients.broken - broken).toBe(0);
      const answers = async (url: string, territory: string, version: string) => {
        const answer = await fetch(`${url}/api/v1/actions/test.free/execute`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${secrets[0]}`, 'Content-Type': 'application/json' },
          body: JSON.stringify({ territory }),
        });
        const body: any = await answer.json();
        return body.result?.version === version;
      };
      const everywhere = () =>
        Promise.all(
          urls().flatMap((url) => [...published].map(([territory, version]) => answers(url, territory, version))),
        );
      await until(async () => !(await everywhere()).includes(false));
      await goneOn();
      const told = await clients.finish();
      await correcting.finish();
      const jobs = await batches.expectComplete();
      const held = async () => (await sql`select id from credit_hold where state = 'held'`.execute(db)).rows.length;
      await until(async () => (await held()) === 0);
      await expectTrueBooks(db, told);
      const corrected = await correcting.expectTrue(db);
      // What has changed, callers have seen before and after.
      for (const [territory, version] of published) expect(clients.versions.get(territory)).toContain(version);
      expect([...(clients.versions.get('aland') ?? [])].length).toBeGreaterThan(1);
      // The same event that arrives twice is the same to the byte.
      const bodies = new Map(receiver.received.map(({ body, raw }) => [body.id, raw]));
      expect(receiver.received.filter(({ body, raw }) => bodies.get(body.id) !== raw)).toEqual([]);
      expect(fleet.ended()).toEqual([]);
      expect(await fleet.stop()).toEqual([0, 0, 0, 0, 0]);
      if (WHOLE_STORMS || IS_SLICE)
        // biome-ignore lint/suspicious/noConsole: figures of the long form
        console.log(
          `seed ${SEED}, pooler ${fleet.isPooled}: ${KILLS} kills (${killed}), ${restarts} restarts, ${told.charges.size} runs, ${told.replays} replays, ` +
            `${told.broken} broken connections, refused ${JSON.stringify([...clients.refused])}, ${jobs} jobs, ${receiver.received.length} deliveries of ${bodies.size} events; ${corrected}`,
        );
    });
  },
);
