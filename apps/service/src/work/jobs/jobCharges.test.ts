import { job as jobSchema } from '@hinterland/contract';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { batchJobs, points, slowThird, times } from '../../testing/batchJobs.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { makeAccount } from '../../testing/town.ts';
import { until } from '../../testing/until.ts';

describeOnBoth('charges of jobs', (database) => {
  const suite = batchJobs(database);
  const { db, get, execute, rows, state, stop, start, ended, doneCount, told, charges } = suite;

  it('S42 S166 S171 S174 every point is charged its real cost, one after the other, and the rest is free again', async () => {
    const id = await start({ points: points({ due: 4 }, { due: 1.5 }, { due: 0 }, { due: 3.25 }) });
    expect((await state()).balance).toBeLessThanOrEqual(1000);
    const finished = await ended(id);
    expect(jobSchema.parse(finished)).toEqual(finished);
    expect(finished).toMatchObject({
      id,
      type: 'test.batch',
      status: 'succeeded',
      progress: { total: 4, done: 4, skipped: 0, failed: 0 },
      result: { done: 4, skipped: 0, failed: 0, creditsCharged: 8.75, stopReason: null },
      error: null,
      analysisCode: null,
    });
    expect(await told(id)).toEqual([
      ['done', null, 4],
      ['done', null, 1.5],
      ['done', null, 0],
      ['done', null, 3.25],
    ]);
    expect(await charges()).toEqual([
      [0, 4],
      [1, 1.5],
      [3, 3.25],
    ]);
    expect(await state()).toEqual({ balance: 991.25, reserved: 0 });
  });

  it('S87 S180 the estimate is held while the job runs, less what has been charged', async () => {
    const id = await start({ points: slowThird({}) });
    await until(async () => (await doneCount(id)) === 2);
    expect(await state()).toEqual({ balance: 992, reserved: 8 });
    await stop(id);
    expect(await state()).toEqual({ balance: 992, reserved: 0 });
  });

  it('S170 S175 S176 D87 stops at the first point that would exceed the cap, also when a later one is cheap', async () => {
    const id = await start({ points: points({}, {}, {}, { due: 0.001 }, { due: 0 }), maxCredits: 8 });
    expect(await ended(id)).toMatchObject({
      status: 'succeeded',
      result: { done: 2, skipped: 3, failed: 0, creditsCharged: 8, stopReason: 'batch_cap' },
    });
    expect(await told(id)).toEqual([
      ['done', null, 4],
      ['done', null, 4],
      ['skipped', 'batch_cap', 0],
      ['skipped', 'batch_cap', 0],
      ['skipped', 'batch_cap', 0],
    ]);
    expect(await state()).toEqual({ balance: 992, reserved: 0 });
  });

  it('S176 a cap of 0 does what costs nothing', async () => {
    const id = await start({ points: points({ due: 0 }, { due: 0.001 }), maxCredits: 0 });
    expect((await ended(id)).result).toMatchObject({ done: 1, skipped: 1, creditsCharged: 0, stopReason: 'batch_cap' });
  });

  it('D85 D86 real costs past the estimate take further holds, point by point, up to a higher cap', async () => {
    const id = await start({ points: points({ credits: 1 }, { due: 3 }, { due: 3 }, { due: 3 }), maxCredits: 8 });
    expect((await ended(id)).result).toMatchObject({ done: 3, skipped: 1, creditsCharged: 7, stopReason: 'batch_cap' });
    expect(await charges()).toEqual([
      [0, 1],
      [1, 3],
      [2, 3],
    ]);
    const holds = await sql<{ amount: number; committed: number; state: string }>`
      select amount, committed, state from credit_hold order by id`.execute(db());
    // The estimate is 4 times the first point: it covers two of them; the third is held by itself.
    expect(holds.rows).toEqual([
      { amount: 4000, committed: 4000, state: 'committed' },
      { amount: 3000, committed: 3000, state: 'committed' },
    ]);
    expect(await state()).toEqual({ balance: 993, reserved: 0 });
  });

  it.each([
    ['organization_balance', 6, null],
    ['api_key_limit', 100, 6],
  ])('D85 where a further hold is blocked by %s, the rest is skipped', async (blockedBy, credits, keyCap) => {
    suite.ann = await makeAccount(db(), { organization: 'Poor', keyName: 'poor', credits, keyCap });
    const id = await start({ points: points({ credits: 1 }, { due: 3 }, { due: 3 }, { due: 0 }), maxCredits: 20 });
    expect(await ended(id)).toMatchObject({
      status: 'succeeded',
      result: { done: 2, skipped: 2, creditsCharged: 4, stopReason: blockedBy },
    });
    expect((await told(id)).slice(2)).toEqual([
      ['skipped', 'insufficient_credits', 0],
      ['skipped', 'insufficient_credits', 0],
    ]);
    expect(await state()).toEqual({ balance: credits - 4, reserved: 0 });
  });

  it('S180 without credits for the estimate or the cap there is no job', async () => {
    const poor = await makeAccount(db(), { organization: 'Poor', credits: 10 });
    const input = { points: times(3), quotedCredits: 12 };
    expect((await execute(input, {}, poor.secret)).body).toMatchObject({ status: 402, requiredCredits: 12 });
    expect((await get('/api/v1/jobs', poor.secret)).body).toEqual({ data: [] });
    expect((await execute({ ...input, maxCredits: 8 }, {}, poor.secret)).status).toBe(200);
  });

  it('S80 S81 a batch needs its quote like any charged run', async () => {
    expect((await execute({ points: times(2) })).body).toMatchObject({ error: 'quote_required', quotedCredits: 8 });
    expect((await execute({ points: times(2), quotedCredits: 7 })).body).toMatchObject({ error: 'quote_changed' });
    expect((await get('/api/v1/jobs')).body).toEqual({ data: [] });
  });

  it('D88 a point that fails is not charged, and the job goes on', async () => {
    const id = await start({ points: points({}, { behave: 'problem' }, { behave: 'throw' }, {}) });
    expect(await ended(id)).toMatchObject({
      status: 'succeeded',
      result: { done: 2, skipped: 0, failed: 2, creditsCharged: 8, stopReason: null },
    });
    const [, problem, fault] = await rows(id);
    expect(problem).toMatchObject({
      status: 'failed',
      reason: 'territory_too_large',
      detail: 'As told.',
      creditsCharged: 0,
    });
    expect(fault).toMatchObject({ status: 'failed', reason: 'internal_error' });
    expect(JSON.stringify(fault)).not.toContain('4711');
    expect((await get(`/api/v1/jobs/${id}/results/1`)).body).toMatchObject({
      status: 404,
      error: 'result_not_available',
      reason: 'territory_too_large',
    });
  });
});
