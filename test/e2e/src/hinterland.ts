import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
export const command = join(root, 'apps/cli/bin/hinterland.js');

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

export interface Running {
  readonly child: ChildProcess;
  /** What it has printed so far. */
  output(): { stdout: string; stderr: string };
  /** Ends it as an operator would and answers its exit code. */
  stop(): Promise<number | null>;
}

/** Starts a command that goes on until stopped, and waits until its standard output matches. */
export async function start(args: readonly string[], ready: RegExp, timeoutMilliseconds = 60_000): Promise<Running> {
  const child = spawn(process.execPath, [command, ...args], { cwd: root, env: environment() });
  const output = collect(child);
  const stop = async () => {
    if (child.exitCode === null) child.kill('SIGTERM');
    const [code] = child.exitCode === null ? ((await once(child, 'close')) as [number | null]) : [child.exitCode];
    return code;
  };
  const deadline = Date.now() + timeoutMilliseconds;
  while (!ready.test(output().stdout)) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      const { stdout, stderr } = output();
      throw new Error(`"hinterland ${args.join(' ')}" did not come up.\n${stdout}\n${stderr}`);
    }
    await new Promise((resume) => setTimeout(resume, 50));
  }
  return { child, output, stop };
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
  return rest;
}
