import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publishTerritory } from '@hinterland/storage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { openTestDatabase, type TestDatabase } from '../../../../apps/service/src/testing/databases.ts';
import { freePort } from '../../../../apps/service/src/testing/ownPostgres.ts';
import { until } from '../../../../apps/service/src/testing/until.ts';
import { CREDENTIALS, type FakeS3, openFakeS3 } from '../../../../packages/storage/src/testing/fakeS3.ts';
import { drawnManifest, territoryContent } from '../../../../packages/territory/src/testing/drawnBundle.ts';
import { putInForce } from '../../../../packages/territory/src/write/putInForce.ts';
import { writeFamily } from '../../../../packages/territory/src/write/writeFamily.ts';
import { ALL_TESTS } from '../extent.ts';
import { root } from '../hinterland.ts';
import { hasBubblewrap, runContainer } from './container.ts';
import { defaultValues, renderChart, type Values } from './renderChart.ts';

/** What an operator sets for the two territories of the test. */
const values = (): Values => {
  const { settings, ...others } = defaultValues();
  return { ...others, settings: { ...settings, HINTERLAND_TERRITORIES: 's3://depot/aland' } };
};
const documents = [...renderChart(values()).values()].flatMap((text) =>
  parseAllDocuments(text).flatMap((one) => (one.toJS() as Values) ?? []),
);
const find = (kind: string, name: string): Values =>
  documents.find((one) => one.kind === kind && one.metadata.name === name);

describe.runIf(ALL_TESTS && hasBubblewrap && process.env.TEST_DATABASE_URL)(
  'processes as the manifests run them (needs bubblewrap, and TEST_DATABASE_URL to name a PostgreSQL)',
  () => {
    let folder: string;
    let database: TestDatabase;
    let store: FakeS3;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'hinterland-pods-'));
      await chmod(folder, 0o755);
      execFileSync(process.execPath, [join(root, 'deploy/image.mjs'), join(folder, 'image')]);
      database = await openTestDatabase('postgresql');
      store = await openFakeS3();
      Object.assign(process.env, CREDENTIALS, { AWS_ENDPOINT_URL_S3: store.url });
      await writeFamily(join(folder, 'aland'), territoryContent());
      await putInForce(join(folder, 'aland'), { ...drawnManifest, families: { territory: { version: '2026-10' } } });
      await publishTerritory(join(folder, 'aland'), 's3://depot/aland');
    }, 240_000);
    afterAll(async () => {
      for (const name of [...Object.keys(CREDENTIALS), 'AWS_ENDPOINT_URL_S3']) delete process.env[name];
      await store?.close();
      await database?.close();
      await rm(folder, { recursive: true, force: true });
    });

    it.each(['api', 'worker'])(
      '%s starts, is ready by its probes, serves, and ends in time',
      { timeout: 240_000 },
      async (role) => {
        const pod = find('Deployment', `hinterland-${role}`).spec.template;
        const { runAsUser, runAsGroup, fsGroup } = pod.spec.securityContext;
        const volumes: Record<string, string> = {};
        for (const { name } of pod.spec.volumes) {
          const path = join(folder, role, name);
          await mkdir(path, { recursive: true });
          await chmod(path, 0o770);
          if (process.getuid?.() === 0) await chown(path, runAsUser, fsGroup);
          volumes[name] = path;
        }
        const [http, metrics] = [await freePort(), await freePort()];
        const container = runContainer({
          pod,
          settings: {
            ...find('ConfigMap', 'hinterland').data,
            // The Secret.
            DATABASE_URL: database.settings.databaseUrl as string,
            HINTERLAND_SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
            ...CREDENTIALS,
            AWS_ENDPOINT_URL_S3: store.url,
          },
          replaced: { PORT: String(http), HINTERLAND_METRICS_PORT: String(metrics) },
          image: join(folder, 'image'),
          volumes,
        });
        const [{ startupProbe, readinessProbe, livenessProbe, ports }] = pod.spec.containers;
        const portOf = (name: string) => {
          expect(ports.map((port: Values) => port.name)).toContain(name);
          return name === 'http' ? http : metrics;
        };
        const probe = async ({ httpGet }: Values) => {
          const answer = await fetch(`http://127.0.0.1:${portOf(httpGet.port)}${httpGet.path}`).catch(() => null);
          return answer?.status ?? 0;
        };
        try {
          await until(async () => (await probe(startupProbe)) === 200, 120_000);
          await until(async () => (await probe(readinessProbe)) === 200, 60_000);
          expect(await probe(livenessProbe)).toBe(200);
          const { uid, ...facts } = await container.facts();
          expect(facts).toEqual({ capabilities: '0000000000000000', noNewPrivileges: '1', root: 'ro' });
          // The kernel of this machine may see the user of the container as the one who runs the tests.
          expect([String(runAsUser), String(process.getuid?.())]).toContain(uid);
          expect([runAsUser, runAsGroup]).toEqual([1000, 1000]);
          const figures = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text();
          expect(figures).toContain('hinterland_ready 1');
          if (role === 'api') {
            const { status } = await fetch(`http://127.0.0.1:${http}/healthz`);
            expect(status).toBe(200);
          }
        } catch (error) {
          throw new Error(`${role}: ${container.log().slice(-3000)}`, { cause: error });
        }
        expect(await container.stop()).toBe(0);
      },
    );
  },
);
