import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { findViolations } from '../../organizations/credits/invariants.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { startTestService, type TestService } from '../../testing/service.ts';
import { makeAccount } from '../../testing/town.ts';
import { until } from '../../testing/until.ts';

interface Item {
  readonly waitMilliseconds?: number;
}

const points = (...items: Item[]) =>
  items.map((item, i) => ({ id: `p${i}`, lat: 40.1 + i / 1000, lng: 10.5, credits: 4, ...item }));
const times = (count: number, item: Item = {}) => points(...Array.from({ length: count }, () => item));

describeOnBoth('processes that work on jobs', (database) => {
  const open: TestService[] = [];
  const begin = async (role: string, replaced: object = {}) => {
    const env = { HINTERLAND_ROLE: role, DATABASE_URL: 'postgres://replaced/' };
    const service = await startTestService(database(), { env, workers: 1, jobMilliseconds: 50, ...replaced });
    open.push(service);
    return service;
  };
  afterEach(async () => {
    await Promise.all(open.splice(0).map((service) => service.close()));
    expect(await findViolations(database().db)).toEqual([]);
  });

  const order = async (api: TestService, key: string, input: { points: { credits: number }[] }): Promise<string> => {
    const quotedCredits = input.points.reduce((sum, { credits }) => sum + credits, 0);
    return (await api.execute(key, 'test.batch', { ...input, quotedCredits })).body.result.jobId;
  };
  const read = async (api: TestService, key: string, id: string) =>
    (await api.request('GET', `/api/v1/jobs/${id}`, { key })).body;

  // Three services start, on cold modules where this file comes first.
  it('one that only answers calls leaves jobs to workers, which do not listen and hand back what they stop at', async () => {
    const { secret } = await makeAccount(database().db, { credits: 100 });
    const api = await begin('api');
    const id = await order(api, secret, { points: points({}, { waitMilliseconds: 1500 }, {}) });
    await new Promise((resume) => setTimeout(resume, 200));
    expect(await read(api, secret, id)).toMatchObject({ status: 'queued', startedAt: null });
    const first = await begin('worker');
    expect(first.url).toBe('');
    await until(async () => (await read(api, secret, id)).progress.done === 1);
    await first.close();
    const { rows } = await sql`select status, lease_token, lease_until, claims_without_progress from job`.execute(
      database().db,
    );
    expect(rows).toEqual([{ status: 'running', lease_token: null, lease_until: null, claims_without_progress: 0 }]);
    await begin('worker');
    await until(async () => (await read(api, secret, id)).finishedAt !== null);
    expect((await read(api, secret, id)).result).toMatchObject({ done: 3, failed: 0, creditsCharged: 12 });
    const charged = await sql<{ part: number }>`select part from ledger_entry where kind = 'charge'`.execute(
      database().db,
    );
    expect(charged.rows.map(({ part }) => part).sort((a, b) => a - b)).toEqual([0, 1, 2]);
  });

  it('one organization with many jobs does not keep the others waiting', async () => {
    const ann = await makeAccount(database().db, { credits: 100 });
    const bob = await makeAccount(database().db, { organization: 'Other', email: 'bob@example.com', credits: 100 });
    const api = await begin('api');
    const many: string[] = [];
    for (let i = 0; i < 3; i++)
      many.push(await order(api, ann.secret, { points: times(2, { waitMilliseconds: 200 }) }));
    const late = await order(api, bob.secret, { points: times(1) });
    await begin('worker', { jobsAtOnce: 2 });
    await until(async () => (await read(api, bob.secret, late)).finishedAt !== null);
    expect((await read(api, ann.secret, many[2] as string)).finishedAt).toBeNull();
    await until(async () => (await read(api, ann.secret, many[2] as string)).finishedAt !== null);
  });

  it('several workers share the jobs, and none is done twice', async () => {
    const { secret } = await makeAccount(database().db, { credits: 1000 });
    const api = await begin('api');
    const ids: string[] = [];
    for (let i = 0; i < 6; i++) ids.push(await order(api, secret, { points: times(3) }));
    await Promise.all([begin('worker'), begin('worker')]);
    for (const id of ids) await until(async () => (await read(api, secret, id)).finishedAt !== null);
    const charged = await sql<{ entries: number; parts: number }>`
      select count(*)::integer as entries, count(distinct (h.job_id, e.part))::integer as parts
      from ledger_entry e join credit_hold h on h.id = e.hold_id`.execute(database().db);
    expect(charged.rows).toEqual([{ entries: 18, parts: 18 }]);
  });

  it('single calls do not wait for the points of a batch', async () => {
    const { secret } = await makeAccount(database().db, { credits: 1000 });
    const service = await begin('all', { workers: 1 });
    const id = await order(service, secret, { points: times(40, { waitMilliseconds: 50 }) });
    await until(async () => (await read(service, secret, id)).progress.done >= 1);
    for (let i = 0; i < 5; i++) expect((await service.execute(secret, 'test.free', {})).status).toBe(200);
    // The batch alone takes two seconds of the only thread: the calls came in between.
    expect((await read(service, secret, id)).progress.done).toBeLessThan(30);
    await service.request('POST', `/api/v1/jobs/${id}/stop`, { key: secret });
  });
});
