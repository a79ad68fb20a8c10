import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { countWork } from '../../kit/countWork.ts';
import { databaseClock } from '../../kit/db/database.ts';
import { findViolations } from '../../organizations/credits/invariants.ts';
import { releaseExpiredHolds } from '../../organizations/credits/releaseExpired.ts';
import { chargedRuns } from '../../testing/chargedRuns.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { drawn, startTestService } from '../../testing/service.ts';
import { accountState, makeAccount } from '../../testing/town.ts';
import { until } from '../../testing/until.ts';

describeOnBoth('ends of runs', (database) => {
  const suite = chargedRuns(database);
  const { db, state, balance, execute } = suite;

  it('S182 S248 D11 a run that fails in the engine: 500 without details, released', async () => {
    for (const behave of ['throw', 'unknown_problem', 'cancel_itself', 'no_object']) {
      const { status, body, text } = await execute({ credits: 4, behave, quotedCredits: 4 });
      expect([behave, status, body.error]).toEqual([behave, 500, 'internal_error']);
      expect(text).not.toMatch(/secret detail|as told|at .*\.[jt]s/i);
    }
    expect(await state()).toEqual({ balance: 100, reserved: 0 });
  });

  it('S182 a run that takes its thread down: 500, released, and the service goes on', async () => {
    const { status, body } = await execute({ credits: 4, behave: 'crash', quotedCredits: 4 });
    expect([status, body.error]).toEqual([500, 'internal_error']);
    expect(await state()).toEqual({ balance: 100, reserved: 0 });
    for (let i = 0; i < 3; i++) expect((await execute({ credits: 1, quotedCredits: 1 })).status).toBe(200);
  });

  it('S182 a problem that the action finds while it runs is answered as such, released', async () => {
    const { status, body } = await execute({ credits: 4, behave: 'problem', quotedCredits: 4 });
    expect([status, body]).toMatchObject([422, { error: 'territory_too_large', poles: 51, limit: 50 }]);
    expect(await state()).toEqual({ balance: 100, reserved: 0 });
  });

  it.each(['well', 'stubborn'])(
    'D11 D58 a run past its time: 504, released, even where the action does not listen (%s)',
    async (behave) => {
      const worked = countWork();
      const { status, body } = await execute({ credits: 4, waitMilliseconds: 12_000, behave, quotedCredits: 4 });
      expect([status, body.error]).toEqual([504, 'run_timeout']);
      expect(worked()).toBeLessThan(10_000);
      expect(await state()).toEqual({ balance: 100, reserved: 0 });
      expect((await execute({ credits: 1, quotedCredits: 1 })).status).toBe(200);
    },
  );

  it('D59 S182 a caller who goes away cancels the run, and the hold is released', async () => {
    const controller = new AbortController();
    const gone = suite.service.request('POST', '/api/v1/actions/test.charged/execute', {
      key: suite.ann.secret,
      body: { credits: 4, waitMilliseconds: 1000, quotedCredits: 4, idempotencyKey: 'gone' },
      signal: controller.signal,
    });
    await until(async () => (await state()).reserved === 4);
    controller.abort();
    await expect(gone).rejects.toThrow();
    await until(async () => (await state()).reserved === 0);
    expect(await balance()).toBe(100);
    const again = await execute({ credits: 4, waitMilliseconds: 1000, quotedCredits: 4, idempotencyKey: 'gone' });
    expect([again.status, again.body.replayed, await balance()]).toEqual([200, undefined, 96]);
  });

  it('L1 a caller who leaves while the charge waits for a connection is not charged', async () => {
    const controller = new AbortController();
    const gone = suite.service.request('POST', '/api/v1/actions/test.charged/execute', {
      key: suite.ann.secret,
      body: { credits: 4, waitMilliseconds: 500, quotedCredits: 4 },
      signal: controller.signal,
    });
    await until(async () => (await state()).reserved === 4);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const connections = database().kind === 'embedded' ? 1 : 10;
    const held = Array.from({ length: connections }, () =>
      db()
        .connection()
        .execute(() => released),
    );
    await sleep(1000); // by now the run has ended, and its charge waits
    controller.abort();
    await expect(gone).rejects.toThrow();
    await sleep(100); // the service hears of it
    release();
    await Promise.all(held);
    await until(async () => (await state()).reserved === 0);
    expect(await balance()).toBe(100);
  });

  it('S56 a key that is revoked while its run goes on: the run is charged (D90), the next call is refused', async () => {
    const running = execute({ credits: 4, waitMilliseconds: 700, quotedCredits: 4 });
    await until(async () => (await state()).reserved === 4);
    await sql`update api_key set revoked_at = now() where id = ${suite.ann.keyId}`.execute(db());
    expect((await execute({ credits: 4, quotedCredits: 4 })).status).toBe(401);
    expect((await running).status).toBe(200);
    expect(await balance()).toBe(96);
  });

  it('D91 a run whose hold was taken from it answers 503 and charges nothing', async () => {
    const running = execute({ credits: 4, waitMilliseconds: 700, quotedCredits: 4 });
    await until(async () => (await state()).reserved === 4);
    await sql`update credit_hold set lease_until = now() - interval '1 second'`.execute(db());
    expect(await releaseExpiredHolds(db(), databaseClock)).toBe(1);
    const { status, body } = await running;
    expect([status, body.error]).toEqual([503, 'service_unavailable']);
    expect(await state()).toEqual({ balance: 100, reserved: 0 });
  });

  it('S147 S148 new data are picked up without a call being dropped, and a price that they change is a 409', async () => {
    const versions = new Set<string>();
    let stop = false;
    const load = Array.from({ length: 4 }, async () => {
      while (!stop) {
        const { status, body } = await suite.service.execute(suite.ann.secret, 'test.free', { waitMilliseconds: 20 });
        expect(status).toBe(200);
        versions.add(body.result.version);
      }
    });
    const slow = execute({ credits: 4, waitMilliseconds: 600, quotedCredits: 4 });
    await until(async () => (await state()).reserved === 4);
    suite.service.bundles.set(drawn({ version: '2026-11', surcharge: 2 }));
    await until(
      async () =>
        (await suite.service.request('GET', '/api/v1/data', { key: suite.ann.secret })).body.territory === '2026-11',
    );
    const changed = await execute({ credits: 4, quotedCredits: 4 });
    expect([changed.status, changed.body.quotedCredits]).toEqual([409, 6]);
    expect((await slow).body.result.version).toBe('2026-10');
    stop = true;
    await Promise.all(load);
    expect([...versions].sort()).toEqual(['2026-10', '2026-11']);
    expect((await execute({ credits: 4, quotedCredits: 6 })).body.result.version).toBe('2026-11');
  });
});

describeOnBoth('a busy service', (database) => {
  it('refuses runs that would be late with 503 and Retry-After, charges the others, and holds nothing', async () => {
    const ann = await makeAccount(database().db, { credits: 100 });
    const service = await startTestService(database(), { runSeconds: 4, workers: 1 });
    try {
      const run = (text: string) =>
        service.execute(ann.secret, 'test.charged', { text, credits: 1, waitMilliseconds: 1000, quotedCredits: 1 });
      expect((await run('known')).status).toBe(200);
      // Four of them end within their time, some more where they come late because the machine is busy itself.
      const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => run(`run ${i}`)));
      const refused = answers.filter(({ status }) => status === 503);
      expect(refused.length).toBeGreaterThanOrEqual(20);
      for (const { body, headers } of refused) {
        expect(body).toMatchObject({ error: 'service_unavailable', retryAfter: expect.any(Number) });
        expect(headers.get('retry-after')).toBe(`${body.retryAfter}`);
      }
      const done = answers.filter(({ status }) => status === 200);
      const state = await accountState(database().db, ann.spender.organizationId);
      expect(state).toEqual({ balance: 100 - 1 - done.length, reserved: 0 });
      expect(await findViolations(database().db)).toEqual([]);
    } finally {
      await service.close();
    }
  });
});
