import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyAdminFile, openMigratedDatabase } from '@hinterland/service';
import { commitHold, databaseClock, findViolations, holdCredits } from '@hinterland/service/credits';
import { percentile } from './percentile.ts';
import { onNewPostgres } from './testServer.ts';

const SECONDS = 5;
/** Not counted: connections open, statements are prepared. */
const WARM_UP_SECONDS = 1;
/** Runs that end and begin at the same time; the service's pool has 10 connections to PostgreSQL. */
const CALLERS = 20;
const ORGANIZATIONS = 100;

/**
 * Measures the runs per second of the ledger: each holds 1 credit and commits it, with a team, a user and a key whose
 * limits are checked. Once all in one organization, whose account they queue for, and once spread over many.
 */
export async function ledger(): Promise<string> {
  const busy = loadavg()[0]?.toFixed(1);
  const home = await mkdtemp(join(tmpdir(), 'hinterland-bench-'));
  try {
    const embedded = await measure('embedded', { home });
    const postgres = await onNewPostgres((databaseUrl) => measure('PostgreSQL', { home, databaseUrl }));
    return [
      `${CALLERS} callers at once for ${SECONDS} s each, after ${WARM_UP_SECONDS} s that is not counted; a pair is a hold and its commit, two transactions with the checks of`,
      'balance, team, user and key. The books are checked at the end. Client and database share the machine.',
      `Before the start, the machine's load average was ${busy}.`,
      '',
      '| database | organizations | pairs/s | p50 ms | p99 ms |',
      '|---|--:|--:|--:|--:|',
      ...embedded,
      ...(postgres ?? []),
    ].join('\n');
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

async function measure(name: string, settings: { home: string; databaseUrl?: string }): Promise<string[]> {
  const database = await openMigratedDatabase(settings);
  try {
    const { organizations } = await applyAdminFile(database.db, {
      organizations: Array.from({ length: ORGANIZATIONS }, (_, i) => ({
        name: `Organization ${i}`,
        credits: 1_000_000,
        teams: [{ name: 'Team', monthlyLimit: 1_000_000 }],
        users: [{ email: `user${i}@example.com`, team: 'Team', monthlyLimit: 1_000_000 }],
        keys: [{ name: 'Key', user: `user${i}@example.com`, scopes: ['run' as const], monthlyCap: 1_000_000 }],
      })),
    });
    const spenders = organizations.map(({ id, teams, users, keys }) => ({
      organizationId: id,
      teamId: teams[0]?.id as number,
      userId: users[0]?.id as number,
      apiKeyId: keys[0]?.id as number,
    }));
    const rows: string[] = [];
    for (const count of [1, ORGANIZATIONS]) {
      const { perSecond, milliseconds } = await chargeInParallel(database.db, spenders.slice(0, count));
      const [p50, p99] = [0.5, 0.99].map((share) => percentile(milliseconds, share).toFixed(1));
      rows.push(`| ${name} | ${count} | ${perSecond.toFixed(0)} | ${p50} | ${p99} |`);
    }
    const violations = await findViolations(database.db);
    if (violations.length > 0) throw new Error(`The books are wrong: ${JSON.stringify(violations[0])}`);
    return rows;
  } finally {
    await database.close();
  }
}

type Db = Parameters<typeof holdCredits>[0];
type Spender = Parameters<typeof holdCredits>[2]['spender'];

async function chargeInParallel(db: Db, spenders: readonly Spender[]) {
  const milliseconds: number[] = [];
  let next = 0;
  const started = performance.now() + WARM_UP_SECONDS * 1000;
  const caller = async () => {
    while (performance.now() - started < SECONDS * 1000) {
      const spender = spenders[next++ % spenders.length] as Spender;
      const begun = performance.now();
      const request = { spender, actionId: 'bench.run', amount: 1000, idempotency: null };
      const hold = await holdCredits(db, databaseClock, request);
      if (hold.state !== 'held') throw new Error('a hold without an idempotency key was not granted');
      await commitHold(db, databaseClock, hold, 1000);
      if (begun >= started) milliseconds.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return { perSecond: (milliseconds.length / (performance.now() - started)) * 1000, milliseconds };
}
