import { join } from 'node:path';
import { actions as allActions } from '@hinterland/actions';
import { LIMITS } from '@hinterland/contract';
import type { FastifyInstance } from 'fastify';
import type { Damage } from '../engine/damage.ts';
import { Engine } from '../engine/engine.ts';
import { noLoop } from '../kit/background/loop.ts';
import { type Database, databaseClock } from '../kit/db/database.ts';
import type { Log } from '../kit/log.ts';
import { openMailSender } from '../kit/mail/sender.ts';
import { openMailTransport } from '../kit/mail/transport.ts';
import type { Exposition } from '../kit/metrics/exposition.ts';
import { noMetrics } from '../kit/metrics/metrics.ts';
import { readQueues, readTaskAges } from '../kit/metrics/queues.ts';
import { Offload } from '../kit/offload/offload.ts';
import { AddressLimiter } from '../kit/rates/addressLimiter.ts';
import { makeAttempts } from '../kit/rates/attempts.ts';
import { Budgets, makeRequestCounts } from '../kit/rates/budgets.ts';
import { Pace } from '../kit/rates/pace.ts';
import { Turns } from '../kit/rates/turns.ts';
import { openSecrets } from '../kit/secrets/box.ts';
import { threadProgram } from '../kit/threadProgram.ts';
import type { Runner } from '../kit/who.ts';
import { regularTasks } from '../operate/tasks/list.ts';
import { openTaskRunner } from '../operate/tasks/runner.ts';
import { spenderOf } from '../organizations/credits/spender.ts';
import { startingCredits } from '../organizations/credits/startingCredits.ts';
import { creditSummary } from '../organizations/credits/summary.ts';
import { makeInvitations } from '../organizations/identity/invitations.ts';
import { makeMembers } from '../organizations/identity/members.ts';
import { makeOrganizations } from '../organizations/identity/organizations.ts';
import { makeTeams } from '../organizations/identity/teams.ts';
import { makeKeyGate } from '../organizations/keys/gate.ts';
import { makeKeys } from '../organizations/keys/service.ts';
import { paymentByOperator } from '../organizations/orders/payment.ts';
import { makeOrders } from '../organizations/orders/service.ts';
import { openCardPayments } from '../organizations/orders/stripe/payments.ts';
import { makeDevices } from '../organizations/signIn/devices.ts';
import { makeSessionGate } from '../organizations/signIn/gate.ts';
import { makeGuesses } from '../organizations/signIn/guesses.ts';
import { openLibrary } from '../organizations/signIn/library.ts';
import { PASSWORD_COST } from '../organizations/signIn/passwords.ts';
import { makeSecondFactors } from '../organizations/signIn/secondFactor.ts';
import { makeSessions } from '../organizations/signIn/sessions.ts';
import { makeSignIn } from '../organizations/signIn/signIn.ts';
import { appRoutes } from '../surface/app/routes.ts';
import { makeAssistant } from '../surface/assistant/service.ts';
import { mcpRoutes } from '../surface/mcp/routes.ts';
import { openApiDocument } from '../surface/openapi/document.ts';
import { makePrinter } from '../surface/pages/report/pdf.ts';
import { makeReports } from '../surface/pages/report/service.ts';
import { pageRoutes } from '../surface/pages/routes.ts';
import { buildServer } from '../surface/server.ts';
import { makeReadiness, type Readiness, statusRoutes } from '../surface/status.ts';
import { v1 } from '../surface/v1.ts';
import { web } from '../surface/web.ts';
import { makeDeliver } from '../webhooks/deliver.ts';
import { resolveHost } from '../webhooks/resolve.ts';
import { makeSender } from '../webhooks/send.ts';
import { openWebhookSender } from '../webhooks/sender.ts';
import { makeWebhooks } from '../webhooks/service.ts';
import { makeTargets } from '../webhooks/targets.ts';
import { makeAnalyses } from '../work/analyses/service.ts';
import { makeDatasets } from '../work/datasets/service.ts';
import { jobKinds } from '../work/jobKinds.ts';
import { jobsOfDeleted } from '../work/jobs/ofOrganization.ts';
import { openJobRunner } from '../work/jobs/runner.ts';
import { makeJobs } from '../work/jobs/service.ts';
import { makeRuns } from '../work/runs/service.ts';
import { makeDamageReport } from '../work/territories/data/damageReport.ts';
import { makeShowcases } from '../work/territories/showcase/service.ts';
import { tileRoutes } from '../work/tiles/routes.ts';
import { makeTiles } from '../work/tiles/service.ts';
import type { Config } from './config.ts';
import type { StartedEarly } from './startEarly.ts';
import type { TestReplacements } from './testReplacements.ts';

export interface Components {
  readonly database: Database;
  readonly log: Log;
  /** Figures about this process; null where nobody reads them. */
  readonly exposition: Exposition | null;
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

/** The only place that puts the service together. What one part needs of another is handed to it here. */
export function buildComponents(config: Config, early: StartedEarly, replaced: TestReplacements = {}): Components {
  const { log, exposition, pool, territories, database } = early;
  const metrics = exposition ?? noMetrics;
  const { db } = database;
  const inForce = () => territories.current;
  const clock = replaced.clock ?? databaseClock;
  const actions = replaced.registry?.actions ?? allActions;
  const holdLeaseSeconds = replaced.holdLeaseSeconds ?? LIMITS.holdLeaseSeconds;
  const engine = new Engine({
    pool,
    territories,
    timeLimitMilliseconds: (replaced.runSeconds ?? LIMITS.runSeconds) * 1000,
    keptBytes: replaced.keptBytes ?? KEPT_BYTES,
  });

  const secrets = openSecrets(config);
  const report = (event: string, details: Record<string, unknown>) => log.warn(details, event);
  const offload = new Offload({ registry: replaced.registry?.module ?? threadProgram('actions').href, report });
  const mailSender = openMailSender({
    db,
    clock,
    secrets,
    transport: openMailTransport({
      smtpUrl: config.smtpUrl,
      from: config.mailFrom ?? defaultSender(config),
      folder: join(config.home, 'mail'),
      log,
    }),
    log,
    everyMilliseconds: replaced.mailMilliseconds ?? 15_000,
  });
  const limits = early.limits.keepRead(db, log, replaced.limitMilliseconds);
  const kinds = jobKinds(actions);
  const pace = replaced.pace ?? new Pace(() => performance.now());
  const jobRunner =
    config.role === 'api'
      ? noLoop
      : openJobRunner({
          db,
          clock,
          engine,
          log,
          turns: new Turns(pace, () => performance.now()),
          kinds,
          leaseSeconds: replaced.jobLeaseSeconds ?? LIMITS.holdLeaseSeconds,
          jobsAtOnce: replaced.jobsAtOnce ?? 16,
          everyMilliseconds: replaced.jobMilliseconds ?? 1000,
        });
  const address = { url: '' };
  const state = { stopping: false };
  const open = new Set<AbortController>();
  const baseUrl = () => config.baseUrl ?? address.url;
  const { resolve = resolveHost, ...ways } = replaced.webhookWays ?? {};
  const targets = makeTargets({ resolve, allowedNetworks: config.webhookNetworks, baseUrl });
  const send = makeSender({ targets, timeoutMilliseconds: LIMITS.deliveryTimeoutSeconds * 1000, ...ways });
  const deliver = makeDeliver({ db, clock, log, baseUrl, mailSender, send });
  const webhookSender = openWebhookSender({
    db,
    clock,
    log,
    deliver,
    secrets,
    baseUrl,
    everyMilliseconds: replaced.webhookMilliseconds ?? 1000,
  });
  const card = openCardPayments(config, { db, clock, log, mailSender, operatorMail: config.operatorMail, baseUrl });
  const attempts = makeAttempts(db, clock);
  const budgets = new Budgets(() => performance.now());
  const counts = makeRequestCounts({
    budgets,
    pace,
    maximumOf: (id) => early.limits.of(id, 'organization_requests'),
  });
  const jobs = makeJobs({ db, clock, actions, kinds });
  const runs = makeRuns({
    db,
    clock,
    engine,
    actions,
    log,
    offload,
    metrics,
    counts,
    jobRunner,
    idempotencyWaitMilliseconds: (replaced.idempotencyWaitSeconds ?? LIMITS.idempotencyWaitSeconds) * 1000,
    holdLeaseSeconds,
  });
  const datasets = makeDatasets({ db, clock, engine, jobs, jobRunner });
  const analyses = makeAnalyses({ db, clock, attempts, counts, territories: inForce, baseUrl, mailSender });
  const tiles = makeTiles(engine, log);
  const reports = makeReports({ db, clock, engine, tiles, actions, offload });
  const printer = makePrinter({
    chromiumPath: config.chromiumPath,
    timeLimitMilliseconds: LIMITS.reportSeconds * 1000,
    waitingMax: LIMITS.reportsWaiting,
    othersWork: (party) => pace.othersWork(party),
  });
  const webhooks = makeWebhooks({ db, clock, log, targets, secrets, deliver });

  const passwordCost = replaced.passwordCost ?? PASSWORD_COST;
  const library = openLibrary({ db, clock, log, baseUrl, secrets, mailSender, passwordCost });
  const signIn = makeSignIn({ db, clock, library, baseUrl });
  const sessions = makeSessions(db);
  const startAccount = startingCredits(clock, config.startingCredits);
  const organizations = makeOrganizations({
    db,
    clock,
    attempts,
    mailSender,
    jobsOfDeleted: jobsOfDeleted(clock),
    startAccount,
  });
  const members = makeMembers(db, clock);
  const invitations = makeInvitations({ db, clock, attempts, secrets, mailSender, baseUrl });
  const teams = makeTeams(db, clock);
  const keys = makeKeys(db, clock);
  const byOperator = () => paymentByOperator({ db, clock, operatorMail: config.operatorMail, baseUrl });
  const payment = replaced.payment ?? card?.provider ?? byOperator();
  const orders = makeOrders({ db, clock, payment, mailSender, prices: config.prices });
  const credits = async (caller: Runner) => (await creditSummary(db, clock, spenderOf(caller))).credits;
  const assistant = makeAssistant({
    db,
    clock,
    log,
    metrics,
    attempts,
    actions,
    runs,
    jobs,
    analyses,
    datasets,
    credits,
    territories: inForce,
    baseUrl,
    llm: config.llm,
    ...replaced.assistant,
  });
  const tasks =
    replaced.taskMilliseconds === null
      ? noLoop
      : openTaskRunner({
          db,
          clock,
          log,
          tasks: regularTasks({
            db,
            clock,
            log,
            mailSender,
            operatorMail: config.operatorMail,
            holdLeaseSeconds,
            askAboutOpenOrders: card?.askAboutOpenOrders ?? null,
            tidyAssistant: assistant.tidy,
          }),
          everyMilliseconds: replaced.taskMilliseconds ?? 5000,
        });

  const addresses = new AddressLimiter(() => performance.now());
  const keyGate = makeKeyGate({ db, clock, addresses, counts });
  const openApi = madeOnce(() => openApiDocument(api, actions, baseUrl()));
  const api = v1({
    db,
    clock,
    actions,
    keys: keyGate,
    runs,
    jobs,
    analyses,
    reports,
    printer,
    webhooks,
    offload,
    territories: inForce,
    openApi,
  });
  const readiness = makeReadiness({ db, engine, log });
  exposition?.read({
    queues: () => readQueues(db, clock),
    tasks: () => readTaskAges(db, clock),
    connections: database.connections.counts,
    threads: () => ({ ...pool.state, waiting: pool.waiting }),
    ready: async () => (await readiness()).ready,
  });
  const app = buildServer({
    routes: [
      ...api,
      ...mcpRoutes({ actions, keys: keyGate, runs, offload, jobs, credits, territories: inForce, tiles, baseUrl, log }),
      ...web({
        db,
        clock,
        attempts,
        signIn,
        mailSender,
        guesses: makeGuesses(attempts, makeDevices(db, baseUrl)),
        secondFactors: makeSecondFactors({ db, clock, attempts, library, mailSender, baseUrl }),
        sessions,
        organizations,
        members,
        invitations,
        teams,
        keys,
        orders,
        datasets,
        assistant,
        actions,
        engine,
        runs,
        jobs,
        analyses,
        reports,
        printer,
        webhooks,
        offload,
        territories,
        showcases: makeShowcases(engine, actions),
      }),
      ...tileRoutes({ db, clock, signIn, tiles, baseUrl }),
      ...appRoutes(card?.checkoutOrigin ?? null),
      ...(card?.routes ?? []),
      ...pageRoutes({
        db,
        clock,
        signIn,
        actions,
        baseUrl,
        openApi,
        checkoutOrigin: card?.checkoutOrigin ?? null,
        reports,
        offload,
      }),
      ...statusRoutes(readiness),
    ],
    gates: { ...keyGate, ...makeSessionGate({ db, signIn, baseUrl, counts }) },
    open,
    offload,
    budgets,
    pace,
    baseUrl,
    log,
    metrics,
    stopping: () => state.stopping,
    trustedProxies: config.trustedProxies,
  });
  return {
    database,
    log,
    exposition,
    readiness,
    engine,
    offload,
    app,
    open,
    address,
    state,
    reportDamage: makeDamageReport({ db, clock, log, mailSender, operatorMail: config.operatorMail }),
    async stopWatching() {
      await Promise.all([jobRunner.stop(), assistant.stop()]);
      await Promise.all([webhookSender.stop(), tasks.stop(), limits.stop()]);
      await mailSender.stop();
      await printer.close();
      await territories.close();
    },
  };
}

/** At the first use: only then the service knows its address. */
function madeOnce<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Mail comes from the host that the service is known by. */
const defaultSender = ({ baseUrl }: Config): string =>
  `Hinterland <no-reply@${baseUrl === undefined ? 'localhost' : new URL(baseUrl).hostname}>`;
