import { stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { readBaseAddress, storeBaseAddress } from '../kit/baseAddress.ts';
import { type Database, databaseClock } from '../kit/db/database.ts';
import { untilReached } from '../kit/db/untilReached.ts';
import type { MetricsServer } from '../kit/metrics/server.ts';
import { unavailable } from '../kit/problem.ts';
import type { AdminServer } from '../operate/admin/socket.ts';
import type { Components } from './components.ts';
import type { Config } from './config.ts';
import { type StartedEarly, startEarly } from './startEarly.ts';
import type { TestReplacements } from './testReplacements.ts';

export interface RunningService {
  /** Address it listens on, such as http://127.0.0.1:8080; empty for a worker, which does not listen. */
  readonly url: string;
  /** Address of figures and health for operators; null without HINTERLAND_METRICS_PORT. */
  readonly metricsUrl: string | null;
  readonly database: Database;
  /** A good point to start from: the main city of the first territory in force, or null without one. */
  readonly center: { readonly lat: number; readonly lng: number } | null;
  /** Resolves when the service has stopped; rejects when it had to stop because its database was lost. */
  readonly stopped: Promise<void>;
  /** Stops it: no new calls, runs end or are given up, holds are released, the database is closed. */
  close(): Promise<void>;
}

export interface ServiceOptions {
  /** Whether SIGTERM and SIGINT stop it; true where absent. */
  readonly handleSignals?: boolean;
  /** Time that running calls have after a stop was requested, before they are aborted. */
  readonly stopGraceMilliseconds?: number;
  readonly replaced?: TestReplacements;
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/**
 * Ends the process with code 0 at SIGTERM and SIGINT, until the function that is returned is called. For work that the next start does
 * again from its beginning: nothing of it is taken for whole. The first process of a container has no end at signals of its own.
 */
export function endAtSignals(): () => void {
  const end = () => process.exit(0);
  for (const signal of SIGNALS) process.once(signal, end);
  return () => {
    for (const signal of SIGNALS) process.removeListener(signal, end);
  };
}

/** Starts the service; a signal that it is to stop ends the process meanwhile. Throws with a sentence for the operator where it cannot. */
export async function startService(config: Config, options: ServiceOptions = {}): Promise<RunningService> {
  const started = options.handleSignals === false ? () => {} : endAtSignals();
  try {
    return await start(config, options);
  } finally {
    started();
  }
}

async function start(config: Config, options: ServiceOptions): Promise<RunningService> {
  // While threads and database begin, this thread loads what answers requests.
  const [early, { buildComponents }] = await Promise.all([
    startEarly(config, options.replaced),
    import('./components.ts'),
  ]);
  const components = buildComponents(await withAddress(config, early), early, options.replaced);
  const { app, address, log, engine, database } = components;
  const listens = config.role !== 'worker';
  let commands: AdminServer | null = null;
  let metrics: MetricsServer | null = null;
  try {
    if (listens) {
      await app.listen({ host: config.host, port: config.port });
      address.url = urlOf(app.server.address() as AddressInfo, config.host);
    }
  } catch (error) {
    await stop(components, 0);
    const { code } = error as NodeJS.ErrnoException;
    const remedy =
      code === 'EADDRINUSE' ? 'Another process has that port: stop it, or set PORT.' : 'Check HOST and PORT.';
    throw new Error(`Hinterland cannot listen on ${config.host}:${config.port} (${code}). ${remedy}`, { cause: error });
  }
  try {
    if (listens)
      await atStart(components, () => storeBaseAddress(database.db, databaseClock, config.baseUrl ?? address.url));
    commands = await serveCommands(config, components);
    metrics = await serveMetrics(config, components);
  } catch (error) {
    await stop(components, 0);
    throw error;
  }
  const territories = engine.territories.current.map(({ territory }) => territory.manifest.id);
  const metricsUrl = metrics?.url ?? null;
  const facts = {
    role: config.role,
    metrics: metricsUrl ?? undefined,
    database: database.kind,
    workers: config.workers,
    territories,
  };
  log.info(listens ? { url: address.url, ...facts } : facts, listens ? 'listening' : 'working');
  if (listens && trustsNoProxy(config)) log.warn({ baseUrl: config.baseUrl }, NO_PROXY_TRUSTED);
  if (await isOpenToOthers(config.home)) log.warn({ home: config.home }, OPEN_HOME);
  if (territories.length === 0) log.warn({ folders: config.territories }, 'no territory is installed');
  engine.territories.verify(components.reportDamage);

  let askToStop: (reason: Error | null) => void = () => {};
  const asked = new Promise<Error | null>((resolve) => {
    askToStop = resolve;
  });
  const onSignal = () => askToStop(null);
  const signals = options.handleSignals === false ? [] : SIGNALS;
  for (const signal of signals) process.once(signal, onSignal);
  void database.lost.then(askToStop);
  const stopped = asked.then(async (lost) => {
    if (lost !== null) log.fatal({ err: lost }, 'the database is lost');
    await stop(components, options.stopGraceMilliseconds ?? 20_000);
    await Promise.all([commands?.close(), metrics?.close()]);
    for (const signal of signals) process.removeListener(signal, onSignal);
    if (lost !== null) throw lost;
  });
  stopped.catch(() => {}); // rejections surface to awaiters of `stopped`
  return {
    url: address.url,
    metricsUrl,
    database,
    center: engine.territories.current[0]?.territory.manifest.center ?? null,
    stopped,
    async close() {
      askToStop(null);
      await stopped.catch(() => {});
    },
  };
}

const NO_PROXY_TRUSTED =
  'the public address is https and no proxy is trusted: limits per network address count all callers behind the proxy as one. ' +
  'Set HINTERLAND_TRUSTED_PROXIES to the number of proxies in front';

/** This process speaks no TLS: where its public address is https, a proxy stands in front of it. */
const trustsNoProxy = ({ baseUrl, trustedProxies }: Config): boolean =>
  baseUrl?.startsWith('https:') === true &&
  (trustedProxies === 0 || (Array.isArray(trustedProxies) && trustedProxies.length === 0));

const OPEN_HOME = 'other users of this machine can look into the home; chmod 700 closes it';

/** Whether a home that was made by hand, or by an earlier version, has more than its owner's rights. */
async function isOpenToOthers(home: string): Promise<boolean> {
  if (process.platform === 'win32') return false;
  const found = await stat(home).catch(() => null);
  return found !== null && (found.mode & 0o077) !== 0;
}

/** Asks the database again while it is away. */
const atStart = <T>({ log, database }: Pick<Components, 'log' | 'database'>, work: () => Promise<T>): Promise<T> =>
  database.kind === 'embedded'
    ? work()
    : untilReached(work, {
        onAway: (error) => log.warn({ err: error }, 'the database is away; the start waits for it, up to a minute'),
      });

/** Opens the way of commands to an embedded database, which no other process can open meanwhile. */
async function serveCommands(config: Config, { database, log }: Components): Promise<AdminServer | null> {
  if (database.kind !== 'embedded') return null;
  const [{ serveAdmin }, { makeAdmin }] = await Promise.all([
    import('../operate/admin/socket.ts'),
    import('../operate/admin/operations.ts'),
  ]);
  try {
    return await serveAdmin(config.home, makeAdmin(database, config));
  } catch (error) {
    log.warn({ err: error }, 'commands of operators do not reach this process');
    return null;
  }
}

/** Opens the port of operators, where there is to be one. */
async function serveMetrics(config: Config, { exposition, readiness }: Components): Promise<MetricsServer | null> {
  const { metricsHost: host, metricsPort: port } = config;
  if (exposition === null || port === undefined) return null;
  const { openMetricsServer } = await import('../kit/metrics/server.ts');
  return openMetricsServer({ host, port, exposition, readiness });
}

/** Adds the address that the processes that listen have stored, for a worker that was not given one. */
async function withAddress(config: Config, early: StartedEarly): Promise<Config> {
  if (config.role !== 'worker' || config.baseUrl !== undefined) return config;
  const { territories, pulled, pool, database } = early;
  try {
    return { ...config, baseUrl: await atStart(early, () => readBaseAddress(database.db)) };
  } catch (error) {
    await Promise.all([territories.close(), pulled.close()]);
    await pool.close();
    await database.close();
    throw error;
  }
}

/** Order matters: nothing new comes in, what runs ends and releases its hold, and only then the database goes. */
async function stop(components: Components, graceMilliseconds: number): Promise<void> {
  const { app, open, engine, database, log, state } = components;
  state.stopping = true;
  await components.stopWatching();
  const serverClosed = app.close();
  await allAnswered(open, graceMilliseconds);
  for (const call of open)
    call.abort(unavailable('The service is stopping. Nothing was charged. Repeat the call in a moment.'));
  await allAnswered(open, 5_000);
  app.server.closeAllConnections();
  await serverClosed;
  await engine.pool.close();
  await components.offload.close();
  await Promise.all([database.close(), components.traces?.close()]);
  log.info({}, 'stopped');
}

async function allAnswered(open: ReadonlySet<AbortController>, patienceMilliseconds: number): Promise<void> {
  const deadline = performance.now() + patienceMilliseconds;
  while (open.size > 0 && performance.now() < deadline) await sleep(20);
}

function urlOf({ address, family, port }: AddressInfo, host: string): string {
  const everywhere = host === '0.0.0.0' || host === '::';
  const name = everywhere ? 'localhost' : family === 'IPv6' ? `[${address}]` : address;
  return `http://${name}:${port}`;
}
