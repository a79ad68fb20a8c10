import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../../apps/service/src/testing/databases.ts';
import { accountState, makeAccount } from '../../../../apps/service/src/testing/town.ts';
import { until } from '../../../../apps/service/src/testing/until.ts';
import { drawnManifest, territoryContent } from '../../../../packages/territory/src/testing/drawnBundle.ts';
import { putInForce } from '../../../../packages/territory/src/write/putInForce.ts';
import { writeFamily } from '../../../../packages/territory/src/write/writeFamily.ts';
import { type ServiceProcess, startServiceProcess } from './serviceProcess.ts';

describe.runIf(process.env.TEST_DATABASE_URL)(
  'new data under two service processes on one PostgreSQL and one folder (where TEST_DATABASE_URL names one)',
  () => {
    let bundle: string;
    let database: TestDatabase;
    let services: ServiceProcess[];

    beforeAll(async () => {
      bundle = await mkdtemp(join(tmpdir(), 'hinterland-versions-'));
      await writeFamily(bundle, territoryContent());
      await putInForce(bundle, { ...drawnManifest, families: { territory: { version: '2026-10' } } });
      database = await openTestDatabase('postgresql');
      const settings = {
        ...database.settings,
        territory: bundle,
        testActions: true,
        replaced: { territoryPollMilliseconds: 50 },
      };
      services = await Promise.all([startServiceProcess(settings), startServiceProcess(settings)]);
    });
    afterAll(async () => {
      expect(await Promise.all(services.map((service) => service.stop()))).toEqual([0, 0]);
      await database.close();
      await rm(bundle, { recursive: true });
    });

    it('S81 S82 S83 S147 S148 both refuse the old price, quote the new, and still read what was stored before', async () => {
      const { secret, spender } = await makeAccount(database.db, { credits: 100, scopes: ['read', 'run', 'manage'] });
      const call = async (service: number, method: string, path: string, body?: object, headers = {}) => {
        const answer = await fetch(`${(services[service] as ServiceProcess).url}/api/v1${path}`, {
          method,
          headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json', ...headers },
          body: body === undefined ? null : JSON.stringify(body),
        });
        const json: any = await answer.json();
        return { status: answer.status, body: json };
      };
      const both = <T>(work: (service: number) => Promise<T>) => Promise.all([work(0), work(1)]);
      const quote = (service: number) => call(service, 'POST', '/actions/test.charged/quote', { credits: 4 });
      const run = (service: number, quotedCredits: number, headers = {}) =>
        call(service, 'POST', '/actions/test.charged/execute', { credits: 4, quotedCredits }, headers);
      const balance = async () => (await accountState(database.db, spender.organizationId)).balance;

      const code = (await call(0, 'POST', '/analyses', { name: 'Sites' })).body.id;
      const bound = { 'X-Analysis-Id': code };
      expect((await both(quote)).map(({ body }) => body.quotedCredits)).toEqual([4, 4]);
      const first = await run(0, 4, bound);
      expect([first.status, first.body.result.version]).toEqual([200, '2026-10']);
      const stored = (await call(1, 'GET', `/analyses/${code}/versions/1`)).body;
      expect(stored.dataVersion.territory).toBe('2026-10');

      // Same bundle, newer version: on it the run costs 3 more.
      await writeFamily(bundle, { ...territoryContent(), version: '2026-11', parameters: { surcharge: 3 } });
      await putInForce(bundle, { ...drawnManifest, families: { territory: { version: '2026-11' } } });
      const versions = () => both(async (service) => (await call(service, 'GET', '/data')).body.territory);
      await until(async () => (await versions()).every((version) => version === '2026-11'));

      const refused = await both((service) => run(service, 4, bound));
      expect(refused.map(({ status, body }) => [status, body.error, body.quotedCredits])).toEqual([
        [409, 'quote_changed', 7],
        [409, 'quote_changed', 7],
      ]);
      expect(await balance()).toBe(96);
      expect((await both(quote)).map(({ body }) => body.quotedCredits)).toEqual([7, 7]);
      const again = await both((service) => run(service, 7, bound));
      expect(again.map(({ status, body }) => [status, body.result.version])).toEqual([
        [200, '2026-11'],
        [200, '2026-11'],
      ]);
      expect(await balance()).toBe(82);

      for (const service of [0, 1]) {
        expect((await call(service, 'GET', `/analyses/${code}/versions/1`)).body).toEqual(stored);
        const { data } = (await call(service, 'GET', `/analyses/${code}/versions`)).body;
        expect(
          data.map(({ versionNo, dataVersion, creditsCharged }: any) => [
            versionNo,
            dataVersion.territory,
            creditsCharged,
          ]),
        ).toEqual([
          [3, '2026-11', 7],
          [2, '2026-11', 7],
          [1, '2026-10', 4],
        ]);
        expect((await call(service, 'GET', `/analyses/${code}`)).body.currentData.territory).toBe('2026-11');
      }
    });
  },
);
