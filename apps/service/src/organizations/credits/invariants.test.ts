import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { databaseClock } from '../../kit/db/database.ts';
import { ProblemError } from '../../kit/problem.ts';
import { creditCalls } from '../../testing/creditCalls.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { makeAccount } from '../../testing/town.ts';
import { commitHold } from './commit.ts';
import { type Hold, holdCredits } from './hold.ts';
import { findViolations } from './invariants.ts';
import { findViolationsInPieces } from './violations.ts';

describeOnBoth('the books', (database) => {
  const suite = creditCalls(database);
  const { db, hold, commit, release, grant, state, limit } = suite;

  it('S259 S260 S261 any mixture of grants, holds, commits and releases keeps the books right', async () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('grant' as const), credits: fc.integer({ min: 1, max: 50 }) }),
      fc.record({ do: fc.constant('hold' as const), credits: fc.integer({ min: 0, max: 40 }) }),
      fc.record({ do: fc.constant('commit' as const), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
      fc.record({ do: fc.constant('release' as const) }),
      fc.record({ do: fc.constant('limit' as const), credits: fc.option(fc.integer({ min: 0, max: 200 })) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        await database().empty();
        suite.ann = await makeAccount(db());
        // The twin: what a reader of the specification would note on paper.
        let balance = 0;
        let spent = 0;
        let cap: number | null = null;
        const open: Hold[] = [];
        const reserved = () => open.reduce((sum, one) => sum + one.amount, 0) / 1000;
        for (const one of steps) {
          if (one.do === 'grant') {
            await grant(one.credits);
            balance += one.credits;
          } else if (one.do === 'hold') {
            const fits =
              one.credits <= balance - reserved() && (cap === null || spent + reserved() + one.credits <= cap);
            const outcome = await hold(one.credits).catch((error) => error);
            expect(outcome instanceof ProblemError).toBe(!fits);
            if (fits) open.push(outcome);
          } else if (one.do === 'limit') {
            await limit('user', one.credits);
            cap = one.credits;
          } else {
            const held = open.shift();
            if (held === undefined) continue;
            if (one.do === 'release') expect(await release(held)).toBe(true);
            else {
              const due = Math.floor((held.amount / 1000) * one.share);
              await commit(held, due);
              balance -= due;
              spent += due;
            }
          }
          expect(await state()).toEqual({ balance, reserved: reserved() });
        }
        expect(await findViolations(db())).toEqual([]);
      }),
      { numRuns: 15, seed: 20261121 },
    );
  });
});

describeOnBoth('credit_invariants', (database) => {
  const db = () => database().db;

  it.each([
    ['balance is the sum of the ledger', 'update credit_account set balance = balance + 1'],
    ['reserved is the sum of open holds', 'update credit_account set reserved = reserved + 1'],
    ['entries are numbered without gaps', 'update credit_account set next_seq = next_seq + 1'],
    ['balance_after is chained', 'update ledger_entry set balance_after = balance_after + 1 where seq = 1'],
    ['a hold has committed what the ledger charged for it', 'update credit_hold set committed = committed - 1'],
    [
      'a counter is its open holds and charges',
      "update spend_counter set committed = committed + 1 where scope = 'team'",
    ],
    ['a counter is its open holds and charges', "delete from spend_counter where scope = 'user'"],
    ['a counter is its open holds and charges', "update spend_counter set scope = 'site' where scope = 'team'"],
    ['no hold passes the limit of its month', "update spend_limit set monthly_limit = 1, set_at = '2000-01-01'"],
  ])('M12 sees when "%s" no longer holds, also in pieces of one row', async (invariant, damage) => {
    const ann = await makeAccount(db(), { credits: 100, userLimit: 50 });
    const request = { spender: ann.spender, actionId: 'test.flat', amount: 8000, idempotency: null };
    await commitHold(db(), databaseClock, (await holdCredits(db(), databaseClock, request)) as Hold, 8000);
    expect([...(await findViolations(db())), ...(await findViolationsInPieces(db(), 1))]).toEqual([]);
    await db()
      .transaction()
      .execute(async (trx) => {
        await sql`set local session_replication_role = replica`.execute(trx);
        await sql.raw(damage).execute(trx);
      });
    const violations = await findViolations(db());
    expect(violations.map((violation) => violation.invariant)).toContain(invariant);
    expect(await findViolationsInPieces(db(), 1)).toEqual(violations);
    expect(await findViolationsInPieces(db())).toEqual(violations);
  });
});
