import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { recordEvent } from '../kit/events/record.ts';
import { describeOnBoth } from '../testing/databases.ts';
import { failedJob } from '../testing/failedJob.ts';
import { makeAccount, TestClock } from '../testing/town.ts';
import { claimDue } from './deliveries.ts';
import { bringDeliveriesForward, recordOutcome } from './retry.ts';

describeOnBoth('deliveries after a clock that went back', (database) => {
  it('L2 are due again where they were due ahead; a retry that waits its time is left alone', async () => {
    const { db } = database();
    const clock = new TestClock('2026-11-21T10:00:00.000Z');
    const ann = await makeAccount(db, { role: 'owner' });
    const { organizationId, userId } = ann.spender;
    await sql`
      insert into webhook (organization_id, url, events, secret, created_by, created_at)
      values (${organizationId}, 'https://example.com/', '{job.failed}', ${Buffer.alloc(8)}, ${userId}, ${clock.instant()})`.execute(
      db,
    );
    const happen = (job: string) => recordEvent(db, { ...failedJob(ann, job), createdAt: clock.instant() });
    /** Attempts at what is due, of which each fails. Returns the jobs whose events they were. */
    const attempt = async () => {
      await bringDeliveriesForward(db, clock);
      const jobs: string[] = [];
      for (let due = await claimDue(db, clock); due !== null; due = await claimDue(db, clock)) {
        jobs.push(JSON.parse(due.body).data.job.id);
        await recordOutcome(db, clock, due, { delivered: false, responseCode: 500, error: 'HTTP 500' });
      }
      return jobs;
    };
    await happen('job_1');
    expect(await attempt()).toEqual(['job_1']);
    clock.advanceSeconds(40 * 86_400);
    await happen('job_2');
    clock.set('2026-11-21T10:00:00.000Z');
    expect(await attempt()).toEqual(['job_2']); // the other one waits for its minute
    clock.advanceSeconds(-3_600);
    expect(await attempt()).toEqual(['job_1', 'job_2']);
    clock.advanceSeconds(500); // of the ten minutes after a second attempt
    expect(await attempt()).toEqual([]);
  });
});
