import { readFile } from 'node:fs/promises';
import { backendSeconds, databaseOf } from '../databaseTime.ts';

/** Of /proc/PID/stat; Linux counts time in hundredths of a second wherever Node runs. */
const TICKS_PER_SECOND = 100;

/** Whose processor time is counted: the service's thread that answers requests, its other threads, its database, attackers. */
export const WORKERS = ['mainThread', 'otherThreads', 'database', 'attackers'] as const;
export type ProcessorTime = Readonly<Record<(typeof WORKERS)[number], number>>;

export interface Watched {
  readonly servicePid: number;
  readonly databaseUrl: string | undefined;
  readonly attackersPid: number | null;
}

/** Returns the processor seconds that each has taken so far. NaN where the system has no /proc. */
export async function processorSeconds({ servicePid, databaseUrl, attackersPid }: Watched): Promise<ProcessorTime> {
  const mainThread = await secondsOf(`${servicePid}/task/${servicePid}`);
  return {
    mainThread,
    otherThreads: (await secondsOf(`${servicePid}`)) - mainThread,
    database: databaseUrl === undefined ? 0 : await backendSeconds(databaseOf(databaseUrl)),
    attackers: attackersPid === null ? 0 : await secondsOf(`${attackersPid}`),
  };
}

/** Returns the processors that each took between two readings. */
export const processorsBetween = (before: ProcessorTime, after: ProcessorTime, seconds: number): ProcessorTime =>
  Object.fromEntries(WORKERS.map((name) => [name, (after[name] - before[name]) / seconds])) as ProcessorTime;

export const sumOf = (time: ProcessorTime): number => WORKERS.reduce((sum, name) => sum + time[name], 0);

/** Processor seconds of a process, or of a thread, by its path below /proc; NaN where there is none. */
async function secondsOf(path: string): Promise<number> {
  try {
    const stat = await readFile(`/proc/${path}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return Number.NaN;
  }
}
