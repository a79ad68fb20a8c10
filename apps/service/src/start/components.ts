import { actions as allActions, storeActions } from '@hinterland/actions';
import { LIMITS } from '@hinterland/contract';
import type { FastifyInstance } from 'fastify';
import type { Damage } from '../engine/damage.ts';
import { Engine } from '../engine/engine.ts';
import { type Database, databaseClock } from '../kit/db/database.ts';
import { openKit } from '../kit/kit.ts';
import type { Log } from '../kit/log.ts';
import type { Exposition } from '../kit/metrics/exposition.ts';
import { noMetrics } from '../kit/metrics/metrics.ts';
import { readQueues, readTaskAges } from '../kit/metrics/queues.ts';
import type { Offload } from '../kit/offload/offload.ts';
import { Pace } from '../kit/rates/pace.ts';
import { threadProgram } from '../kit/threadProgram.ts';
import type { Traces } from '../kit/traces/traces.ts';
import { openOperation } from '../operate/wing.ts';
import { PASSWORD_COST } from '../organizations/signIn/passwords.ts';
import { openOrganizations } from '../organizations/wing.ts';
import { buildServer } from '../surface/server.ts';
import type { Readiness } from '../surface/status.ts';
import { openSurface } from '../surface/wing.ts';
import { openWebhooks } from '../webhooks/wing.ts';
import { makeOverlays } from '../work/corrections/overlays.ts';
import { jobsOfDeleted } from '../work/jobs/ofOrganization.ts';
import { openWork } from '../work/wing.ts';
import type { Config } from './config.ts';
import type { StartedEarly } from './startEarly.ts';
import type { TestReplacements } from './testReplacements.ts';

export interface Components {
  readonly database: Database;
  readonly log: Log;
  /** Figures about this process; null where nobody reads them. */
  readonly exposition: Exposition | null;
  /** Null where none are exported. */
  readonly traces: Traces | null;
  readonly readiness: Readiness;
  readonly engine: Engine;
  readonly offload: Offload;
  readonly app: FastifyInstance;
  /** Requests that are being answered. */
  readonly open: Set<AbortController>;
  /** Address of the server; set once it listens. */
  readonly address: { url: string };
  readonly state: { stopping: boolean };
  /** Logs and mails a territory that is not as it was written. */
  readonly reportDamage: (damage: Damage) => void;
  /** Hands jobs back, and ends what goes on in the background: territories, holds, mail, deliveries, tasks; the first step of a stop. */
  stopWatching(): Promise<void>;
}

/** Memory for answers that may be asked for again: some hundred polygons, or thousands of tables. */
const KEPT_BYTES = 64 * 2 ** 20;

/** The only place that puts the service together: the list of its wings, and what one is given of another. */
export function buildComponents(config: Config, early: StartedEarly, replaced: TestReplacements = {}): Components {
  const { log, exposition, traces, pool, territories, pulled, database, limits } = early;
  const { db } = database;
  const address = { url: '' };
  const state = { stopping: false };
  const open = new Set<AbortController>();
  const holdLeaseSeconds = replaced.holdLeaseSeconds ?? LIMITS.holdLeaseSeconds;

  const kit = openKit({
    home: config.home,
    secretsKey: config.secretsKey,
    smtpUrl: config.smtpUrl,
    mailFrom: config.mailFrom ?? defaultSender(config),
    operatorMail: config.operatorMail,
    house: config.house,
    db,
    log,
    limits,
    clock: replaced.clock ?? databaseClock,
    metrics: exposition ?? noMetrics,
    traces,
    actions: [...(replaced.registry?.actions ?? allActions), ...(config.bulkStore === null ? [] : storeActions)],
    registry: replaced.registry?.module ?? threadProgram('actions').href,
    pace: replaced.pace ?? new Pace(() => performance.now()),
    baseUrl: () => config.baseUrl ?? address.url,
    mailMilliseconds: replaced.mailMilliseconds ?? 15_000,
    limitMilliseconds: replaced.limitMilliseconds,
  });
  const engine = new Engine({
    pool,
    territories,
    timeLimitMilliseconds: (replaced.runSeconds ?? LIMITS.runSeconds) * 1000,
    keptBytes: replaced.keptBytes ?? KEPT_BYTES,
    overlays: makeOverlays(db),
  });
  const webhooks = openWebhooks(kit, {
    allowedNetworks: config.webhookNetworks,
    allowedPorts: config.webhookPorts,
    ways: replaced.webhookWays ?? {},
    everyMilliseconds: replaced.webhookMilliseconds ?? 1000,
  });
  const organizations = openOrganizations(kit, {
    jobsOfDeleted: jobsOfDeleted(kit.clock),
    startingCredits: config.startingCredits,
    prices: config.prices,
    stripe: config.stripe,
    payment: replaced.payment,
    passwordCost: replaced.passwordCost ?? PASSWORD_COST,
    oidc: config.oidc,
  });
  const work = openWork(kit, engine, {
    worksOnJobs: config.role !== 'api',
    jobsAtOnce: replaced.jobsAtOnce ?? 16,
    jobMilliseconds: replaced.jobMilliseconds ?? 1000,
    supplyMilliseconds: replaced.supplyMilliseconds ?? 30_000,
    jobLeaseSeconds: replaced.jobLeaseSeconds ?? LIMITS.holdLeaseSeconds,
    places: { ...config.places, operatorMail: config.operatorMail, home: config.home, territories: config.territories },
    bulkStore: config.bulkStore,
    partRows: replaced.partRows ?? LIMITS.enrichDatasetPartRows,
    idempotencyWaitMilliseconds: (replaced.idempotencyWaitSeconds ?? LIMITS.idempotencyWaitSeconds) * 1000,
    holdLeaseSeconds,
  });
  const surface = openSurface(kit, engine, organizations, work, webhooks, {
    chromiumPath: config.chromiumPath,
    frontPage: config.frontPage,
    startingCredits: config.startingCredits,
    llm: config.llm,
    assistant: replaced.assistant,
  });
  const operation = openOperation(kit, {
    holdLeaseSeconds,
    askAboutOpenOrders: organizations.askAboutOpenOrders,
    tidyAssistant: surface.tidyAssistant,
    store: work.store,
    everyMilliseconds: replaced.taskMilliseconds === undefined ? 5000 : replaced.taskMilliseconds,
  });

  const { readiness } = surface;
  exposition?.read({
    queues: () => readQueues(db, kit.clock),
    tasks: () => readTaskAges(db, kit.clock),
    connections: database.connections.counts,
    threads: () => ({ ...pool.state, waiting: pool.waiting }),
    territories: () => ({
      in_force: territories.current.length,
      behind: territories.behind.length,
      damaged: territories.damaged.length,
    }),
    ready: async () => (await readiness()).ready,
  });
  const app = buildServer({
    ...kit,
    routes: surface.routes,
    gates: organizations.gates,
    open,
    stopping: () => state.stopping,
    trustedProxies: config.trustedProxies,
  });
  return {
    database,
    log,
    exposition,
    traces,
    readiness,
    engine,
    offload: kit.offload,
    app,
    open,
    address,
    state,
    reportDamage: work.reportDamage,
    async stopWatching() {
      // What works for callers ends first, mail last: each may leave something to those after it.
      for (const loops of [[...work.loops, ...surface.loops], [...webhooks.loops, ...operation.loops], kit.loops]) {
        await Promise.all(loops.map((loop) => loop.stop()));
      }
      await surface.close();
      await Promise.all([territories.close(), pulled.close()]);
    },
  };
}

/** Mail comes from the host that the service is known by. */
const defaultSender = ({ baseUrl }: Config): string =>
  `Hinterland <no-reply@${baseUrl === undefined ? 'localhost' : new URL(baseUrl).hostname}>`;
