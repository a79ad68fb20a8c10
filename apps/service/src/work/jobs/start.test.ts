import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import type { Db } from '../../kit/db/database.ts';
import { findViolations } from '../../organizations/credits/invariants.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { accountState, type MadeAccount, makeAccount, TestClock } from '../../testing/town.ts';
import { watchedDatabase } from '../../testing/watchedDatabase.ts';
import { claimJob } from './queue.ts';
import { type NewJob, startJob } from './start.ts';

describeOnBoth('starts of jobs', (database) => {
  const db = () => database().db;
  const clock = new TestClock('2026-11-21T10:00:00.000Z');
  let ann: MadeAccount;

  beforeEach(async () => {
    ann = await makeAccount(db(), { credits: 10 });
  });

  const jobOf = (more: Partial<NewJob> = {}): NewJob => ({
    spender: ann.spender,
    actionId: 'test.batch',
    channel: 'api',
    input: { points: [{ id: 'a "quoted" one' }] },
    datasets: [],
    total: 2,
    territoryId: 'town',
    dataVersion: { roads: '2026-11-01' } as unknown as NewJob['dataVersion'],
    analysisCode: 'not a code',
    quote: { quotedCredits: 4, sampledPoints: 0, quote: {} as NewJob['quote']['quote'] },
    maxCredits: 6_000,
    held: 4_000,
    idempotency: null,
    ...more,
  });
  const stored = async () =>
    (
      await sql<{ jobs: number; holds: number }>`
      select (select count(*) from job) as jobs, (select count(*) from credit_hold) as holds`.execute(db())
    ).rows[0];
  const keyOf = (byte: number) => ({ key: 'k1', fingerprint: Buffer.alloc(32, byte) });

  it('C3 one statement starts a job and one claims it: nothing else comes between their parts', async () => {
    const asked: string[] = [];
    const watched: Db = watchedDatabase(db(), (one) =>
      asked.push(/\w+_job(?=\(|_on_datasets\()/.exec(one)?.[0] ?? one),
    );
    const { row, replayed } = await startJob(watched, clock, jobOf());
    const claimed = await claimJob(watched, clock, 60);
    expect(await claimJob(watched, clock, 60)).toBeNull();
    expect(asked).toEqual(['queue_held_job', 'claim_job', 'claim_job']);
    expect(replayed).toBe(false);
    expect(row).toMatchObject({
      organization_id: ann.spender.organizationId,
      user_id: ann.spender.userId,
      api_key_id: ann.spender.apiKeyId,
      action_id: 'test.batch',
      dataset_id: null,
      status: 'queued',
      territory_id: 'town',
      analysis_code: null,
      max_credits: 6_000,
      credits_charged: 0,
      total: 2,
      started_at: null,
    });
    expect(row.created_at).toEqual(clock.instant());
    expect(claimed).toMatchObject({
      ...row,
      status: 'running',
      started_at: clock.instant(),
      claims_without_progress: 1,
      lease_token: claimed?.lease_token,
    });
    expect(claimed?.input).toEqual(jobOf().input);
    expect(await accountState(db(), ann.spender.organizationId)).toEqual({ balance: 10, reserved: 4 });
    expect(await findViolations(db())).toEqual([]);
  });

  it('C3 what cannot start is told why, and leaves nothing behind', async () => {
    await expect(startJob(db(), clock, jobOf({ held: 10_001, maxCredits: 10_001 }))).rejects.toMatchObject({
      code: 'insufficient_credits',
      fields: { blockedBy: 'organization_balance', availableCredits: 10 },
    });
    expect(await stored()).toEqual({ jobs: 0, holds: 0 });
    const first = await startJob(db(), clock, jobOf({ idempotency: keyOf(1) }));
    const again = await startJob(db(), clock, jobOf({ idempotency: keyOf(1) }));
    expect([again.replayed, again.row.id]).toEqual([true, first.row.id]);
    await expect(startJob(db(), clock, jobOf({ idempotency: keyOf(2) }))).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
    await sql`
      insert into organization_limit (organization_id, name, value)
      values (${ann.spender.organizationId}, 'open_jobs', 1)`.execute(db());
    await expect(startJob(db(), clock, jobOf())).rejects.toMatchObject({
      code: 'organization_limit_reached',
      fields: { policy: 'open_jobs', maximum: 1, present: 1 },
    });
    expect(await stored()).toEqual({ jobs: 1, holds: 1 });
    expect(await accountState(db(), ann.spender.organizationId)).toEqual({ balance: 10, reserved: 4 });
    expect(await findViolations(db())).toEqual([]);
  });
});
