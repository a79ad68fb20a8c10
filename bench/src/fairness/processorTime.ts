import { readdir, readFile } from 'node:fs/promises';
import { figuresOf } from '../measuredProcess.ts';

/** Of /proc/PID/stat; Linux counts time in hundredths of a second wherever Node runs. */
const TICKS_PER_SECOND = 100;

/**
 * Processor seconds that a service has taken so far, with the backends of its database, and this process, which attacks. NaN where
 * the system has no /proc.
 */
export async function processorSeconds(pid: number, databaseUrl: string | undefined): Promise<number> {
  const service = (await figuresOf(pid))?.cpuSeconds ?? Number.NaN;
  const { user, system } = process.cpuUsage();
  const backends = databaseUrl === undefined ? 0 : await backendSeconds(new URL(databaseUrl).pathname.slice(1));
  return service + (user + system) / 1e6 + backends;
}

/** Processor seconds of all backends of a database on this machine, which PostgreSQL names by their database. */
async function backendSeconds(database: string): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const seconds = await Promise.all(
    pids.map(async (pid) => {
      try {
        if (!(await readFile(`/proc/${pid}/cmdline`, 'utf8')).includes(` ${database} `)) return 0;
        const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
      } catch {
        return 0; // it has ended meanwhile
      }
    }),
  );
  return seconds.reduce((sum, one) => sum + one, 0);
}
