import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { root } from '../hinterland.ts';
import { startValidatingProxy } from '../published/proxy.ts';

const program = fileURLToPath(new URL('../../../../apps/service/dist/testPrograms/service.js', import.meta.url));

export interface ServiceSettings {
  /** Folder of the embedded database, where there is no databaseUrl. */
  readonly home: string;
  readonly databaseUrl?: string | undefined;
  /** Seconds and the like that a test shortens; see TestReplacements of the service. */
  readonly replaced?: Readonly<Record<string, number>>;
  /** Folder of a bundle to serve with the real actions; absent = test actions on a drawn town. */
  readonly territory?: string;
  /** The test actions also on a bundle. */
  readonly testActions?: boolean;
  readonly role?: 'all' | 'api' | 'worker';
  /** False = without HINTERLAND_BASE_URL, as the README sets a worker up. */
  readonly namesItself?: boolean;
  /** Further variables. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface ServiceProcess {
  /** Where it is reached: through a proxy that holds every call against what the service publishes. */
  readonly url: string;
  /** Warnings and errors that it has logged. */
  log(): string;
  /** Its exit code once it has ended by itself; undefined while it runs. */
  exited(): number | null | undefined;
  /** Ends it without a word, as kill -9 does. */
  kill(): Promise<void>;
  /** Ends it as an operator would and answers its exit code. */
  stop(): Promise<number | null>;
}

/** Starts the service as a process of its own on a free port, and waits until it listens, or works. */
export async function startServiceProcess(settings: ServiceSettings): Promise<ServiceProcess> {
  const proxy = await startValidatingProxy();
  const child = spawnService(settings, settings.namesItself === false ? undefined : proxy.url);
  let log = '';
  child.stderr?.on('data', (chunk) => {
    log += chunk;
  });
  const ended = once(child, 'close') as Promise<[number | null]>;
  let exitCode: number | null | undefined;
  void ended.then(([code]) => {
    exitCode = code;
  });
  const url = await Promise.race([
    once(child.stdout as NonNullable<ChildProcess['stdout']>, 'data').then(([line]) => String(line).trim()),
    ended.then(() => null),
  ]);
  if (url === null) {
    await proxy.close();
    throw new Error(`The service did not come up: ${log}`);
  }
  proxy.leadTo(url);
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    const [code] = await ended;
    await proxy.close();
    return code;
  };
  return {
    url: proxy.url,
    log: () => log,
    exited: () => exitCode,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  };
}

/** Starts the service and kills it again before it has come up, or shortly after. */
export async function killWhileStarting(settings: ServiceSettings, afterMilliseconds: number): Promise<void> {
  const child = spawnService(settings);
  const ended = once(child, 'close');
  const timer = setTimeout(() => child.kill('SIGKILL'), afterMilliseconds);
  await ended;
  clearTimeout(timer);
}

function spawnService(settings: ServiceSettings, baseUrl?: string): ChildProcess {
  const { home, databaseUrl, replaced, territory, testActions, role, env } = settings;
  return spawn(process.execPath, [program], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      HINTERLAND_HOME: home,
      HINTERLAND_WORKERS: '1',
      HINTERLAND_WARM_UP_MEGABYTES: '0',
      HINTERLAND_LOG_LEVEL: 'warn',
      HINTERLAND_ROLE: role ?? 'all',
      TEST_REPLACEMENTS: JSON.stringify(replaced ?? {}),
      ...(baseUrl === undefined ? {} : { HINTERLAND_BASE_URL: baseUrl }),
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      ...(territory === undefined ? {} : { HINTERLAND_TERRITORIES: territory }),
      ...(testActions ? { TEST_ACTIONS: '1' } : {}),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
