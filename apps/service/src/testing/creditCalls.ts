import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect } from 'vitest';
import { databaseClock } from '../kit/db/database.ts';
import type { ProblemError } from '../kit/problem.ts';
import { thousandthsOf } from '../organizations/credits/amounts.ts';
import { commitHold } from '../organizations/credits/commit.ts';
import { grantCredits } from '../organizations/credits/grant.ts';
import { type Hold, holdCredits } from '../organizations/credits/hold.ts';
import { findViolations } from '../organizations/credits/invariants.ts';
import { releaseHold } from '../organizations/credits/release.ts';
import { setMonthlyLimit } from '../organizations/credits/setMonthlyLimit.ts';
import type { Spender } from '../organizations/credits/spender.ts';
import type { TestDatabase } from './databases.ts';
import { accountState, type MadeAccount, makeAccount } from './town.ts';

export const fingerprint = (text: string) => createHash('sha256').update(text).digest();

/** Calls of Ann's organization to its credits, in credits. It has none before a test; the books are right after each. */
export function creditCalls(database: () => TestDatabase) {
  const suite = {} as { ann: MadeAccount };
  const db = () => database().db;
  beforeEach(async () => {
    suite.ann = await makeAccount(db());
  });
  afterEach(async () => {
    expect(await findViolations(db())).toEqual([]);
  });

  return Object.assign(suite, {
    db,
    hold: async (credits: number, options: { spender?: Spender; key?: string; request?: string } = {}) => {
      const held = await holdCredits(db(), databaseClock, {
        spender: options.spender ?? suite.ann.spender,
        actionId: 'test.flat',
        amount: thousandthsOf(credits),
        idempotency:
          options.key === undefined ? null : { key: options.key, fingerprint: fingerprint(options.request ?? 'same') },
      });
      return held as Hold;
    },
    commit: (held: Hold, credits: number) => commitHold(db(), databaseClock, held, thousandthsOf(credits)),
    release: (held: Hold) => releaseHold(db(), databaseClock, held),
    grant: (credits: number) =>
      grantCredits(db(), databaseClock, suite.ann.spender.organizationId, thousandthsOf(credits)),
    state: () => accountState(db(), suite.ann.spender.organizationId),
    /** The problem that an attempt ends with, as its fields. */
    blocked: async (attempt: Promise<unknown>) => {
      const problem = await attempt.then(
        () => null,
        (error) => error as ProblemError,
      );
      return { error: problem?.code, ...problem?.fields };
    },
    limit: (scope: 'team' | 'user' | 'api_key', monthlyLimit: number | null) => {
      const { spender, keyId } = suite.ann;
      const scopeId = { team: spender.teamId, user: spender.userId, api_key: keyId }[scope] as number;
      return setMonthlyLimit(db(), databaseClock, {
        organizationId: spender.organizationId,
        scope,
        scopeId,
        monthlyLimit,
      });
    },
  });
}
