import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { describeOnBoth } from '../../testing/databases.ts';
import { makeAccount, TestClock } from '../../testing/town.ts';
import type { ClaimedJob } from '../jobs/queue.ts';
import { claimPart, finishPart, handBackPart, offerParts, outcomeOf, renewPart } from './queue.ts';

const LEASE_SECONDS = 60;
const OLD = { territory: '2026-10', sociodemo: 'a' };
const NEW = { ...OLD, territory: '2026-11' };
const OUTCOME = { failed: 0, due: 5, counts: { done: 10 }, bytes: 1, sha256: 'x' };

describeOnBoth('queue of parts', (database) => {
  const db = () => database().db;
  const clock = new TestClock('2026-11-21T10:00:00.000Z');
  let jobs: ClaimedJob[];

  /** Two jobs of the first organization and one of the second, which is the latest. */
  beforeEach(async () => {
    clock.set('2026-11-21T10:00:00.000Z');
    jobs = [];
    const [a, b] = [await makeAccount(db(), { organization: 'A' }), await makeAccount(db(), { organization: 'B' })];
    for (const [number, { spender }] of [a, a, b].entries()) {
      const id = `job_${String(number).padStart(26, '0')}`;
      const { organizationId, userId } = spender;
      await sql`
        insert into job (id, organization_id, user_id, action_id, dataset_id, input, territory_id, data_version, quote, max_credits,
          total, created_at, status, started_at, lease_token, lease_until)
        values (${id}, ${organizationId}, ${userId}, 'enrich.dataset', ${`data_${number}`}, '{}', 'town', '{}', '{}', 0, 30,
          ${clock.instant()}::timestamptz + make_interval(secs => ${number}), 'running', ${clock.instant()}, 'owner',
          ${clock.instant()}::timestamptz + interval '1 minute')`.execute(db());
      jobs.push({ id, lease_token: 'owner' } as ClaimedJob);
    }
  });

  const offer = (job: number, version = OLD, token = 'owner') =>
    offerParts(
      db(),
      { ...jobs[job]!, lease_token: token },
      version,
      [0, 1, 2].map((index) => ({ index, first: 10 * index, rows: 10 })),
    );
  const claim = (versions: readonly object[] = [OLD], leftOut: string[] = []) =>
    claimPart(
      db(),
      clock,
      LEASE_SECONDS,
      versions.map((dataVersion) => ({ manifest: { id: 'town' }, dataVersion })) as never,
      leftOut,
    );
  const named = (part: Awaited<ReturnType<typeof claim>>) =>
    part === null ? null : [jobs.findIndex(({ id }) => id === part.id), part.part_index];

  it('gives organizations with fewer parts under way their turn, then older jobs, and each part once', async () => {
    for (const job of [0, 1, 2]) await offer(job);
    const got = [];
    for (let i = 0; i < 10; i++) got.push(named(await claim()));
    expect(got).toEqual([[0, 0], [2, 0], [0, 1], [2, 1], [0, 2], [2, 2], [1, 0], [1, 1], [1, 2], null]);
  });

  it('any process gets parts of one job; none of jobs that it leaves out, of other data, or that has ended', async () => {
    await offer(0);
    const [mine, theirs] = [await claim(), await claim()];
    expect([named(mine), named(theirs), mine?.part_token === theirs?.part_token]).toEqual([[0, 0], [0, 1], false]);
    expect([mine?.part_first, mine?.part_rows, theirs?.part_data_version]).toEqual([0, 10, OLD]);
    expect([await claim([NEW]), await claim([OLD], [jobs[0]!.id]), await claim([])]).toEqual([null, null, null]);
    expect(named(await claim([NEW, { sociodemo: 'a', territory: '2026-10' }]))).toEqual([0, 2]);
    await offer(1);
    await sql`update job set status = 'stopped', finished_at = ${clock.instant()}, skipped = 30, lease_token = null, lease_until = null
      where id = ${jobs[1]!.id}`.execute(db());
    expect(await claim()).toBeNull();
  });

  it('a part whose lease ran out goes to the next, and what comes late is not stored', async () => {
    await offer(0);
    const first = (await claim())!;
    expect(await renewPart(db(), clock, first, LEASE_SECONDS)).toBe(true);
    clock.advanceSeconds(LEASE_SECONDS + 1);
    const second = (await claim())!;
    expect([named(second), second.part_claims]).toEqual([[0, 0], 2]);
    expect(await renewPart(db(), clock, first, LEASE_SECONDS)).toBe(false);
    await finishPart(db(), first, { ...OUTCOME, sha256: 'late' });
    expect(await outcomeOf(db(), first.id, 0)).toBeNull();
    await finishPart(db(), second, OUTCOME);
    expect(await outcomeOf(db(), first.id, 0)).toEqual(OUTCOME);
    // Handed back, it is there for all at once, and the claim does not count.
    const third = (await claim())!;
    await handBackPart(db(), third);
    expect([third.part_index, (await claim())?.part_claims]).toEqual([1, 1]);
  });

  it('who takes a job over keeps what was worked off from the same data, and asks anew from other data', async () => {
    await offer(0);
    await finishPart(db(), (await claim())!, OUTCOME);
    const open = (await claim())!;
    await offer(0);
    expect([await outcomeOf(db(), open.id, 0), await outcomeOf(db(), open.id, 1)]).toEqual([OUTCOME, null]);
    expect(await renewPart(db(), clock, open, LEASE_SECONDS)).toBe(true);
    // One that has lost the job changes nothing.
    await offer(0, NEW, 'lost');
    expect(await outcomeOf(db(), open.id, 0)).toEqual(OUTCOME);
    await offer(0, NEW);
    expect(await outcomeOf(db(), open.id, 0)).toBeNull();
    expect(await renewPart(db(), clock, open, LEASE_SECONDS)).toBe(false);
    expect([named(await claim()), named(await claim([NEW]))]).toEqual([null, [0, 0]]);
    expect(await outcomeOf(db(), open.id, 7)).toBe('gone');
  });

  it('a process of the version before that charged a part alone leaves none of it to do', async () => {
    await offer(0);
    await sql`update job set done = 20 where id = ${jobs[0]!.id}`.execute(db());
    expect([named(await claim()), await claim()]).toEqual([[0, 2], null]);
  });
});
