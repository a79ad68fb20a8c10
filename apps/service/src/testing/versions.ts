import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { findViolations } from '../organizations/credits/invariants.ts';
import { analysesOf, startStoringService } from './analyses.ts';
import type { TestDatabase } from './databases.ts';
import { drawn, type TestService } from './service.ts';
import { accountState, type MadeAccount, makeAccount } from './town.ts';

/**
 * One service for a suite about versions of analyses. Before each test the data of October 2026 are in force, Ann and Bob
 * are members of one organization with 1,000 credits, and Ann has an analysis; after each test the books are right.
 */
export function versionsOfAnn(database: () => TestDatabase) {
  const suite = {} as {
    service: TestService;
    ann: MadeAccount;
    bob: MadeAccount;
    /** Of Ann's analysis. */
    code: string;
  };
  const db = () => database().db;
  const analyses = analysesOf(() => suite.service);
  const member = (email: string, rest: object = {}) =>
    makeAccount(db(), { email, role: 'member', scopes: ['read', 'run', 'manage'], ...rest });
  /** Puts data in force, and waits until the service answers with them. */
  const inForce = async (version: string, sociodemo?: string) => {
    suite.service.bundles.set(drawn({ version, ...(sociodemo === undefined ? {} : { sociodemo }) }));
    const wanted = { territory: version, ...(sociodemo === undefined ? {} : { sociodemo }) };
    const current = async () => (await suite.service.request('GET', '/api/v1/data', { key: suite.ann.secret })).body;
    for (let i = 0; i < 100 && JSON.stringify(await current()) !== JSON.stringify(wanted); i++) {
      await new Promise((done) => setTimeout(done, 20));
    }
    expect(await current()).toEqual(wanted);
  };

  beforeAll(async () => {
    suite.service = await startStoringService(database());
  });
  afterAll(() => suite.service?.close());
  beforeEach(async () => {
    suite.ann = await member('ann@example.com', { credits: 1000 });
    suite.bob = await member('bob@example.com');
    suite.code = await analyses.make(suite.ann, 'Sites', { zoom: 9 });
    await inForce('2026-10');
  });
  afterEach(async () => {
    expect(await findViolations(db())).toEqual([]);
  });

  return Object.assign(suite, {
    ...analyses,
    db,
    inForce,
    versions: async (who = suite.ann, of = suite.code) => (await analyses.get(who, `/${of}/versions`)).body.data,
    /** How many versions are stored. */
    stored: async () =>
      (await sql<{ n: number }>`select count(*)::integer as n from analysis_run`.execute(db())).rows[0]?.n,
    balance: async (who = suite.ann) => (await accountState(db(), who.spender.organizationId)).balance,
  });
}
