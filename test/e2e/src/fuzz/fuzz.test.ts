import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { actions } from '@hinterland/actions';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleFolders } from '../../../../apps/service/src/engine/bundles.ts';
import { setLimit } from '../../../../apps/service/src/kit/fairness/setLimit.ts';
import { threadProgram } from '../../../../apps/service/src/kit/threadProgram.ts';
import { findViolations } from '../../../../apps/service/src/organizations/credits/invariants.ts';
import { sharedDatabase, type TestDatabase } from '../../../../apps/service/src/testing/databases.ts';
import { type Reply, startTestService, type TestService } from '../../../../apps/service/src/testing/service.ts';
import { type MadeAccount, makeAccount } from '../../../../apps/service/src/testing/town.ts';
import { demoBundle } from '../demoBundle.ts';
import { Generator, randomOf, type Schema } from './generate.ts';
import { PAST_FINDINGS } from './pastFindings.ts';

/** Bodies per action; `npm run fuzz` sends 10,000. */
const BODIES = Number(process.env.FUZZ_BODIES ?? 10);
/** The quick run is the same every time; a long one asks something new. */
const SEED = Number(
  process.env.FUZZ_SEED ?? (process.env.FUZZ_BODIES === undefined ? 1 : Math.floor(Math.random() * 2 ** 32)),
);
const AT_ONCE = 4;

describe(`bodies made from the published schemas (FUZZ_SEED=${SEED})`, () => {
  let folder: string;
  let database: TestDatabase;
  let service: TestService;
  let ann: MadeAccount;
  let schemas: ReadonlyMap<string, Schema>;
  const center = { lat: -36.2, lng: -151.7 };
  /** Executions answered with 200 that cost something, and were no replay: runs, and started jobs. */
  const paid = { runs: 0, jobs: 0 };
  let succeeded = 0;

  beforeAll(async () => {
    database = await sharedDatabase('embedded');
    await database.empty();
    // A copy: a long run must not lose its data when the demo of newer code takes the place of this one.
    folder = await mkdtemp(join(tmpdir(), 'hinterland-fuzz-'));
    await cp(await demoBundle(), join(folder, 'demo'), { recursive: true });
    service = await startTestService(database, {
      registry: { actions, module: threadProgram('actions').href },
      source: bundleFolders([folder]),
      env: { HINTERLAND_LOG_LEVEL: 'warn' },
      limitMilliseconds: 1000,
    });
    ann = await makeAccount(database.db, { credits: 1_000_000, scopes: ['read', 'run', 'manage'] });
    await setLimit(database.db, ann.spender.organizationId, 'organization_requests', 1e9);
    const { body } = await service.request('GET', '/api/v1/actions', { key: ann.secret });
    schemas = new Map(body.data.map(({ id, inputSchema }: { id: string; inputSchema: Schema }) => [id, inputSchema]));
  });
  afterAll(async () => {
    await service?.close();
    await database?.close();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  });

  /** Asks without the limits of a key in the way. */
  async function ask(way: 'quote' | 'execute', id: string, body: unknown): Promise<Reply> {
    const reply = await service.request('POST', `/api/v1/actions/${id}/${way}`, {
      key: ann.secret,
      body: textOf(body),
    });
    if (reply.status === 429) {
      await sql`delete from rate_window`.execute(database.db);
      if (reply.body.policy === 'organization_requests') await sleep(1000); // until the limit that was set is known
      return ask(way, id, body);
    }
    if (way === 'execute' && reply.status === 200) {
      succeeded++;
      const { result, quotedCredits, replayed } = reply.body;
      if (quotedCredits > 0 && replayed !== true) paid[result.jobId === undefined ? 'runs' : 'jobs']++;
    }
    return reply;
  }

  /** A quote, or an execution at a price of chance; where the quote is a price, sometimes an execution at that price. */
  async function attempt(id: string, body: unknown, random: () => number): Promise<Reply[]> {
    if (random() < 0.25) return [await ask('execute', id, body)];
    const quoted = await ask('quote', id, body);
    if (quoted.status !== 200 || random() > 0.1) return [quoted];
    return [quoted, await ask('execute', id, { ...(body as object), quotedCredits: quoted.body.quotedCredits })];
  }

  it.each(actions.map(({ id }) => id))('M1 %s: no answer of 5xx', async (id) => {
    const random = randomOf(SEED + actions.findIndex((action) => action.id === id));
    const generator = new Generator(schemas.get(id) as Schema, exampleOf(id), center, random);
    const seen = new Map<number, number>();
    let sent = 0;
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (sent++ < BODIES) {
          const body = generator.body();
          for (const { status, text } of await attempt(id, body, random)) {
            seen.set(status, (seen.get(status) ?? 0) + 1);
            if (status >= 500) expect.fail(`${status} for ${JSON.stringify(body).slice(0, 2_000)}: ${text}`);
          }
        }
      }),
    );
    if (process.env.FUZZ_BODIES !== undefined)
      process.stdout.write(`${id} ${JSON.stringify(Object.fromEntries(seen))}\n`);
    // Of many bodies some are accepted and some are not; else the generator is wrong.
    if (BODIES >= 100) expect([...seen.keys()]).toEqual(expect.arrayContaining([200, 400]));
  });

  it.each(PAST_FINDINGS)('M1 H2 %s: %s, once found: no answer of 5xx', async (id, _name, input) => {
    for (const way of ['quote', 'execute'] as const) {
      expect((await ask(way, id, input())).status).toBeOneOf([400, 413]);
    }
  });

  it('nothing was charged without an answer with 200', async () => {
    const { rows } = await sql<{ runs: number; jobs: number }>`
      select count(distinct h.id) filter (where h.job_id is null)::integer as runs,
        count(distinct h.id) filter (where h.job_id is not null)::integer as jobs
      from ledger_entry e join credit_hold h on h.id = e.hold_id where e.kind = 'charge'`.execute(database.db);
    const { runs, jobs } = rows[0] as (typeof rows)[0];
    expect(runs).toBe(paid.runs);
    expect(jobs).toBeLessThanOrEqual(paid.jobs); // one that failed or was stopped may have charged nothing
    if (process.env.FUZZ_BODIES !== undefined) process.stdout.write(`charged: ${runs} runs, ${jobs} jobs\n`);
    expect(succeeded).toBeGreaterThan(0);
    expect(await findViolations(database.db)).toEqual([]);
  });
});

const exampleOf = (id: string) => actions.find((action) => action.id === id)?.example as Record<string, unknown>;

/** JSON text of a body; JSON.stringify escapes lone surrogates. */
const textOf = (body: unknown): string => JSON.stringify(body) ?? 'null';
