import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { findViolations } from '../organizations/credits/invariants.ts';
import type { TestDatabase } from './databases.ts';
import { drawn, type Reply, startTestService, type TestService } from './service.ts';
import { accountState, type MadeAccount, makeAccount } from './town.ts';
import { until } from './until.ts';

/** Price and behavior of an item of the background test action. */
interface Told {
  readonly credits?: number;
  readonly due?: number;
  readonly behave?: string;
  readonly waitMilliseconds?: number;
  readonly text?: string;
}

/** The place of an item, by its index. */
export const at = (index: number) => ({ lat: 40.1 + index / 1000, lng: 10.5 });
/** Items of 4 credits each, or as told. */
export const points = (...told: Told[]) => told.map((one, i) => ({ id: `p${i}`, ...at(i), credits: 4, ...one }));
export const times = (count: number, told: Told = {}) => points(...Array.from({ length: count }, () => told));
/** Two items that are quickly done, and one that takes long. */
export const slowThird = (...rest: Told[]) => points({}, {}, { waitMilliseconds: 20_000 }, ...rest);

/**
 * One service for a suite about background jobs. Before each test Ann, a member, has 1,000 credits; after each test the
 * books are right.
 */
export function batchJobs(database: () => TestDatabase) {
  const suite = {} as { service: TestService; ann: MadeAccount };
  const db = () => database().db;

  beforeAll(async () => {
    suite.service = await startTestService(database(), { runSeconds: 30, jobMilliseconds: 100, jobLeaseSeconds: 2 });
  });
  afterAll(() => suite.service?.close());
  beforeEach(async () => {
    suite.service.bundles.set(drawn());
    suite.ann = await makeAccount(db(), { credits: 1000, role: 'member' });
  });
  afterEach(async () => {
    expect(await findViolations(db())).toEqual([]);
  });

  const get = (path: string, key = suite.ann.secret) => suite.service.request('GET', path, { key });
  const execute = (input: object, headers?: Record<string, string>, key = suite.ann.secret) =>
    suite.service.execute(key, 'test.batch', input, headers);
  /** Quotes and executes; answers the whole reply. */
  const order = async (input: object, headers?: Record<string, string>): Promise<Reply> => {
    const { quotedCredits } = (await suite.service.quote(suite.ann.secret, 'test.batch', input)).body;
    return execute({ ...input, quotedCredits }, headers);
  };
  const job = async (id: string) => (await get(`/api/v1/jobs/${id}`)).body;
  const rows = async (id: string) => (await get(`/api/v1/jobs/${id}/results?limit=500`)).body.data;

  return Object.assign(suite, {
    db,
    get,
    execute,
    order,
    job,
    rows,
    state: () => accountState(db(), suite.ann.spender.organizationId),
    stop: (id: string, key = suite.ann.secret) => suite.service.request('POST', `/api/v1/jobs/${id}/stop`, { key }),
    /** Orders a job and returns its id. */
    start: async (input: object, headers?: Record<string, string>): Promise<string> => {
      const { status, body, text } = await order(input, headers);
      expect(status, text).toBe(200);
      return body.result.jobId;
    },
    /** Waits for the end of a job. */
    ended: async (id: string) => {
      await until(async () => (await job(id)).finishedAt !== null);
      return job(id);
    },
    doneCount: async (id: string) => (await job(id)).progress.done,
    /** Status, reason and charge of each item. */
    told: async (id: string) =>
      (await rows(id)).map((row: Record<string, unknown>) => [row.status, row.reason, row.creditsCharged]),
    /** Item and credits of all charges, in their order. */
    charges: async () =>
      (
        await sql<{ part: number; amount: number }>`
          select part, amount from ledger_entry where kind = 'charge' order by seq`.execute(db())
      ).rows.map(({ part, amount }) => [part, -amount / 1000]),
  });
}
