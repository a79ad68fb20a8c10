import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publishTerritory } from '@hinterland/storage';
import { hasOwnPooler, startOwnPooler } from '../../../../apps/service/src/testing/ownPooler.ts';
import type { OwnPostgres } from '../../../../apps/service/src/testing/ownPostgres.ts';
import { CREDENTIALS, type FakeS3, openFakeS3 } from '../../../../packages/storage/src/testing/fakeS3.ts';
import {
  drawnManifest,
  playersContent,
  territoryContent,
} from '../../../../packages/territory/src/testing/drawnBundle.ts';
import { putInForce } from '../../../../packages/territory/src/write/putInForce.ts';
import { writeFamily } from '../../../../packages/territory/src/write/writeFamily.ts';
import { type ServiceProcess, startServiceProcess } from './serviceProcess.ts';

export const FLEET_TERRITORIES = ['aland', 'bland'] as const;
/** Credits that a run costs more on each version of the data. */
export const SURCHARGES: Readonly<Record<string, number>> = { '2026-10': 0, '2026-11': 3, '2026-12': 1, '2027-01': 2 };

export interface FleetSettings {
  readonly postgres: OwnPostgres;
  readonly env: Readonly<Record<string, string>>;
  readonly replaced: Readonly<Record<string, number>>;
}

/** Three processes that answer calls and two that work, each with a disk of its own, a pooler, and territories from object storage. */
export interface Fleet {
  /** Addresses of those that answer calls and run now. */
  urls(): readonly string[];
  /** Kills the process of this number, 0 to 4, and starts it anew; returns when it is back. */
  killOne(number: number): Promise<void>;
  /** Ends it as an upgrade does and starts it anew. Returns its exit code. */
  replaceOne(number: number): Promise<number | null>;
  /** Publishes new data of a territory. */
  publish(territory: string, version: string): Promise<void>;
  /** Processes that have ended by themselves, with the ends of their logs. */
  ended(): readonly string[];
  readonly isPooled: boolean;
  /** Ends all and returns their exit codes. */
  stop(): Promise<(number | null)[]>;
  remove(): Promise<void>;
}

export async function startFleet({ postgres, env, replaced }: FleetSettings): Promise<Fleet> {
  const folder = await mkdtemp(join(tmpdir(), 'hinterland-fleet-'));
  const pooler = hasOwnPooler ? await startOwnPooler(postgres.databaseUrl) : null;
  const store: FakeS3 = await openFakeS3();
  const toStore = { ...CREDENTIALS, AWS_ENDPOINT_URL_S3: store.url };
  Object.assign(process.env, toStore);
  const publish = async (territory: string, version: string) => {
    const bundle = join(folder, 'made', territory);
    const surcharge = SURCHARGES[version] as number;
    await writeFamily(bundle, { ...territoryContent(), version, parameters: { surcharge } });
    await writeFamily(bundle, { ...playersContent(), version, territoryVersion: version });
    const families = { territory: { version }, players: { version } };
    await putInForce(bundle, { ...drawnManifest, id: territory, families });
    await publishTerritory(bundle, `s3://depot/${territory}`);
  };
  for (const territory of FLEET_TERRITORIES) await publish(territory, '2026-10');

  const processes: (ServiceProcess | null)[] = [null, null, null, null, null];
  const start = async (number: number) => {
    const home = join(folder, `home${number}`);
    await mkdir(home, { recursive: true });
    const role = number < 3 ? 'api' : 'worker';
    processes[number] = await startServiceProcess({
      home,
      databaseUrl: pooler?.databaseUrl ?? postgres.databaseUrl,
      role,
      namesItself: role === 'api',
      testActions: true,
      replaced,
      env: {
        ...env,
        ...toStore,
        ...(pooler === null ? {} : { HINTERLAND_POOLER: 'transaction' }),
        HINTERLAND_TERRITORIES: FLEET_TERRITORIES.map((one) => `s3://depot/${one}`).join(' '),
      },
    });
  };
  await start(0);
  await Promise.all([1, 2, 3, 4].map(start));
  const take = (number: number): ServiceProcess => {
    const one = processes[number] as ServiceProcess;
    processes[number] = null;
    return one;
  };
  return {
    urls: () => processes.slice(0, 3).flatMap((one) => one?.url ?? []),
    async killOne(number) {
      await take(number).kill();
      await start(number);
    },
    async replaceOne(number) {
      const code = await take(number).stop();
      await start(number);
      return code;
    },
    publish,
    ended: () =>
      processes.flatMap((one, i) =>
        one === null || one.exited() === undefined
          ? []
          : [`${i} ended with ${one.exited()}: ${one.log().slice(-2000)}`],
      ),
    isPooled: pooler !== null,
    stop: () => Promise.all(processes.flatMap((one) => one?.stop() ?? [])),
    async remove() {
      for (const one of processes) if (one?.exited() === undefined) await one?.kill();
      await pooler?.close();
      await store.close();
      await rm(folder, { recursive: true, force: true });
      for (const name of Object.keys(toStore)) delete process.env[name];
    },
  };
}
