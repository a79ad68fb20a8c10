import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { databaseClock } from '../../kit/db/database.ts';
import { revokeKeys } from '../../organizations/keys/store.ts';
import { batchJobs, points, slowThird, times } from '../../testing/batchJobs.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { makeAccount } from '../../testing/town.ts';
import { until } from '../../testing/until.ts';

describeOnBoth('ends of jobs', (database) => {
  const suite = batchJobs(database);
  const { db, get, execute, job, rows, state, stop, start, ended, doneCount, told, charges } = suite;

  it('S172 S183 D101 its owner stops it: what is done stays charged, what is being computed is not', async () => {
    const id = await start({ points: slowThird({}, {}) });
    await until(async () => (await doneCount(id)) === 2);
    const { status, body } = await stop(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'stopped',
      result: { done: 2, skipped: 3, failed: 0, creditsCharged: 8, stopReason: 'stopped_by_owner' },
    });
    expect((await told(id)).slice(2)).toEqual(Array.from({ length: 3 }, () => ['skipped', 'stopped_by_owner', 0]));
    expect(await state()).toEqual({ balance: 992, reserved: 0 });
    expect(await stop(id)).toMatchObject({ status: 200, body });
    const other = await start({ points: times(1) });
    await ended(other);
    expect((await stop(other)).body).toMatchObject({ status: 409, error: 'job_not_running' });
  });

  it('S171 S172 S173 S214 S215 each end writes one event with the job as it is read', async () => {
    await sql`
      insert into webhook (organization_id, url, events, secret, status, created_by, created_at)
      values (${suite.ann.spender.organizationId}, 'https://example.com/', array['job.completed', 'job.failed'], '\\x00',
        'active', ${suite.ann.spender.userId}, now())`.execute(db());
    const finished = await start({ points: times(2) });
    await ended(finished);
    const stopped = await start({ points: slowThird() });
    await stop(stopped);
    await stop(stopped);
    const failed = await start({ points: slowThird() });
    await until(async () => (await doneCount(failed)) === 2);
    await makeFruitless(failed);
    await ended(failed);
    const { rows: events } = await sql<{ type: string; body: string }>`
      select type, body::text as body from event order by created_at, id`.execute(db());
    expect(events.map(({ type, body }) => [type, JSON.parse(body).data.job])).toEqual([
      ['job.completed', await job(finished)],
      ['job.completed', await job(stopped)],
      ['job.failed', await job(failed)],
    ]);
    expect((await job(failed)).error).toMatchObject({ error: 'internal_error' });
  });

  /** As if whoever worked on the job had died again and again. */
  const makeFruitless = (id: string) =>
    sql`update job set lease_token = null, lease_until = null, claims_without_progress = 10 where id = ${id}`.execute(
      db(),
    );

  it('S165 S173 D89 a job that gets no further fails; what is done stays charged', async () => {
    const id = await start({ points: slowThird({}) });
    await until(async () => (await doneCount(id)) === 2);
    await makeFruitless(id);
    expect(await ended(id)).toMatchObject({
      status: 'failed',
      result: { done: 2, skipped: 2, failed: 0, creditsCharged: 8, stopReason: 'internal_error' },
      error: { error: 'internal_error', detail: expect.stringContaining('again and again') },
    });
    expect((await told(id)).slice(2)).toEqual(Array.from({ length: 2 }, () => ['skipped', 'job_failed', 0]));
    expect(await state()).toEqual({ balance: 992, reserved: 0 });
  });

  it('D90 a revoked key spends no more', async () => {
    const id = await start({ points: points({}, {}, { waitMilliseconds: 500 }, {}) });
    await until(async () => (await doneCount(id)) === 2);
    await revokeKeys(db(), databaseClock, { id: suite.ann.keyId });
    const key = (await makeAccount(db(), { keyName: 'second', role: 'member' })).secret;
    await until(async () => (await get(`/api/v1/jobs/${id}`, key)).body.finishedAt !== null);
    expect((await get(`/api/v1/jobs/${id}`, key)).body).toMatchObject({
      status: 'stopped',
      result: { done: 2, skipped: 2, creditsCharged: 8, stopReason: 'key_revoked' },
    });
    expect(await state()).toEqual({ balance: 992, reserved: 0 });
  });

  it('D90 a user who has left spends no more', async () => {
    const id = await start({ points: points({}, {}, { waitMilliseconds: 500 }, {}) });
    await until(async () => (await doneCount(id)) === 2);
    await sql`delete from membership where user_id = ${suite.ann.spender.userId}`.execute(db());
    const owner = await makeAccount(db(), { email: 'owner@example.com' });
    await until(async () => (await get(`/api/v1/jobs/${id}`, owner.secret)).body.finishedAt !== null);
    const { body } = await get(`/api/v1/jobs/${id}`, owner.secret);
    expect(body).toMatchObject({ status: 'stopped', result: { done: 2, stopReason: 'user_removed' } });
  });

  it('D68 a job that was stopped before anything was charged frees its key', async () => {
    const input = { points: points({ waitMilliseconds: 20_000 }), idempotencyKey: 'again' };
    const first = await start(input);
    await stop(first);
    const second = await start(input);
    expect(second).not.toBe(first);
    await stop(second);
  });

  it('D91 a job whose worker is gone goes on at the first point that is not finished', async () => {
    const id = await start({ points: slowThird({ text: 'last' }) });
    await until(async () => (await doneCount(id)) === 2);
    // The third point is quick for the next worker; the one that had the job may wake up and must not charge.
    await sql`
      update job set lease_token = 'gone', lease_until = clock_timestamp() - interval '1 second',
        input = replace(input::text, '20000', '0')::json where id = ${id}`.execute(db());
    expect(await ended(id)).toMatchObject({ status: 'succeeded', result: { done: 4, creditsCharged: 16 } });
    expect(await charges()).toEqual([
      [0, 4],
      [1, 4],
      [2, 4],
      [3, 4],
    ]);
  });

  describe('bound to an analysis', () => {
    const bound = async (input: object, code: string) => start(input, { 'X-Analysis-Id': code });
    const versions = async (code: string) => (await get(`/api/v1/analyses/${code}/versions`)).body.data;
    const newAnalysis = async (): Promise<string> => {
      const manager = await makeAccount(db(), { role: 'member', keyName: 'manager', scopes: ['manage'] });
      const body = { name: 'Sites', state: { zoom: 9 } };
      return (await suite.service.request('POST', '/api/v1/analyses', { key: manager.secret, body })).body.id;
    };

    it('D61 S216 a job is stored as one version at its end, with its summary and rows, and one event tells of it', async () => {
      const code = await newAnalysis();
      await sql`
        insert into webhook (organization_id, url, events, secret, status, created_by, created_at)
        values (${suite.ann.spender.organizationId}, 'https://example.com/', array['analysis.version.created'], '\\x00',
          'active', ${suite.ann.spender.userId}, now())`.execute(db());
      const input = { points: points({ due: 3 }, { behave: 'problem' }, {}, {}), maxCredits: 8 };
      const id = await bound(input, code);
      expect((await job(id)).analysisCode).toBe(code);
      await ended(id);
      const [version, ...others] = await versions(code);
      expect(others).toEqual([]);
      expect(version).toMatchObject({
        versionNo: 1,
        actionId: 'test.batch',
        creditsCharged: 7,
        dataVersion: { territory: '2026-10' },
      });
      const full = (await get(`/api/v1/analyses/${code}/versions/1`)).body;
      expect(full.state).toEqual({ zoom: 9 });
      expect(full.input.points.length).toBe(4);
      expect(full.results).toEqual({
        charged: true,
        creditsCharged: 7,
        jobId: id,
        done: 2,
        skipped: 1,
        failed: 1,
        stopReason: 'batch_cap',
        rows: await rows(id),
      });
      const events = await sql<{ body: string }>`
        select body::text as body from event where type = 'analysis.version.created'`.execute(db());
      const { author: _, ...summary } = version;
      expect(events.rows.map(({ body }) => JSON.parse(body).data)).toEqual([{ analysisCode: code, version: summary }]);
    });

    it('D61 one that was stopped is stored, too, if anything was done', async () => {
      const code = await newAnalysis();
      const stopped = await bound({ points: slowThird() }, code);
      await until(async () => (await doneCount(stopped)) === 2);
      await stop(stopped);
      const nothing = await bound({ points: points({ waitMilliseconds: 20_000 }) }, code);
      await stop(nothing);
      expect((await versions(code)).map((one: { creditsCharged: number }) => one.creditsCharged)).toEqual([8]);
    });

    it('S163 D60 one that names an analysis of someone else, or none, runs and stores nothing', async () => {
      const code = await newAnalysis();
      const mate = await makeAccount(db(), { email: 'mate@example.com', role: 'member', keyName: 'mate' });
      const send = async (as: string, named: string) => {
        const input = { points: times(1), quotedCredits: 4 };
        return (await execute(input, { 'X-Analysis-Id': named }, as)).body.result.jobId;
      };
      const foreign = await send(mate.secret, code);
      await until(async () => (await get(`/api/v1/jobs/${foreign}`, mate.secret)).body.status === 'succeeded');
      const strange = await send(suite.ann.secret, 'no such analysis');
      expect(await ended(strange)).toMatchObject({ status: 'succeeded', analysisCode: null });
      expect(await versions(code)).toEqual([]);
    });
  });
});
