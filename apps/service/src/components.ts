import { join } from 'node:path';
import { type Action, actions as allActions } from '@hinterland/actions';
import { LIMITS } from '@hinterland/contract';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { releaseExpiredHolds } from './credits/lease.ts';
import { type Clock, type Database, databaseClock } from './db/database.ts';
import type { BundleSource } from './engine/bundles.ts';
import { Engine } from './engine/engine.ts';
import type { HttpParts } from './http/parts.ts';
import { type JobRunner, noRunner, openJobRunner } from './jobs/runner.ts';
import type { Log } from './log.ts';
import { openPostman } from './mail/sender.ts';
import { openMailTransport } from './mail/transport.ts';
import { type PaymentProvider, paymentByOperator } from './orders/payment.ts';
import { AddressLimiter } from './rates/addressLimiter.ts';
import { openSecrets } from './secrets/box.ts';
import { PASSWORD_COST, type PasswordCost } from './signIn/passwords.ts';
import { makeSignIn } from './signIn/signIn.ts';
import type { Foundations } from './startEarly.ts';
import { makePages } from './surface/pages/pages.ts';
import { buildServer } from './surface/server.ts';
import { openTaskRunner } from './tasks/runner.ts';
import { resolveHost } from './webhooks/resolve.ts';
import { makeSender, type SenderSettings } from './webhooks/send.ts';
import { openCourier } from './webhooks/sender.ts';
import type { WebhookParts } from './webhooks/service.ts';
import { makeTargets, type TargetSettings } from './webhooks/targets.ts';

/** What may be replaced, by tests above all. */
export interface Replacements {
  readonly database?: Database;
  readonly clock?: Clock;
  readonly source?: BundleSource;
  /** Actions of the service, and the module that the engine threads load them from: both or neither. */
  readonly registry?: { readonly actions: readonly Action[]; readonly module: string };
  readonly writeLog?: (line: string) => void;
  readonly runSeconds?: number;
  readonly idempotencyWaitSeconds?: number;
  readonly holdLeaseSeconds?: number;
  readonly killAfterMilliseconds?: number;
  readonly queueMax?: number;
  readonly keptBytes?: number;
  readonly territoryPollMilliseconds?: number;
  readonly reapMilliseconds?: number;
  readonly jobMilliseconds?: number;
  readonly jobLeaseSeconds?: number;
  readonly jobsAtOnce?: number;
  readonly mailMilliseconds?: number;
  readonly passwordCost?: PasswordCost;
  /** Whoever takes the money for credits. */
  readonly payment?: PaymentProvider;
  /** How often due deliveries and regular tasks are looked for. */
  readonly webhookMilliseconds?: number;
  readonly taskMilliseconds?: number;
  /** How webhooks reach their receivers. */
  readonly webhookWays?: Partial<Pick<SenderSettings, 'ca' | 'connect' | 'timeoutMilliseconds'>> &
    Partial<Pick<TargetSettings, 'resolve'>>;
}

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
export function buildComponents(config: Config, foundations: Foundations, replaced: Replacements = {}): Components {
  const { log, pool, territories, database } = foundations;
  const clock = replaced.clock ?? databaseClock;
  const actions = replaced.registry?.actions ?? allActions;
  const engine = new Engine({
    pool,
    territories,
    timeLimitMilliseconds: (replaced.runSeconds ?? LIMITS.runSeconds) * 1000,
    keptBytes: replaced.keptBytes ?? KEPT_BYTES,
  });

  const reaper = releaseRegularly({ database, clock, log, everyMilliseconds: replaced.reapMilliseconds ?? 5000 });
  const postman = openPostman({
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
  const jobs: JobRunner =
    config.role === 'api'
      ? noRunner
      : openJobRunner({
          db: database.db,
          clock,
          engine,
          actions,
          log,
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
  const webhooks: WebhookParts = {
    db: database.db,
    clock,
    log,
    baseUrl,
    postman,
    targets,
    secrets: openSecrets(config),
    send: makeSender({ targets, timeoutMilliseconds: LIMITS.deliveryTimeoutSeconds * 1000, ...ways }),
  };
  const courier = openCourier({ ...webhooks, everyMilliseconds: replaced.webhookMilliseconds ?? 1000 });
  const tasks = openTaskRunner({
    db: database.db,
    clock,
    log,
    postman,
    operatorMail: config.operatorMail,
    everyMilliseconds: replaced.taskMilliseconds ?? 600_000,
  });
  const parts: HttpParts = {
    db: database.db,
    clock,
    engine,
    actions,
    log,
    jobs,
    idempotencyWaitMilliseconds: (replaced.idempotencyWaitSeconds ?? LIMITS.idempotencyWaitSeconds) * 1000,
    holdLeaseSeconds: replaced.holdLeaseSeconds ?? LIMITS.holdLeaseSeconds,
    addresses: new AddressLimiter(() => performance.now()),
    open,
    baseUrl,
    stopping: () => state.stopping,
    trustedProxies: config.trustedProxies,
    pages: makePages(actions, baseUrl),
    postman,
    webhooks,
    payment:
      replaced.payment ?? paymentByOperator({ db: database.db, clock, operatorMail: config.operatorMail, baseUrl }),
    signIn: makeSignIn({
      db: database.db,
      clock,
      log,
      baseUrl,
      postman,
      passwordCost: replaced.passwordCost ?? PASSWORD_COST,
    }),
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
      await jobs.stop();
      await Promise.all([reaper.stop(), courier.stop(), tasks.stop()]);
      await postman.stop();
      await territories.close();
    },
  };
}

/** Mail comes from the host that the service is known by. */
const defaultSender = ({ baseUrl }: Config): string =>
  `Hinterland <no-reply@${baseUrl === undefined ? 'localhost' : new URL(baseUrl).hostname}>`;

interface Reaper {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly everyMilliseconds: number;
}

/** Releases the holds of runs whose process is gone, now and then; every replica does it. */
function releaseRegularly({ database, clock, log, everyMilliseconds }: Reaper): { stop(): Promise<void> } {
  let round: Promise<void> = Promise.resolve();
  const look = async () => {
    try {
      const released = await releaseExpiredHolds(database.db, clock);
      if (released > 0) log.warn({ released }, 'holds of lost runs released');
    } catch (error) {
      log.warn({ err: error }, 'holds of lost runs not looked for');
    }
  };
  const timer = setInterval(() => {
    round = round.then(look);
  }, everyMilliseconds);
  timer.unref();
  round = look();
  return {
    async stop() {
      clearInterval(timer);
      await round;
    },
  };
}
