import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseClock } from '../../../../apps/service/src/kit/db/database.ts';
import { findViolations } from '../../../../apps/service/src/organizations/credits/invariants.ts';
import { revokeKeys } from '../../../../apps/service/src/organizations/keys/store.ts';
import { openTestDatabase, type TestDatabase } from '../../../../apps/service/src/testing/databases.ts';
import { type Account, accountState, makeAccount } from '../../../../apps/service/src/testing/town.ts';
import { until } from '../../../../apps/service/src/testing/until.ts';
import { type ServiceProcess, startServiceProcess } from './serviceProcess.ts';

const LEASE_SECONDS = 2;

interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: any;
}

describe.runIf(process.env.TEST_DATABASE_URL)(
  'two service processes on one PostgreSQL (where TEST_DATABASE_URL names one)',
  () => {
    let database: TestDatabase;
    let services: [ServiceProcess, ServiceProcess];
    let organizations = 0;

    const start = () =>
      startServiceProcess({
        ...database.settings,
        replaced: { holdLeaseSeconds: LEASE_SECONDS, taskMilliseconds: 250, idempotencyWaitSeconds: 10 },
      });
    beforeAll(async () => {
      database = await openTestDatabase('postgresql');
      services = await Promise.all([start(), start()]);
    });
    afterAll(async () => {
      expect(await findViolations(database.db)).toEqual([]);
      expect(await Promise.all(services.map((service) => service.stop()))).toEqual([0, 0]);
      await database.close();
    });

    const newAccount = (account: Account = {}) =>
      makeAccount(database.db, {
        organization: `Org ${++organizations}`,
        email: `${organizations}@example.com`,
        ...account,
      });
    const call = async (
      service: number,
      method: string,
      path: string,
      secret: string,
      body?: unknown,
      headers = {},
    ): Promise<Answered> => {
      const answer = await fetch(`${(services[service % 2] as ServiceProcess).url}/api/v1${path}`, {
        method,
        headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: answer.status, headers: answer.headers, body: await answer.json() };
    };
    const get = (service: number, path: string, secret: string) => call(service, 'GET', path, secret);
    const execute = (service: number, secret: string, input: object, headers = {}) =>
      call(service, 'POST', '/actions/test.charged/execute', secret, input, headers);
    const statuses = (answers: readonly Answered[]) => {
      const counts: Record<number, number> = {};
      for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
      return counts;
    };

    it('S246 of 700 parallel requests with one key, exactly 600 pass over both', async () => {
      const { secret } = await newAccount();
      const answers = await Promise.all(Array.from({ length: 700 }, (_, i) => get(i, '/data', secret)));
      expect(statuses(answers)).toEqual({ 200: 600, 429: 100 });
      for (const service of [0, 1]) {
        const refused = await get(service, '/data', secret);
        expect([refused.status, refused.body.error, refused.body.policy]).toEqual([429, 'rate_limited', 'requests']);
        expect(Number(refused.headers.get('retry-after'))).toBe(refused.body.retryAfter);
        expect(refused.body.retryAfter).toBeLessThanOrEqual(60);
      }
    });

    it('S247 of 80 parallel charged executions with one key, exactly 60 pass over both', async () => {
      const { secret, spender } = await newAccount({ credits: 100 });
      const input = { credits: 1, quotedCredits: 1 };
      const answers = await Promise.all(Array.from({ length: 80 }, (_, i) => execute(i, secret, input)));
      expect(statuses(answers)).toEqual({ 200: 60, 429: 20 });
      expect(await accountState(database.db, spender.organizationId)).toEqual({ balance: 40, reserved: 0 });
    });

    it('S56 a key that is revoked is out with its next request on both, and so is one whose user has left', async () => {
      const ann = await newAccount();
      const bob = await newAccount();
      for (const { secret } of [ann, bob]) {
        expect(statuses(await Promise.all([0, 1, 0, 1].map((service) => get(service, '/me', secret))))).toEqual({
          200: 4,
        });
      }
      await revokeKeys(database.db, databaseClock, { id: ann.keyId });
      await sql`delete from membership where user_id = ${bob.spender.userId}`.execute(database.db);
      for (const { secret } of [ann, bob]) {
        for (const service of [0, 1]) {
          const { status, body } = await get(service, '/me', secret);
          expect([status, body.error]).toEqual([401, 'invalid_api_key']);
        }
      }
    });

    it('S191 50 parallel executions with one idempotency key over both charge once, and all get the result', async () => {
      const { secret, spender } = await newAccount({ credits: 100 });
      const input = { credits: 4, waitMilliseconds: 50, quotedCredits: 4, idempotencyKey: 'storm' };
      const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => execute(i, secret, input)));
      expect(statuses(answers)).toEqual({ 200: 50 });
      expect(answers.filter(({ body }) => body.replayed === undefined).length).toBe(1);
      expect(await accountState(database.db, spender.organizationId)).toEqual({ balance: 96, reserved: 0 });
    });

    it('D67 a repeat on the other process waits for the run that goes on here', async () => {
      const { secret, spender } = await newAccount({ credits: 100 });
      const input = { credits: 4, waitMilliseconds: 1000, quotedCredits: 4, idempotencyKey: 'slow' };
      const first = execute(0, secret, input);
      await until(async () => (await accountState(database.db, spender.organizationId)).reserved === 4);
      expect((await execute(1, secret, input)).body.replayed).toBe(true);
      expect((await first).body.replayed).toBeUndefined();
      expect(await accountState(database.db, spender.organizationId)).toEqual({ balance: 96, reserved: 0 });
    });

    it.each([
      ['S259', 'the balance', { credits: 25 }],
      ['S187', "the team's limit", { credits: 1000, teamLimit: 25 }],
      ['S188', "the user's limit", { credits: 1000, userLimit: 25 }],
      ['S189', "the key's cap", { credits: 1000, keyCap: 25 }],
    ] as const)('%s 50 parallel runs over both never pass %s', async (_statement, _what, account) => {
      const { secret, spender } = await newAccount(account);
      const input = { credits: 1, quotedCredits: 1 };
      const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => execute(i, secret, input)));
      // A run ends before the next one begins or not, but what is spent counts at once either way.
      expect(statuses(answers)).toEqual({ 200: 25, 402: 25 });
      expect(await accountState(database.db, spender.organizationId)).toEqual({
        balance: account.credits - 25,
        reserved: 0,
      });
    });

    it('S143 versions of one analysis are numbered without gaps, whichever process stored them', async () => {
      const { secret } = await newAccount({ credits: 100, scopes: ['read', 'run', 'manage'] });
      const code = (await call(0, 'POST', '/analyses', secret, { name: 'Sites' })).body.id;
      const runs = Array.from({ length: 30 }, (_, i) =>
        execute(i, secret, { credits: 1, quotedCredits: 1 }, { 'X-Analysis-Id': code }),
      );
      const numbers = (await Promise.all(runs)).map(({ body }) => body.version.versionNo);
      const wanted = Array.from({ length: 30 }, (_, i) => i + 1);
      expect(numbers.toSorted((a, b) => a - b)).toEqual(wanted);
      for (const service of [0, 1]) {
        const { data } = (await get(service, `/analyses/${code}/versions`, secret)).body;
        expect(data.map(({ versionNo }: { versionNo: number }) => versionNo)).toEqual(wanted.toReversed());
      }
      expect((await call(1, 'DELETE', `/analyses/${code}`, secret)).status).toBe(200);
      expect((await get(0, `/analyses/${code}`, secret)).status).toBe(404);
    });

    it('D91 what a killed process held is released by the other when the lease ends, not before', async () => {
      const { secret, spender } = await newAccount({ credits: 100 });
      const state = () => accountState(database.db, spender.organizationId);
      const lost = execute(0, secret, {
        credits: 4,
        waitMilliseconds: 20_000,
        quotedCredits: 4,
        idempotencyKey: 'lost',
      });
      lost.catch(() => {});
      await until(async () => (await state()).reserved === 4);
      await services[0].kill();
      await expect(lost).rejects.toThrow();
      expect(await state()).toEqual({ balance: 100, reserved: 4 });
      await until(async () => (await state()).reserved === 0);
      const again = { credits: 4, waitMilliseconds: 20_000, quotedCredits: 4, idempotencyKey: 'other' };
      expect((await execute(1, secret, { ...again, waitMilliseconds: 0 })).status).toBe(200);
      expect(await state()).toEqual({ balance: 96, reserved: 0 });
      services[0] = await start();
    });
  },
);
