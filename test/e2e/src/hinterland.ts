import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '../../../apps/service/src/testing/until.ts';
import { startValidatingProxy } from './published/proxy.ts';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const command = join(root, 'apps/cli/bin/hinterland.js');

/** Where real files to build with lie beside the project; tests that need them skip without them. */
export const dataFolder = join(root, '../shared/data');
export const hasData = existsSync(dataFolder);

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line to its end. */
export async function run(args: readonly string[], input?: string): Promise<Finished> {
  const child = spawn(process.execPath, [command, ...args], { cwd: root, env: environment() });
  child.stdin.end(input ?? '');
  const output = collect(child);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...output() };
}

/** Starts a command that reads and writes bytes and serves nothing. */
export function startPiped(args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [command, ...args], { cwd: root, env: environment() });
}

export interface Running {
  /** Where it is reached: through a proxy that holds every call against what the service publishes. */
  readonly url: string;
  /** What it has printed so far, with that address. */
  output(): { stdout: string; stderr: string };
  /** Ends it as an operator would and answers its exit code. */
  stop(): Promise<number | null>;
}

/** Starts a command that serves until it is stopped, and waits until its standard output matches. */
export async function start(args: readonly string[], ready: RegExp, env: NodeJS.ProcessEnv = {}): Promise<Running> {
  const proxy = await startValidatingProxy();
  const child = spawn(process.execPath, [command, ...args], {
    cwd: root,
    // The line of the log with the port is one of level info.
    env: { ...environment(), HINTERLAND_LOG_LEVEL: 'info', ...env, HINTERLAND_BASE_URL: proxy.url },
  });
  const printed = collect(child);
  const end = async () => {
    if (child.exitCode === null) child.kill('SIGTERM');
    const [code] = child.exitCode === null ? ((await once(child, 'close')) as [number | null]) : [child.exitCode];
    return code;
  };
  const isUp = () => ready.test(printed().stdout);
  await until(() => isUp() || child.exitCode !== null).catch(() => undefined);
  if (!isUp()) {
    await end();
    await proxy.close();
    const { stdout, stderr } = printed();
    throw new Error(`"hinterland ${args.join(' ')}" did not come up.\n${stdout}\n${stderr}`);
  }
  // The demo prints its public address, which is the proxy's; the log has the port.
  const own = /"url":"([^"]+)".*"listening"/.exec(printed().stdout + printed().stderr)?.[1] as string;
  proxy.leadTo(own);
  return {
    url: proxy.url,
    output: () => ({ ...printed(), stdout: printed().stdout.replaceAll(own, proxy.url) }),
    async stop() {
      const code = await end();
      await proxy.close();
      return code;
    },
  };
}

function collect(child: ChildProcess): () => { stdout: string; stderr: string } {
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  return () => ({ stdout, stderr });
}

/** The caller's settings of the service stay out of the tests. */
function environment(): NodeJS.ProcessEnv {
  const { DATABASE_URL, HOST, PORT, HINTERLAND_HOME, HINTERLAND_TERRITORIES, HINTERLAND_BASE_URL, ...rest } =
    process.env;
  // A service that a test starts answers a few calls: what it would make for others before is time lost.
  return { HINTERLAND_WARM_UP_MEGABYTES: '0', ...rest };
}
