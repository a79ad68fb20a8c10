import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, chown, copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { publishTerritory } from '@hinterland/storage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { openTestDatabase, type TestDatabase } from '../../../../apps/service/src/testing/databases.ts';
import { freePort } from '../../../../apps/service/src/testing/ownPostgres.ts';
import { CREDENTIALS, type FakeS3, openFakeS3 } from '../../../../packages/storage/src/testing/fakeS3.ts';
import { drawnManifest, territoryContent } from '../../../../packages/territory/src/testing/drawnBundle.ts';
import { putInForce } from '../../../../packages/territory/src/write/putInForce.ts';
import { writeFamily } from '../../../../packages/territory/src/write/writeFamily.ts';
import { ALL_TESTS } from '../extent.ts';
import { root } from '../hinterland.ts';
import { type Container, type ContainerSettings, containersRefused, runBeside, runContainer } from './container.ts';
import type { Values } from './renderChart.ts';

/** The plain manifests, as they lie in deploy. */
const documents = ['processes', 'settings'].flatMap((name) =>
  parseAllDocuments(readFileSync(join(root, `deploy/kubernetes/${name}.yaml`), 'utf8')).flatMap(
    (one) => (one.toJS() as Values) ?? [],
  ),
);
const processes: readonly [string, Values][] = documents
  .filter(({ kind }) => kind === 'Deployment')
  .map(({ metadata, spec }) => [metadata.name, spec.template]);

const refused = ALL_TESTS ? containersRefused() : null;
const missing = refused ?? (process.env.TEST_DATABASE_URL ? null : 'TEST_DATABASE_URL names no PostgreSQL');

describe.runIf(ALL_TESTS && missing === null)(
  `processes as the manifests run them${missing === null ? '' : ` (not run: ${missing})`}`,
  () => {
    let folder: string;
    let database: TestDatabase;
    let store: FakeS3;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'hinterland-pods-'));
      await chmod(folder, 0o755);
      execFileSync(process.execPath, [join(root, 'deploy/image.mjs'), join(folder, 'image')]);
      await mkdir(join(folder, 'node'));
      await copyFile(process.execPath, join(folder, 'node/node'));
      [database, store] = [await openTestDatabase('postgresql'), await openFakeS3()];
      Object.assign(process.env, CREDENTIALS, { AWS_ENDPOINT_URL_S3: store.url });
      const { data } = documents.find(({ kind }) => kind === 'ConfigMap') as Values;
      for (const address of data.HINTERLAND_TERRITORIES.split(' ')) {
        const bundle = join(folder, address.split('/').at(-1));
        await writeFamily(bundle, territoryContent());
        const families = { territory: { version: '2026-10' } };
        await putInForce(bundle, { ...drawnManifest, id: address.split('/').at(-1), families });
        await publishTerritory(bundle, address);
      }
    });
    afterAll(async () => {
      for (const name of [...Object.keys(CREDENTIALS), 'AWS_ENDPOINT_URL_S3']) delete process.env[name];
      await store?.close();
      await database?.close();
      await rm(folder, { recursive: true, force: true });
    });

    /** Folders that stand for the volumes of a pod: of nobody but the group that the pod names. */
    const makeVolumes = async (name: string, { volumes, securityContext }: Values): Promise<Record<string, string>> => {
      const made = volumes.map(async (volume: Values) => {
        expect(Object.keys(volume)).toEqual(['name', 'emptyDir']);
        const path = join(folder, name, volume.name);
        await mkdir(path, { recursive: true });
        if (process.getuid?.() === 0) await chown(path, 0, securityContext.fsGroup);
        await chmod(path, 0o2770);
        return [volume.name, path];
      });
      return Object.fromEntries(await Promise.all(made));
    };

    it.each(processes)(
      '%s starts, is ready by its probes, writes to its volumes alone, and ends in time',
      {},
      async (name, pod) => {
        const [{ startupProbe, readinessProbe, livenessProbe, ports, env, envFrom, volumeMounts, lifecycle }] =
          pod.spec.containers;
        expect(envFrom).toEqual([{ configMapRef: { name: 'hinterland' } }, { secretRef: { name: 'hinterland' } }]);
        const portOf: Record<string, number> = { http: await freePort(), metrics: await freePort() };
        const variables: Record<string, string> = { http: 'PORT', metrics: 'HINTERLAND_METRICS_PORT' };
        for (const port of ports) {
          const set = env.find((one: Values) => one.name === variables[port.name]);
          expect(set.value, port.name).toBe(`${port.containerPort}`);
        }
        const settings: ContainerSettings = {
          pod,
          settings: {
            ...documents.find(({ kind }) => kind === 'ConfigMap')?.data,
            // The Secret, and the address of the store.
            DATABASE_URL: database.settings.databaseUrl as string,
            HINTERLAND_SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
            ...CREDENTIALS,
            AWS_ENDPOINT_URL_S3: store.url,
          },
          ports: Object.fromEntries(Object.entries(variables).map(([port, variable]) => [variable, `${portOf[port]}`])),
          image: join(folder, 'image'),
          node: join(folder, 'node'),
          volumes: await makeVolumes(name, pod.spec),
        };
        const container = runContainer(settings);
        try {
          const probe = probeOf(portOf);
          await passes(container, probe, startupProbe);
          await passes(container, probe, readinessProbe);
          expect(await probe(livenessProbe)).toBe(200);
          const { uid, ...facts } = await container.facts();
          expect(facts).toEqual({ capabilities: '0000000000000000', noNewPrivileges: '1' });
          // Who is not root cannot become another user, and is one only inside.
          if (process.getuid?.() === 0) expect(uid).toBe(`${pod.spec.securityContext.runAsUser}`);

          const tried = ['/', '/app', '/app/apps/cli/bin', '/dev', '/etc', '/usr', '/node', '/tmp', '/data'];
          const report = JSON.parse(await runBeside(settings, writesTo(tried)));
          const { runAsUser, runAsGroup } = pod.spec.securityContext;
          expect(report.user).toEqual([runAsUser, runAsGroup]);
          const mounted: string[] = volumeMounts.map(({ mountPath }: Values) => mountPath);
          expect(report.written).toEqual(
            Object.fromEntries(tried.map((path) => [path, mounted.includes(path) ? 'written' : 'EROFS'])),
          );

          const figures = await (await fetch(`http://127.0.0.1:${portOf.metrics}/metrics`)).text();
          expect(figures).toContain('hinterland_ready 1');
          expect(figures).toContain('hinterland_territories{state="in_force"} 2');
        } catch (error) {
          throw new Error(`${name}: ${container.log().slice(-3000)}`, { cause: error });
        } finally {
          // The cluster counts the pause before the signal, too.
          const [, milliseconds] = /setTimeout\(.*, (\d+)\)/.exec(lifecycle.preStop.exec.command.at(-1)) ?? [];
          const left = pod.spec.terminationGracePeriodSeconds * 1000 - Number(milliseconds);
          const ended = await Promise.race([container.stop(), sleep(left, 'late', { ref: false })]);
          expect(ended, container.log().slice(-3000)).toBe(0);
        }
      },
    );
  },
);

/** Asks as the kubelet does; the status, 0 where there is no answer in time. */
const probeOf =
  (portOf: Readonly<Record<string, number>>) =>
  async ({ httpGet, timeoutSeconds = 1 }: Values): Promise<number> => {
    const signal = AbortSignal.timeout(timeoutSeconds * 1000);
    const address = `http://127.0.0.1:${portOf[httpGet.port]}${httpGet.path}`;
    return fetch(address, { signal }).then(
      ({ status }) => status,
      () => 0,
    );
  };

/** Repeats a probe until it passes, for a minute at most; throws at once where the container has ended. */
async function passes(container: Container, probe: ReturnType<typeof probeOf>, said: Values): Promise<void> {
  const attempts = Math.min(said.failureThreshold ?? 3, 60) * said.periodSeconds * 10;
  for (let attempt = 0; attempt < Math.min(attempts, 600); attempt++) {
    if (container.ended()) throw new Error('the container ended');
    if ((await probe(said)) === 200) return;
    await sleep(100);
  }
  throw new Error(`${said.httpGet.path} did not pass`);
}

/** A program that says who it is, and what became of a file that it wrote to each folder. */
const writesTo = (folders: readonly string[]): string => `
  const { unlinkSync, writeFileSync } = require('node:fs');
  const written = {};
  for (const folder of ${JSON.stringify(folders)}) {
    const path = folder + '/written-by-the-test';
    try { writeFileSync(path, 'x'); unlinkSync(path); written[folder] = 'written'; } catch (error) { written[folder] = error.code; }
  }
  console.log(JSON.stringify({ user: [process.getuid(), process.getgid()], written }));`;
