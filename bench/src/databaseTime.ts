import { readdir, readFile } from 'node:fs/promises';
import { figuresOf } from './measuredProcess.ts';

/** Processor seconds of all backends of a database on this machine that are there now; PostgreSQL names them by their database. */
export async function backendSeconds(database: string): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const secondsOf = async (pid: string) => {
    // It may have ended meanwhile.
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return line.includes(` ${database} `) ? ((await figuresOf(Number(pid)))?.cpuSeconds ?? 0) : 0;
  };
  return (await Promise.all(pids.map(secondsOf))).reduce((sum, one) => sum + one, 0);
}

/** The name of the database in its address. */
export const databaseOf = (databaseUrl: string): string => new URL(databaseUrl).pathname.slice(1);
