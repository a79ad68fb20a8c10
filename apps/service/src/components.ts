import { join } from 'node:path';
import { actions as allActions } from '@hinterland/actions';
import { LIMITS } from '@hinterland/contract';
import type { FastifyInstance } from 'fastify';
import { noLoop } from './background/loop.ts';
import type { Config } from './config.ts';
import { makeDatasets } from './datasets/service.ts';
import { type Database, databaseClock } from './db/database.ts';
import { Engine } from './engine/engine.ts';
import type { HttpParts } from './http/parts.ts';
import { jobKinds } from './jobKinds.ts';
import { openJobRunner } from './jobs/runner.ts';
import { makeJobs } from './jobs/service.ts';
import { makeKeyGate } from './keys/gate.ts';
import type { Log } from './log.ts';
import { openMailSender } from './mail/sender.ts';
import { openMailTransport } from './mail/transport.ts';
import { paymentByOperator } from './orders/payment.ts';
import { AddressLimiter } from './rates/addressLimiter.ts';
import type { Replacements } from './replacements.ts';
import { makeRuns } from './runs/service.ts';
import { openSecrets } from './secrets/box.ts';
import { makeSessionGate } from './signIn/gate.ts';
import { PASSWORD_COST } from './signIn/passwords.ts';
import { makeSignIn } from './signIn/signIn.ts';
import type { StartedEarly } from './startEarly.ts';
import { appRoutes } from './surface/app/routes.ts';
import { makePages } from './surface/pages/pages.ts';
import { buildServer } from './surface/server.ts';
import { apiRoutes } from './surface/v1.ts';
import { regularTasks } from './tasks/list.ts';
import { openTaskRunner } from './tasks/runner.ts';
import { type DeliveryParts, deliver } from './webhooks/deliver.ts';
import { resolveHost } from './webhooks/resolve.ts';
import { makeSender } from './webhooks/send.ts';
import { openWebhookSender } from './webhooks/sender.ts';
import { makeWebhooks } from './webhooks/service.ts';
import { makeTargets } from './webhooks/targets.ts';

export interface Components {
  readonly database: Database;
  readonly log: Log;
  readonly engine: Engine;
  readonly app: FastifyInstance;
  /** Requests that are being answered. */
  readonly open: Set<AbortController>;
  /** Where it listens; set once it does. */
  readonly address: { url: string };
  readonly state: { stopping: boolean };
  /** Hands jobs back, and ends what goes on in the background: territories, holds, mail, deliveries, tasks; the first step of a stop. */
  stopWatching(): Promise<void>;
}

/** Memory for answers that may be asked for again: some hundred polygons, or thousands of tables. */
const KEPT_BYTES = 64 * 2 ** 20;

/** The only place that puts the service together. What one part needs of another is handed to it here. */
export function buildComponents(config: Config, early: StartedEarly, replaced: Replacements = {}): Components {
  const { log, pool, territories, database } = early;
  const clock = replaced.clock ?? databaseClock;
  const actions = replaced.registry?.actions ?? allActions;
  const holdLeaseSeconds = replaced.holdLeaseSeconds ?? LIMITS.holdLeaseSeconds;
  const engine = new Engine({
    pool,
    territories,
    timeLimitMilliseconds: (replaced.runSeconds ?? LIMITS.runSeconds) * 1000,
    keptBytes: replaced.keptBytes ?? KEPT_BYTES,
  });

  const mailSender = openMailSender({
    db: database.db,
    clock,
    transport: openMailTransport({
      smtpUrl: config.smtpUrl,
      from: config.mailFrom ?? defaultSender(config),
      folder: join(config.home, 'mail'),
      log,
    }),
    log,
    everyMilliseconds: replaced.mailMilliseconds ?? 15_000,
  });
  const kinds = jobKinds(actions);
  const jobRunner =
    config.role === 'api'
      ? noLoop
      : openJobRunner({
          db: database.db,
          clock,
          engine,
          log,
          kinds,
          leaseSeconds: replaced.jobLeaseSeconds ?? LIMITS.holdLeaseSeconds,
          jobsAtOnce: replaced.jobsAtOnce ?? 2,
          everyMilliseconds: replaced.jobMilliseconds ?? 1000,
        });
  const address = { url: '' };
  const state = { stopping: false };
  const open = new Set<AbortController>();
  const baseUrl = () => config.baseUrl ?? address.url;
  const { resolve = resolveHost, ...ways } = replaced.webhookWays ?? {};
  const targets = makeTargets({ resolve, allowedNetworks: config.webhookNetworks, baseUrl });
  const secrets = openSecrets(config);
  const delivery: DeliveryParts = {
    db: database.db,
    clock,
    log,
    baseUrl,
    mailSender,
    send: makeSender({ targets, timeoutMilliseconds: LIMITS.deliveryTimeoutSeconds * 1000, ...ways }),
  };
  const webhookSender = openWebhookSender({
    ...delivery,
    secrets,
    everyMilliseconds: replaced.webhookMilliseconds ?? 1000,
  });
  const tasks = openTaskRunner({
    db: database.db,
    clock,
    log,
    tasks: regularTasks({
      db: database.db,
      clock,
      log,
      mailSender,
      operatorMail: config.operatorMail,
      holdLeaseSeconds,
    }),
    everyMilliseconds: replaced.taskMilliseconds ?? 5000,
  });
  const signIn = makeSignIn({
    db: database.db,
    clock,
    log,
    baseUrl,
    mailSender,
    passwordCost: replaced.passwordCost ?? PASSWORD_COST,
  });
  const routes = apiRoutes({
    webhooks: makeWebhooks({
      db: database.db,
      clock,
      log,
      targets,
      secrets,
      attempt: (box, claimed) => deliver(delivery, box, claimed),
    }),
  });
  const addresses = new AddressLimiter(() => performance.now());
  const gates = {
    ...makeKeyGate(database.db, clock, addresses),
    ...makeSessionGate({ db: database.db, signIn, baseUrl }),
  };
  const jobs = makeJobs({ db: database.db, clock, actions, kinds });
  const parts: HttpParts = {
    db: database.db,
    clock,
    engine,
    actions,
    log,
    runs: makeRuns({
      db: database.db,
      clock,
      engine,
      actions,
      log,
      jobRunner,
      idempotencyWaitMilliseconds: (replaced.idempotencyWaitSeconds ?? LIMITS.idempotencyWaitSeconds) * 1000,
      holdLeaseSeconds,
    }),
    jobs,
    datasets: makeDatasets({ db: database.db, clock, engine, jobs, jobRunner }),
    open,
    baseUrl,
    stopping: () => state.stopping,
    trustedProxies: config.trustedProxies,
    pages: makePages(routes, actions, baseUrl),
    mailSender,
    gates,
    routes: [...routes, ...appRoutes],
    payment:
      replaced.payment ?? paymentByOperator({ db: database.db, clock, operatorMail: config.operatorMail, baseUrl }),
    signIn,
  };
  return {
    database,
    log,
    engine,
    app: buildServer(parts),
    open,
    address,
    state,
    async stopWatching() {
      await jobRunner.stop();
      await Promise.all([webhookSender.stop(), tasks.stop()]);
      await mailSender.stop();
      await territories.close();
    },
  };
}

/** Mail comes from the host that the service is known by. */
const defaultSender = ({ baseUrl }: Config): string =>
  `Hinterland <no-reply@${baseUrl === undefined ? 'localhost' : new URL(baseUrl).hostname}>`;
