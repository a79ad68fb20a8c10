import { agreementBy } from '../engine/agreement.ts';
import { bundleFolders } from '../engine/bundles.ts';
import { WorkerPool } from '../engine/pool.ts';
import { type PulledBundles, pulledBundles } from '../engine/pulledBundles.ts';
import { POLLS_PER_AGREEMENT, Territories } from '../engine/territoriesInForce.ts';
import { warmUp } from '../engine/warmUp.ts';
import { type Database, databaseClock } from '../kit/db/database.ts';
import { openMigratedDatabase } from '../kit/db/migrate.ts';
import { missingLimits } from '../kit/db/pooled.ts';
import { untilReached } from '../kit/db/untilReached.ts';
import { SetLimits } from '../kit/fairness/setLimits.ts';
import { type Log, openLog } from '../kit/log.ts';
import type { Exposition } from '../kit/metrics/exposition.ts';
import { noMetrics } from '../kit/metrics/metrics.ts';
import { threadProgram } from '../kit/threadProgram.ts';
import type { TracesSettings } from '../kit/traces/open.ts';
import type { TracesConfig } from '../kit/traces/settings.ts';
import type { Traces } from '../kit/traces/traces.ts';
import type { Config } from './config.ts';
import type { TestReplacements } from './testReplacements.ts';

/** The parts that take long to start and need nothing of the rest of the service. */
export interface StartedEarly {
  readonly log: Log;
  /** Figures about this process; null where nobody reads them. */
  readonly exposition: Exposition | null;
  /** Null where none are exported. */
  readonly traces: Traces | null;
  readonly pool: WorkerPool;
  readonly territories: Territories;
  /** Territories by address, kept at their newest versions. */
  readonly pulled: PulledBundles;
  readonly database: Database;
  readonly limits: SetLimits;
}

/**
 * Starts engine threads, territories and the database side by side. This file imports half of the service's modules: the
 * other half loads while they start.
 */
export async function startEarly(config: Config, replaced: TestReplacements = {}): Promise<StartedEarly> {
  const exposition = config.metricsPort === undefined ? null : await makeExposition();
  const metrics = exposition ?? noMetrics;
  const log = openLog({ level: config.logLevel, write: replaced.writeLog, count: metrics.logged });
  const report = (event: string, details: Record<string, unknown>) => log.warn(details, event);
  const traces = config.traces === null ? null : await makeTraces(config.traces, { count: metrics.traced, report });
  const limits = new SetLimits();
  const pool = new WorkerPool({
    workers: config.workers,
    lookupWorkers: 1,
    longWorkers: Math.max(1, config.workers - 1),
    registry: replaced.registry?.module ?? threadProgram('actions').href,
    queueMax: replaced.queueMax ?? 1000,
    waitingMax: (organizationId) => limits.of(organizationId, 'waiting_calls'),
    killAfterMilliseconds: replaced.killAfterMilliseconds ?? 2000,
    computed: metrics.computed,
    report,
  });
  const pulled = pulledBundles({
    addresses: config.addresses,
    home: config.home,
    spareBytes: config.pulledMegabytes * 1e6,
    everyMilliseconds: replaced.pullMilliseconds ?? 60_000,
    report,
  });
  const pollMilliseconds = replaced.territoryPollMilliseconds ?? 1000;
  const territories = new Territories({
    source: pulled.keeping(replaced.source ?? bundleFolders([...config.territories, ...pulled.folders])),
    pool,
    pollMilliseconds,
    warmUp:
      config.warmUpMegabytes === 0
        ? undefined
        : (territory, signal) => warmUp(territory, config.warmUpMegabytes, signal),
    report,
  });
  // Of an embedded database nothing comes back by waiting.
  const opening = () =>
    config.databaseUrl === undefined
      ? openMigratedDatabase(config)
      : untilReached(() => openMigratedDatabase(config), {
          onAway: (error) => log.warn({ err: error }, 'the database is away; the start waits for it, up to a minute'),
        });
  const database = await startTogether(replaced.database ?? opening, pool, {
    async start() {
      await pulled.start();
      await territories.start();
    },
    close: () => Promise.all([pulled.close(), territories.close()]),
  });
  database.connections.onWait(metrics.connected);
  if (config.pooled) await warnOfLimits(database, log);
  // Of the embedded database there is one process.
  if (database.kind === 'postgresql') {
    const everySeconds = (POLLS_PER_AGREEMENT * pollMilliseconds) / 1000;
    const clock = replaced.clock ?? databaseClock;
    await territories.follow(agreementBy({ db: database.db, clock, everySeconds }));
  }
  return { log, exposition, traces, pool, territories, pulled, limits, database };
}

async function warnOfLimits({ db }: Database, log: Log): Promise<void> {
  const statements = await missingLimits(db).catch(() => []);
  if (statements.length > 0) log.warn({ statements }, 'the database sets no limits on statements behind the pooler');
}

/** The library is loaded only where it is used. */
async function makeExposition(): Promise<Exposition> {
  const { openExposition } = await import('../kit/metrics/exposition.ts');
  return openExposition();
}

/** Nor is this one: it takes as long to load as the half of the service. */
async function makeTraces(config: TracesConfig, settings: Pick<TracesSettings, 'count' | 'report'>): Promise<Traces> {
  const { openTraces } = await import('../kit/traces/open.ts');
  return openTraces({ ...config, ...settings });
}

/** Starts all three at once; where one fails, closes those that did start. */
async function startTogether(
  given: Database | (() => Promise<Database>),
  pool: WorkerPool,
  territories: { start(): Promise<void>; close(): Promise<unknown> },
): Promise<Database> {
  const [threads, database, found] = await Promise.allSettled([
    pool.start(),
    typeof given === 'function' ? given() : given,
    territories.start(),
  ]);
  const failed = [threads, database, found].find((one) => one.status === 'rejected');
  if (failed === undefined && database.status === 'fulfilled') return database.value;
  await territories.close();
  await pool.close();
  if (typeof given === 'function' && database.status === 'fulfilled') await database.value.close();
  throw failed?.reason;
}
