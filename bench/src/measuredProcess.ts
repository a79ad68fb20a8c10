import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';

export interface ProcessFigures {
  readonly wallSeconds: number;
  /** Time of all its threads. NaN where the system has no /proc. */
  readonly cpuSeconds: number;
  /** Largest resident memory, 10^6 bytes. NaN where the system has no /proc. */
  readonly peakMegabytes: number;
  readonly stdout: string;
}

const LOOK_MILLISECONDS = 50;
/** Of /proc/PID/stat; Linux counts time in hundredths of a second wherever Node runs. */
const TICKS_PER_SECOND = 100;

/** Runs a program to its end and says what it took. Throws with the end of its messages where it fails. */
export async function measuredProcess(
  program: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ProcessFigures> {
  const started = performance.now();
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const text = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (chunk: string) => {
      text[name] += chunk;
    });
  }
  let last = { cpuSeconds: Number.NaN, peakMegabytes: Number.NaN };
  const timer = setInterval(async () => {
    last = (await figuresOf(child.pid!)) ?? last;
  }, LOOK_MILLISECONDS);
  const [code] = (await once(child, 'close')) as [number | null];
  clearInterval(timer);
  const wallSeconds = (performance.now() - started) / 1000;
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} failed:\n${text.stderr.slice(-2000)}`);
  return { wallSeconds, ...last, stdout: text.stdout };
}

/** CPU time and peak memory of a process; null where it has ended or the system does not report them. */
export async function figuresOf(pid: number): Promise<{ cpuSeconds: number; peakMegabytes: number } | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const peak = /^VmHWM:\s+(\d+) kB/m.exec(status)?.[1];
    if (peak === undefined) return null;
    return {
      cpuSeconds: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND,
      peakMegabytes: (Number(peak) * 1024) / 1e6,
    };
  } catch {
    return null;
  }
}
