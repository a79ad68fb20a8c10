import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { databaseClock } from '../../kit/db/database.ts';
import { ProblemError } from '../../kit/problem.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { makeAccount } from '../../testing/town.ts';
import { thousandthsOf } from './amounts.ts';
import { commitHold } from './commit.ts';
import { holdCredits } from './hold.ts';
import { findViolations } from './invariants.ts';
import { releaseHold } from './release.ts';

describeOnBoth('storm of credits', (database) => {
  it('S187 S188 S189 S261 limits of team, users and keys together are never passed, and are used up', async () => {
    const { db } = database();
    // One team for 100 credits, two users for 60 each, four keys for 35 each: each kind binds before the balance does.
    const spenders: Awaited<ReturnType<typeof makeAccount>>['spender'][] = [];
    for (const user of ['ann', 'bob']) {
      for (const keyName of ['one', 'two']) {
        const limits = { teamLimit: 100, userLimit: 60, keyCap: 35, credits: 1000 };
        spenders.push((await makeAccount(db, { email: `${user}@example.com`, keyName, ...limits })).spender);
      }
    }
    const run = fc.record({
      key: fc.nat(spenders.length - 1),
      credits: fc.integer({ min: 1, max: 5 }),
      share: fc.constantFrom(0, 0.5, 1, 1),
      ends: fc.constantFrom('commit', 'commit', 'release'),
    });
    const runs = fc.sample(fc.array(run, { minLength: 200, maxLength: 200 }), { seed: 20261121, numRuns: 1 })[0] ?? [];
    const passed = async () => {
      const { rows } = await sql`
        select c.scope, c.reserved, c.committed, l.monthly_limit from spend_counter c
        join spend_limit l using (organization_id, scope, scope_id)
        where c.reserved + c.committed > l.monthly_limit`.execute(db);
      return rows;
    };
    const refusals = new Set<unknown>();
    const attempt = async ({ key, credits, share, ends }: (typeof runs)[number]) => {
      const spender = spenders[key]!;
      try {
        const request = { spender, actionId: 'test.flat', amount: thousandthsOf(credits), idempotency: null };
        const hold = await holdCredits(db, databaseClock, request);
        if (hold.state !== 'held') throw new Error('a hold without a key was not granted');
        expect(await passed()).toEqual([]);
        if (ends === 'commit') await commitHold(db, databaseClock, hold, thousandthsOf(credits * share));
        else await releaseHold(db, databaseClock, hold);
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        refusals.add(error.fields.blockedBy);
      }
    };
    await Promise.all(runs.map(attempt));
    expect(await passed()).toEqual([]);
    // What is left of every limit is filled up by ones, so that each of them is reached exactly or stands behind another.
    await Promise.all(
      Array.from({ length: 200 }, (_, i) => attempt({ key: i % 4, credits: 1, share: 1, ends: 'commit' })),
    );
    for (let i = 0; i < 8; i++) await attempt({ key: i % 4, credits: 0.5, share: 1, ends: 'commit' });
    const { rows } = await sql<{ used: number }>`
      select committed::float8 / 1000 as used from spend_counter where scope = 'team'`.execute(db);
    expect(rows).toEqual([{ used: 100 }]);
    expect(refusals.has('organization_balance')).toBe(false);
    expect(refusals.has('team_limit')).toBe(true);
    expect(await findViolations(db)).toEqual([]);
  });
});
