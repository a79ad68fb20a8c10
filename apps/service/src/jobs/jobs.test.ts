import { jobResults, job as jobSchema } from '@hinterland/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findViolations } from '../credits/invariants.ts';
import { databaseClock } from '../db/database.ts';
import { revokeKeys } from '../keys/store.ts';
import { describeOnBoth } from '../testing/databases.ts';
import { drawn, type Reply, startTestService, type TestService } from '../testing/service.ts';
import { accountState, type MadeAccount, makeAccount, TestClock } from '../testing/town.ts';
import { until } from '../testing/until.ts';
import { isJobId, newJobId } from './id.ts';
import { removeExpiredResults } from './retention.ts';

interface Told {
  readonly credits?: number;
  readonly due?: number;
  readonly behave?: string;
  readonly waitMilliseconds?: number;
  readonly text?: string;
}

const at = (index: number) => ({ lat: 40.1 + index / 1000, lng: 10.5 });
const points = (...told: Told[]) => told.map((one, i) => ({ id: `p${i}`, ...at(i), credits: 4, ...one }));
const times = (count: number, told: Told = {}) => points(...Array.from({ length: count }, () => told));
/** Two items that are quickly done, and one that takes long. */
const slowThird = (...rest: Told[]) => points({}, {}, { waitMilliseconds: 20_000 }, ...rest);

describe('ids', () => {
  it('are told from other texts, differ, and sort by time', async () => {
    const ids = [newJobId(), newJobId()];
    expect(ids.every(isJobId)).toBe(true);
    expect(ids[0]).not.toBe(ids[1]);
    await new Promise((resume) => setTimeout(resume, 2));
    expect((ids[0] as string) < newJobId()).toBe(true);
    for (const other of ['', 'job_', `${ids[0]}0`, 'job_01ILOU0000000000000000000', `${ids[0]?.toLowerCase()}`])
      expect(isJobId(other)).toBe(false);
  });
});

describeOnBoth('jobs', (database) => {
  let service: TestService;
  let ann: MadeAccount;
  const db = () => database().db;

  beforeAll(async () => {
    service = await startTestService(database(), { runSeconds: 30, jobMilliseconds: 100, jobLeaseSeconds: 2 });
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    service.bundles.set(drawn());
    ann = await makeAccount(db(), { credits: 1000, role: 'member' });
  });
  afterEach(async () => {
    expect(await findViolations(db())).toEqual([]);
  });

  const state = () => accountState(db(), ann.spender.organizationId);
  const get = (path: string, key = ann.secret) => service.request('GET', path, { key });
  const stop = (id: string, key = ann.secret) => service.request('POST', `/api/v1/jobs/${id}/stop`, { key });
  const execute = (input: object, headers?: Record<string, string>, key = ann.secret) =>
    service.execute(key, 'test.batch', input, headers);
  /** Quotes and executes; answers the whole reply. */
  const order = async (input: object, headers?: Record<string, string>): Promise<Reply> => {
    const { quotedCredits } = (await service.quote(ann.secret, 'test.batch', input)).body;
    return execute({ ...input, quotedCredits }, headers);
  };
  const start = async (input: object, headers?: Record<string, string>): Promise<string> => {
    const { status, body, text } = await order(input, headers);
    expect(status, text).toBe(200);
    return body.result.jobId;
  };
  const job = async (id: string) => (await get(`/api/v1/jobs/${id}`)).body;
  const ended = async (id: string) => {
    await until(async () => (await job(id)).finishedAt !== null);
    return job(id);
  };
  const rows = async (id: string) => (await get(`/api/v1/jobs/${id}/results?limit=500`)).body.data;
  const told = async (id: string) =>
    (await rows(id)).map((row: Record<string, unknown>) => [row.status, row.reason, row.creditsCharged]);
  const charges = async () =>
    (
      await sql<{ part: number; amount: number }>`
        select part, amount from ledger_entry where kind = 'charge' order by seq`.execute(db())
    ).rows.map(({ part, amount }) => [part, -amount / 1000]);
  const doneCount = async (id: string) => (await job(id)).progress.done;

  it('C3 an organization with as many open jobs as it may have starts no other until one has ended', async () => {
    const organizationId = ann.spender.organizationId;
    await sql`
      insert into organization_limit (organization_id, name, value) values (${organizationId}, 'open_jobs', 2)`.execute(
      db(),
    );
    const input = { points: slowThird() };
    const first = await start(input, { 'Idempotency-Key': 'first' });
    const second = await start({ points: points({ waitMilliseconds: 20_000 }) });
    const refused = await order(input);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { error: 'organization_limit_reached', policy: 'open_jobs', maximum: 2, present: 2 },
    ]);
    expect(refused.body.detail).toBe(
      'Your organization has 2 jobs that wait or run, and may have 2. Wait until one has ended, or stop one.',
    );
    // The answer to a job that was started before is no new job.
    expect((await order(input, { 'Idempotency-Key': 'first' })).body.result.jobId).toBe(first);
    const other = await makeAccount(db(), { organization: 'Other', email: 'bob@example.com', credits: 100 });
    const { quotedCredits } = (await service.quote(other.secret, 'test.batch', { points: times(1) })).body;
    expect((await execute({ points: times(1), quotedCredits }, {}, other.secret)).status).toBe(200);
    expect((await stop(first)).status).toBe(200);
    expect((await order({ points: times(1) })).status).toBe(200);
    expect((await stop(second)).status).toBe(200);
  });

  it('S40 S106 S107 S108 D45 D47 an execution answers the job that it started, with its place and the estimate', async () => {
    const quoted = await service.quote(ann.secret, 'test.batch', { points: times(3) });
    expect(quoted.body).toMatchObject({ quotedCredits: 12, sampledPoints: 1 });
    const { status, body, headers } = await order({ points: times(3) });
    const { jobId } = body.result;
    expect(status).toBe(200);
    expect(body).toEqual({
      actionId: 'test.batch',
      result: {
        charged: true,
        creditsCharged: 0,
        jobId: expect.stringMatching(/^job_/),
        points: 3,
        sampledPoints: 1,
        maxCredits: 12,
        estimate: true,
        quote: quoted.body.quote,
      },
      quotedCredits: 12,
      warnings: [],
    });
    expect(headers.get('location')).toBe(`/api/v1/jobs/${jobId}`);
    expect((await job(jobId)).maxCredits).toBe(12);
    await ended(jobId);
    const capped = await start({ points: times(3), maxCredits: 7.5 });
    expect((await ended(capped)).maxCredits).toBe(7.5);
  });

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
    ann = await makeAccount(db(), { organization: 'Poor', keyName: 'poor', credits, keyCap });
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

  it('S167 S104 D104 D105 rows come in input order, page by page, also while the job runs', async () => {
    const id = await start({ points: slowThird({}, {}) });
    await until(async () => (await doneCount(id)) === 2);
    const all = (await get(`/api/v1/jobs/${id}/results`)).body;
    expect(jobResults.parse(all)).toEqual(all);
    expect(all).toMatchObject({ offset: 0, limit: 100, total: 5, hasMore: false });
    expect(all.data.map((row: { id: string; status: string }) => [row.id, row.status])).toEqual([
      ['p0', 'done'],
      ['p1', 'done'],
      ['p2', 'pending'],
      ['p3', 'pending'],
      ['p4', 'pending'],
    ]);
    expect(all.data[1]).toEqual({
      index: 1,
      id: 'p1',
      ...at(1),
      status: 'done',
      reason: null,
      creditsCharged: 4,
      summary: { text: '' },
    });
    const page = (await get(`/api/v1/jobs/${id}/results?offset=1&limit=2`)).body;
    expect(page).toEqual({ data: all.data.slice(1, 3), offset: 1, limit: 2, total: 5, hasMore: true });
    expect((await get(`/api/v1/jobs/${id}/results?offset=4&limit=2`)).body.hasMore).toBe(false);
    expect((await get(`/api/v1/jobs/${id}/results?offset=50`)).body).toMatchObject({ data: [], hasMore: false });
    for (const query of ['limit=0', 'limit=501', 'limit=-1', 'limit=x', 'offset=-1', 'offset=1.5', 'limit='])
      expect((await get(`/api/v1/jobs/${id}/results?${query}`)).body).toMatchObject({
        error: 'validation_error',
        errors: [{ pointer: `#/${query.split('=')[0]}` }],
      });
    await stop(id);
  });

  it('S168 D106 the full result of a point is that of the action of the point', async () => {
    const id = await start({ points: points({ text: 'grüß' }, { due: 2 }), maxCredits: 4 });
    await ended(id);
    const single = await service.execute(ann.secret, 'test.charged', {
      origins: [at(0)],
      credits: 4,
      text: 'grüß',
      due: 4,
      quotedCredits: 4,
    });
    const { status, body, headers } = await get(`/api/v1/jobs/${id}/results/0`);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(body).toEqual({ ...single.body.result, thread: expect.any(String) });
    expect(Object.keys(body)).toEqual(Object.keys(single.body.result));
    expect((await get(`/api/v1/jobs/${id}/results/1`)).body).toMatchObject({
      error: 'result_not_available',
      reason: 'batch_cap',
    });
    for (const index of ['2', '-1', 'x', '1.0', '01', '99999999999'])
      expect((await get(`/api/v1/jobs/${id}/results/${index}`)).body.error).toBe('not_found');
  });

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
      values (${ann.spender.organizationId}, 'https://example.com/', array['job.completed', 'job.failed'], '\\x00',
        'active', ${ann.spender.userId}, now())`.execute(db());
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
    await revokeKeys(db(), databaseClock, { id: ann.keyId });
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
    await sql`delete from membership where user_id = ${ann.spender.userId}`.execute(db());
    const owner = await makeAccount(db(), { email: 'owner@example.com' });
    await until(async () => (await get(`/api/v1/jobs/${id}`, owner.secret)).body.finishedAt !== null);
    const { body } = await get(`/api/v1/jobs/${id}`, owner.secret);
    expect(body).toMatchObject({ status: 'stopped', result: { done: 2, stopReason: 'user_removed' } });
  });

  it('S177 D102 5.3 its user and the organization owner see a job, nobody else; only its user stops it', async () => {
    const id = await start({ points: slowThird() });
    const mate = await makeAccount(db(), { email: 'mate@example.com', role: 'admin' });
    const owner = await makeAccount(db(), { email: 'owner@example.com', role: 'owner' });
    const stranger = await makeAccount(db(), { organization: 'Other', email: 'stranger@example.com' });
    const reader = await makeAccount(db(), { role: 'member', keyName: 'reader', scopes: ['read'] });
    const unknown = newJobId();
    const paths = (one: string) => ['', '/results', '/results/0'].map((path) => `/api/v1/jobs/${one}${path}`);
    for (const { secret } of [mate, stranger]) {
      for (const [i, path] of paths(id).entries()) {
        const [foreign, missing] = [await get(path, secret), await get(paths(unknown)[i] as string, secret)];
        expect([foreign.status, foreign.body.detail]).toEqual([404, missing.body.detail]);
      }
      expect((await stop(id, secret)).body).toMatchObject({ status: 404, error: 'not_found' });
      expect((await get('/api/v1/jobs', secret)).body.data).toEqual([]);
    }
    await until(async () => (await doneCount(id)) === 2);
    for (const { secret } of [owner, reader])
      expect((await Promise.all(paths(id).map((path) => get(path, secret)))).map(({ status }) => status)).toEqual([
        200, 200, 200,
      ]);
    expect((await stop(id, owner.secret)).body).toMatchObject({ status: 403, error: 'not_owner' });
    expect((await stop(id, reader.secret)).body).toMatchObject({ status: 403, requiredScope: 'run' });
    expect((await stop(id)).status).toBe(200);
    for (const wrong of ['job_1', id.toLowerCase(), '1', '%00']) {
      expect((await get(`/api/v1/jobs/${wrong}`)).status).toBeGreaterThanOrEqual(400);
      expect((await get(`/api/v1/jobs/${wrong}`)).status).toBeLessThan(500);
    }
  });

  it('the list shows own jobs, newest first', async () => {
    const ids = [await start({ points: times(1) }), await start({ points: times(1) })];
    await ended(ids[1] as string);
    expect((await get('/api/v1/jobs')).body.data.map(({ id }: { id: string }) => id)).toEqual(ids.reverse());
    await ended(ids[1] as string);
  });

  it('D73 T9 the same idempotency key answers the same job, and never charges twice', async () => {
    const input = { points: times(2), idempotencyKey: 'once' };
    const first = await order(input);
    const replies = [await order(input)];
    await ended(first.body.result.jobId);
    replies.push(await execute({ ...input, quotedCredits: 999 }));
    for (const { status, body, headers } of replies) {
      expect([status, body.replayed, headers.get('idempotent-replayed')]).toEqual([200, true, 'true']);
      expect(body.result.jobId).toBe(first.body.result.jobId);
      expect(headers.get('location')).toBe(first.headers.get('location'));
    }
    expect(replies[1]?.body.result.creditsCharged).toBe(8);
    expect((await state()).balance).toBe(992);
    expect((await order({ points: times(3), idempotencyKey: 'once' })).body.error).toBe('idempotency_key_reused');
  });

  it('D73 many at once under one key start one job', async () => {
    const input = { points: times(2), quotedCredits: 8 };
    const replies = await Promise.all(Array.from({ length: 8 }, () => execute(input, { 'Idempotency-Key': 'storm' })));
    const ids = new Set(replies.map(({ body }) => body.result.jobId));
    expect(ids.size).toBe(1);
    expect(replies.filter(({ body }) => body.replayed !== true).length).toBe(1);
    await ended([...ids][0]);
    expect((await state()).balance).toBe(992);
  });

  it('D68 a job that was stopped before anything was charged frees its key', async () => {
    const input = { points: points({ waitMilliseconds: 20_000 }), idempotencyKey: 'again' };
    const first = await start(input);
    await stop(first);
    const second = await start(input);
    expect(second).not.toBe(first);
    await stop(second);
  });

  it('S169 D107 D108 results end after 30 days; the job and its summary stay', async () => {
    const id = await start({ points: times(2) });
    const { finishedAt, resultsExpireAt } = await ended(id);
    expect(Date.parse(resultsExpireAt) - Date.parse(finishedAt)).toBe(30 * 86_400_000);
    const age = (interval: string) =>
      sql`update job set finished_at = finished_at - ${interval}::interval where id = ${id}`.execute(db());
    const clock = new TestClock(new Date(Date.parse(resultsExpireAt) - 1).toISOString());
    expect(await removeExpiredResults(db(), clock)).toBe(0);
    await age('29 days 23 hours');
    expect((await get(`/api/v1/jobs/${id}/results/0`)).status).toBe(200);
    await age('1 hour');
    for (const path of ['results', 'results/0', 'results/7'])
      expect((await get(`/api/v1/jobs/${id}/${path}`)).body).toMatchObject({ status: 410, error: 'results_expired' });
    expect(await removeExpiredResults(db(), databaseClock)).toBe(1);
    expect(await removeExpiredResults(db(), databaseClock)).toBe(0);
    expect((await sql`select from job_item`.execute(db())).rows.length).toBe(0);
    expect(await job(id)).toMatchObject({ status: 'succeeded', result: { done: 2, creditsCharged: 8 } });
    expect((await get(`/api/v1/jobs/${id}/results`)).status).toBe(410);
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
      return (await service.request('POST', '/api/v1/analyses', { key: manager.secret, body })).body.id;
    };

    it('D61 S216 a job is stored as one version at its end, with its summary and rows, and one event tells of it', async () => {
      const code = await newAnalysis();
      await sql`
        insert into webhook (organization_id, url, events, secret, status, created_by, created_at)
        values (${ann.spender.organizationId}, 'https://example.com/', array['analysis.version.created'], '\\x00',
          'active', ${ann.spender.userId}, now())`.execute(db());
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
      const strange = await send(ann.secret, 'no such analysis');
      expect(await ended(strange)).toMatchObject({ status: 'succeeded', analysisCode: null });
      expect(await versions(code)).toEqual([]);
    });
  });
});
