import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { findViolations } from '../organizations/credits/invariants.ts';
import type { TestDatabase } from './databases.ts';
import { drawn, startTestService, type TestService } from './service.ts';
import { accountState, type MadeAccount, makeAccount } from './town.ts';

/** A place in the drawn territory. */
export const INSIDE = { lat: 40.5, lng: 10.5 };

/**
 * One service for a suite about charged runs, whose time ends after two seconds. Before each test Ann has 100 credits;
 * after each test the books are right and nothing is held.
 */
export function chargedRuns(database: () => TestDatabase) {
  const suite = {} as { service: TestService; ann: MadeAccount };
  const db = () => database().db;
  const state = () => accountState(db(), suite.ann.spender.organizationId);

  beforeAll(async () => {
    suite.service = await startTestService(database(), { runSeconds: 2, idempotencyWaitSeconds: 2 });
  });
  afterAll(() => suite.service?.close());
  beforeEach(async () => {
    suite.service.bundles.set(drawn());
    suite.ann = await makeAccount(db(), { credits: 100 });
  });
  afterEach(async () => {
    expect(await findViolations(db())).toEqual([]);
    expect((await state()).reserved).toBe(0);
  });

  return Object.assign(suite, {
    db,
    state,
    balance: async () => (await state()).balance,
    /** Executes the charged test action as Ann. */
    execute: (input: unknown, headers?: Record<string, string>) =>
      suite.service.execute(suite.ann.secret, 'test.charged', input, headers),
    /** Credits of all charges, in their order. */
    charges: async () =>
      (
        await sql<{ amount: number }>`select amount from ledger_entry where kind = 'charge' order by seq`.execute(db())
      ).rows.map(({ amount }) => -amount / 1000),
  });
}
