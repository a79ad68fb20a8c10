import type { Action } from '@hinterland/actions';
import type { Engine } from '../../../../apps/service/src/engine/engine.ts';
import { type Db, databaseClock } from '../../../../apps/service/src/kit/db/database.ts';
import type { Log } from '../../../../apps/service/src/kit/log.ts';
import { ProblemError, unavailable } from '../../../../apps/service/src/kit/problem.ts';
import type { SecretBox } from '../../../../apps/service/src/kit/secrets/box.ts';
import { releaseExpiredHolds } from '../../../../apps/service/src/organizations/credits/releaseExpired.ts';
import type { Spender } from '../../../../apps/service/src/organizations/credits/spender.ts';
import { fingerprint } from '../../../../apps/service/src/testing/creditCalls.ts';
import { makeDeliver } from '../../../../apps/service/src/webhooks/deliver.ts';
import { claimDue } from '../../../../apps/service/src/webhooks/deliveries.ts';
import { bringDeliveriesForward } from '../../../../apps/service/src/webhooks/retry.ts';
import { finishItem } from '../../../../apps/service/src/work/jobs/finishItem.ts';
import { hasItems } from '../../../../apps/service/src/work/jobs/job.ts';
import type { JobKind } from '../../../../apps/service/src/work/jobs/kind.ts';
import { claimJob } from '../../../../apps/service/src/work/jobs/queue.ts';
import { makeJobs } from '../../../../apps/service/src/work/jobs/service.ts';
import { startJob } from '../../../../apps/service/src/work/jobs/start.ts';
import { workOn } from '../../../../apps/service/src/work/jobs/work.ts';
import type { ChargedRun } from '../../../../apps/service/src/work/runs/chargedRun.ts';
import { runHeld, takeHold } from '../../../../apps/service/src/work/runs/held.ts';
import type { Receiver } from './receiver.ts';
import type { Process, Scheduler } from './scheduler.ts';
import { ConnectionLost, type SimulatedDatabase } from './simulatedDatabase.ts';

const LEASE_SECONDS = 60;
/** Time that passes while a process of a service at rest finds nothing to do. */
const IDLE_MILLISECONDS = 20_000;

export interface AskedRun {
  readonly spender: Spender;
  readonly key: string;
  /** What is held and what it costs, in thousandths of a credit. */
  readonly held: number;
  readonly charge: number;
}

export interface AskedJob {
  readonly spender: Spender;
  readonly key: string;
  readonly items: readonly number[];
  readonly maxCredits: number;
  readonly held: number;
}

/** A process of the service: what it is asked, and its loops. */
export interface Server {
  readonly process: Process;
  /** What was charged. */
  run(asked: AskedRun): Promise<number>;
  /** The id of the job. */
  startJob(asked: AskedJob): Promise<string>;
  stopJob(spender: Spender, id: string): Promise<string>;
}

const silent = new Proxy({}, { get: () => () => {} }) as Log;
const openBox: SecretBox = { seal: (text) => Buffer.from(text), open: () => 'secret' };

/** What a process of the service has around it. */
export interface Surroundings {
  readonly receiver: Pick<Receiver, 'send'>;
  /** No fault happens any more, and nobody asks for anything new. */
  readonly isEnding: boolean;
  /** What no caller should ever see. */
  readonly unexpected: unknown[];
}

/** Starts a process: the code of the service on a connection that may break, in a process that may die. */
export function startServer(scheduler: Scheduler, database: SimulatedDatabase, world: Surroundings): Server {
  const process = scheduler.startProcess('server');
  const db = database.of(process, scheduler);
  const within = <T>(work: () => Promise<T>): Promise<T> => scheduler.within(process, work);
  const work = makeWork(scheduler, process, db);
  const jobs = makeJobs({
    db,
    clock: databaseClock,
    actions: [],
    kinds: [work.kind],
    territories: () => [],
    removeFiles: async () => {},
  });

  /** Does one thing after the other for as long as the process lives. */
  const loop = (turn: () => Promise<boolean>) =>
    within(async () => {
      for (;;) {
        await scheduler.pause(process);
        try {
          if (!(await turn()) && world.isEnding) scheduler.advance(IDLE_MILLISECONDS);
        } catch (error) {
          if (!isExpected(error)) world.unexpected.push(error);
        }
      }
    });

  void loop(async () => {
    const job = await claimJob(db, databaseClock, LEASE_SECONDS);
    if (job === null) return false;
    await workOn(work.settings, job, new AbortController().signal);
    return true;
  });
  void loop(async () => {
    const claimed = await claimDue(db, databaseClock, {});
    if (claimed === null) return false;
    await makeDeliver({
      db,
      clock: databaseClock,
      log: silent,
      baseUrl: () => 'https://geo.example.com',
      mailSender: { nudge() {} },
      send: (_url, _headers, body) => world.receiver.send(process, body, world.isEnding),
      traces: null,
    })(openBox, claimed);
    return true;
  });
  void loop(async () => {
    for (let i = 0; i < 10 && !world.isEnding; i++) await scheduler.pause(process);
    await bringDeliveriesForward(db, databaseClock);
    return (await releaseExpiredHolds(db, databaseClock)) > 0;
  });

  return {
    process,
    run: (asked) => within(() => chargedRun(work.engine, db, asked)),
    startJob: (asked) => within(() => startedJob(db, asked)),
    stopJob: (spender, id) =>
      within(async () => {
        const reader = { organization: { id: spender.organizationId }, user: { id: spender.userId }, role: 'owner' };
        return (await jobs.stop(reader as never, id)).status;
      }),
  };
}

/** The steps of a charged run, on an engine that takes its time and fails at times. */
async function chargedRun(engine: Engine, db: Db, asked: AskedRun): Promise<number> {
  const run = {
    settings: {
      db,
      clock: databaseClock,
      engine,
      log: silent,
      metrics: { stepped() {} },
      holdLeaseSeconds: LEASE_SECONDS,
    },
    call: { signal: new AbortController().signal, channel: 'api', actionId: 'test.run' },
    action: { id: 'test.run' } as Action,
    spender: asked.spender,
    idempotency: { key: asked.key, fingerprint: fingerprint(asked.key) },
    // It waits for no other run under its key.
    waitUntil: Number.NEGATIVE_INFINITY,
  } as unknown as ChargedRun;
  const hold = await takeHold(run, { quotedCredits: asked.held / 1000 } as never);
  if (hold.state === 'charged') return hold.charged;
  const question = { input: { due: asked.charge / 1000 }, lease: { generation: { territory: {} } } };
  return (await runHeld(run, question as never, {} as never, hold)).charged;
}

async function startedJob(db: Db, { spender, key, items, maxCredits, held }: AskedJob) {
  const { row } = await startJob(db, databaseClock, {
    spender,
    actionId: 'test.batch',
    channel: 'api',
    input: { items },
    datasets: [],
    total: items.length,
    territoryId: 'simulated',
    dataVersion: {} as never,
    analysisCode: undefined,
    quote: { quotedCredits: held / 1000, sampledPoints: 0, quote: {} as never },
    maxCredits,
    held,
    idempotency: { key, fingerprint: fingerprint(key) },
  });
  return row.id;
}

/** Work on runs and jobs: items that take their time and fail at times. */
function makeWork(scheduler: Scheduler, process: Process, db: Db) {
  const compute = async () => {
    for (let count = scheduler.random.int(8); count > 0; count--) await scheduler.pause(process);
  };
  const engine = {
    async run({ input }: { input: { due: number } }) {
      await compute();
      if (scheduler.happens(0.05)) throw unavailable('The engine is busy.');
      return { creditsDue: input.due, resultJson: Buffer.from('{}') };
    },
  } as unknown as Engine;
  const kind: JobKind = {
    is: hasItems,
    async work(work) {
      const { items } = work.job.input as { items: readonly number[] };
      for (let index = work.job.done + work.job.failed; index < items.length; index++) {
        await compute();
        work.signal.throwIfAborted();
        const outcome = scheduler.happens(0.1)
          ? ({ status: 'failed', reason: 'no_road', detail: 'There is no road.' } as const)
          : ({ status: 'done', due: items[index]!, summary: {}, resultGzip: new Uint8Array() } as const);
        if ((await storedPatiently(() => finishItem(work, index, outcome))) !== 'more') return;
      }
    },
    async settle() {},
    noProgress: '',
  };
  const settings = {
    db,
    clock: databaseClock,
    engine,
    log: silent,
    turns: { take: async () => {} } as never,
    kinds: [kind],
    leaseSeconds: LEASE_SECONDS,
  };
  return { engine, kind, settings };
}

/** A connection that broke is tried again, though the step may have been stored. */
async function storedPatiently<T>(store: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await store();
    } catch (error) {
      if (attempt === 3 || !(error instanceof ConnectionLost)) throw error;
    }
  }
}

/** What may come of faults: a connection that broke, a step that was stored already, a problem. */
export const isExpected = (error: unknown): boolean =>
  error instanceof ConnectionLost ||
  error instanceof ProblemError ||
  /does not come next|no longer ours/.test((error as Error).message);
