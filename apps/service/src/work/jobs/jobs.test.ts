import { gunzipSync } from 'node:zlib';
import { jobResults } from '@hinterland/contract';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { databaseClock } from '../../kit/db/database.ts';
import { at, batchJobs, points, slowThird, times } from '../../testing/batchJobs.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { makeAccount, TestClock } from '../../testing/town.ts';
import { until } from '../../testing/until.ts';
import { isJobId, newJobId } from './id.ts';
import { removeExpiredResults } from './retention.ts';

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
  const suite = batchJobs(database);
  const { db, get, execute, order, job, state, stop, start, ended, doneCount } = suite;

  it('C3 an organization with as many open jobs as it may have starts no other until one has ended', async () => {
    const organizationId = suite.ann.spender.organizationId;
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
    const { quotedCredits } = (await suite.service.quote(other.secret, 'test.batch', { points: times(1) })).body;
    expect((await execute({ points: times(1), quotedCredits }, {}, other.secret)).status).toBe(200);
    expect((await stop(first)).status).toBe(200);
    expect((await order({ points: times(1) })).status).toBe(200);
    expect((await stop(second)).status).toBe(200);
  });

  it('S40 S106 S107 S108 D45 D47 an execution answers the job that it started, with its place and the estimate', async () => {
    const quoted = await suite.service.quote(suite.ann.secret, 'test.batch', { points: times(3) });
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

  it('D165 what the data give reason to warn of is named by the quote, the answer that started the job, and its repetitions', async () => {
    const input = { points: points({ text: 'warn' }), idempotencyKey: 'warned' };
    const { body } = await suite.service.quote(suite.ann.secret, 'test.batch', { points: input.points });
    expect(body.warnings).toEqual([{ pointer: '#/text', detail: 'As told in Town.' }]);
    for (const replayed of [undefined, true]) {
      const started = await order(input);
      expect([started.body.replayed, started.body.warnings]).toEqual([replayed, body.warnings]);
    }
    // Earlier versions did not store them.
    await sql`update job set quote = (quote::jsonb - 'warnings')::json`.execute(db());
    expect((await order(input)).body).toMatchObject({ replayed: true, warnings: [] });
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
    const single = await suite.service.execute(suite.ann.secret, 'test.charged', {
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

  it('S168 a result that a version before stored as text is answered as it was', async () => {
    const id = await start({ points: points({ text: 'grüß' }) });
    await ended(id);
    const path = `/api/v1/jobs/${id}/results/0`;
    const { text } = await get(path);
    expect(text).toContain('grüß');
    const { rows } = await sql<{ result_gzip: Buffer }>`select result_gzip from job_item`.execute(db());
    const result = gunzipSync(rows[0]!.result_gzip).toString();
    await sql`update job_item set result = ${result}, result_gzip = null`.execute(db());
    expect((await get(path)).text).toBe(text);
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
    expect((await sql`select input::text as input from job`.execute(db())).rows).toEqual([{ input: '{}' }]);
  });

  it('results are deleted by who sees them, with the points that were sent, and the job and its summary stay', async () => {
    const id = await start({ points: times(2) });
    const erase = (key: string, of = id) => suite.service.request('DELETE', `/api/v1/jobs/${of}/results`, { key });
    await ended(id);
    const stranger = await makeAccount(db(), { organization: 'Other', email: 'eve@example.com' });
    expect((await erase(stranger.secret)).status).toBe(404);
    expect((await get(`/api/v1/jobs/${id}/results`)).status).toBe(200);
    const first = await erase(suite.ann.secret);
    expect([first.status, first.body.status]).toEqual([200, 'succeeded']);
    expect(Date.parse(first.body.resultsDeletedAt)).toBeGreaterThanOrEqual(Date.parse(first.body.finishedAt));
    expect((await erase(suite.ann.secret)).body).toEqual(first.body);
    for (const path of ['results', 'results/0'])
      expect((await get(`/api/v1/jobs/${id}/${path}`)).body).toMatchObject({ status: 410, error: 'results_expired' });
    expect((await sql`select from job_item`.execute(db())).rows.length).toBe(0);
    expect((await sql`select input::text as input from job`.execute(db())).rows).toEqual([{ input: '{}' }]);
    expect(await job(id)).toMatchObject({ status: 'succeeded', result: { done: 2, creditsCharged: 8 } });
  });

  it('results of a job that runs are not deleted', async () => {
    const id = await start({ points: points({ waitMilliseconds: 20_000 }) });
    const refused = await suite.service.request('DELETE', `/api/v1/jobs/${id}/results`, { key: suite.ann.secret });
    expect(refused.body).toMatchObject({
      status: 409,
      error: 'job_running',
      detail: expect.stringContaining('Stop it'),
    });
    await suite.service.request('POST', `/api/v1/jobs/${id}/stop`, { key: suite.ann.secret, body: {} });
    expect(
      (await suite.service.request('DELETE', `/api/v1/jobs/${id}/results`, { key: suite.ann.secret })).status,
    ).toBe(200);
  });
});
