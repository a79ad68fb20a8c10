import { readdir, readFile } from 'node:fs/promises';
import { figuresOf } from './measuredProcess.ts';

/** Processor seconds of each backend of a database on this machine, by its number; PostgreSQL names them by their database. */
export async function secondsByBackend(database: string): Promise<ReadonlyMap<string, number>> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = new Map<string, number>();
  const look = async (pid: string) => {
    // It may have ended meanwhile.
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (line.includes(` ${database} `)) found.set(pid, (await figuresOf(Number(pid)))?.cpuSeconds ?? 0);
  };
  await Promise.all(pids.map(look));
  return found;
}

/** Processor seconds of all backends of a database that are there now. */
export async function backendSeconds(database: string): Promise<number> {
  return [...(await secondsByBackend(database)).values()].reduce((sum, one) => sum + one, 0);
}

/** What backends took between two readings; of those that ended meanwhile nothing is known. */
export const backendSecondsBetween = (
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): number => [...after].reduce((sum, [pid, seconds]) => sum + seconds - (before.get(pid) ?? 0), 0);

/** The name of the database in its address. */
export const databaseOf = (databaseUrl: string): string => new URL(databaseUrl).pathname.slice(1);
