import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { describeOnBoth } from '../../testing/databases.ts';
import { makeAccount, TestClock } from '../../testing/town.ts';
import { type ClaimedJob, claimJob, renewJob } from './queue.ts';

interface Waiting {
  readonly id: string;
  readonly organization: number;
  readonly createdSeconds: number;
}

/** A generator of whole numbers below `n`, the same for the same seed (mulberry32). */
function chance(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
}

describeOnBoth('queue of jobs', (database) => {
  const db = () => database().db;
  const clock = new TestClock('2026-11-21T10:00:00.000Z');
  const begin = '2026-11-21T00:00:00.000Z';
  let organizations: number[];
  let users: number[];

  beforeEach(async () => {
    clock.set('2026-11-21T10:00:00.000Z');
    const made = [];
    for (const name of ['A', 'B', 'C', 'D']) {
      made.push(await makeAccount(db(), { organization: name, email: `${name}@example.com`.toLowerCase() }));
    }
    organizations = made.map(({ spender }) => spender.organizationId);
    users = made.map(({ spender }) => spender.userId);
  });

  const idOf = (number: number) => `job_${String(number).padStart(26, '0')}`;
  const insert = (first: number, count: number, organization: number, createdSeconds: number) =>
    sql`
    insert into job (id, organization_id, user_id, action_id, input, territory_id, data_version, quote, max_credits, total,
      created_at)
    select 'job_' || lpad(n::text, 26, '0'), ${organizations[organization]}, ${users[organization]}, 'test.batch', '{}',
      'town', '{}', '{}', 0, 1, ${begin}::timestamptz + make_interval(secs => ${createdSeconds})
    from generate_series(${first}::integer, ${first + count - 1}::integer) n`.execute(db());
  const claim = async () => (await claimJob(db(), clock, 60))?.id ?? null;
  const end = (id: string) =>
    sql`
    update job set status = 'succeeded', done = 1, finished_at = ${clock.instant()}, lease_token = null, lease_until = null
    where id = ${id}`.execute(db());

  it.each([1, 2, 3])('C3 gives the next job as a naive twin would, seed %i', async (seed) => {
    const below = chance(seed);
    const waiting: Waiting[] = [];
    const running: Waiting[] = [];
    let made = 0;
    const expected = () =>
      waiting
        .map((job) => ({ job, busy: running.filter(({ organization }) => organization === job.organization).length }))
        .filter(({ busy }) => busy < 2)
        .sort(
          (a, b) => a.busy - b.busy || a.job.createdSeconds - b.job.createdSeconds || (a.job.id < b.job.id ? -1 : 1),
        )[0]?.job;
    for (let step = 0; step < 80; step++) {
      const deed = below(3);
      if (deed === 0) {
        const job = { id: idOf(++made), organization: below(4), createdSeconds: below(20) };
        await insert(made, 1, job.organization, job.createdSeconds);
        waiting.push(job);
      } else if (deed === 1) {
        const next = expected();
        expect(await claim()).toBe(next?.id ?? null);
        if (next === undefined) continue;
        waiting.splice(waiting.indexOf(next), 1);
        running.push(next);
      } else if (running.length > 0) {
        const [ended] = running.splice(below(running.length), 1);
        await end((ended as Waiting).id);
      }
    }
  });

  it('L2 a clock that jumps ahead and back leaves no job waiting, and takes none from who works on it', async () => {
    await insert(1, 1, 0, 0);
    expect([await claim(), await claim()]).toEqual([idOf(1), null]);
    clock.set('2026-11-21T12:00:00.000Z');
    expect([await claim(), await claim()]).toEqual([idOf(1), null]); // its lease has ended, two hours ago by this clock
    clock.set('2026-11-21T10:00:30.000Z');
    const mine = (await claimJob(db(), clock, 60)) as ClaimedJob; // its lease lies two hours ahead
    expect(mine.id).toBe(idOf(1));
    clock.set('2026-11-21T10:00:10.000Z');
    expect([await claim(), await renewJob(db(), clock, mine, 60), await claim()]).toEqual([null, true, null]);
  });

  it('C3 20,000 waiting jobs of one organization: claims go on, and the job of another comes second', async () => {
    // In pieces: a statement has 20 s, also on a machine that does much else.
    for (let first = 1; first < 20_000; first += 2_000) await insert(first, 2_000, 0, 0);
    await insert(30_000, 1, 1, 3600);
    const claimed = [await claim(), await claim(), await claim(), await claim()];
    expect(claimed).toEqual([idOf(1), idOf(30_000), idOf(2), null]);
  });

  it('C3 a claim reads a few rows, also when statistics are from before the queue grew', async () => {
    await insert(1, 2_000, 0, 0);
    await sql`update job set status = 'succeeded', done = 1, finished_at = ${clock.instant()}`.execute(db());
    await sql`analyze job`.execute(db());
    for (let first = 10_001; first < 14_000; first += 2_000) await insert(first, 2_000, 0, 60);
    await insert(20_001, 1, 1, 3600);
    for (const id of [10_001, 20_001]) {
      // Claimed for good, so that the next one is another organization's.
      const [claimed, read] = await db()
        .transaction()
        .execute(async (trx) => {
          const rowsRead = async () =>
            (
              await sql<{ count: number }>`
                select seq_tup_read + idx_tup_fetch as count from pg_stat_xact_user_tables where relname = 'job'`.execute(
                trx,
              )
            ).rows[0]?.count ?? 0;
          const before = await rowsRead();
          return [(await claimJob(trx, clock, 60))?.id, (await rowsRead()) - before];
        });
      expect(claimed).toBe(idOf(id));
      expect(read).toBeLessThan(20);
    }
  });

  it('C3 claims at once each get another job, up to those that an organization may have under way', async () => {
    await insert(1, 5, 0, 0);
    await insert(11, 5, 1, 0);
    await sql`
      insert into organization_limit (organization_id, name, value) values (${organizations[0]}, 'running_jobs', 3)`.execute(
      db(),
    );
    const claimed: (string | null)[] = [];
    for (let round = 0; round < 8; round++) claimed.push(...(await Promise.all([claim(), claim()])));
    expect(claimed.filter((id) => id !== null).sort()).toEqual([1, 2, 3, 11, 12].map(idOf));
  });

  it('a lease that has ended leaves the job to others', async () => {
    await insert(1, 1, 0, 0);
    expect([await claim(), await claim()]).toEqual([idOf(1), null]);
    clock.advanceSeconds(61);
    expect(await claim()).toBe(idOf(1));
  });

  it('M5 jobs of a deleted organization are left to its deletion', async () => {
    await insert(1, 2, 0, 0);
    await sql`update organization set deleted_at = ${clock.instant()} where id = ${organizations[0]}`.execute(db());
    expect(await claim()).toBeNull();
  });
});
