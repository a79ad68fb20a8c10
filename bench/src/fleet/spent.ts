import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { databaseOf, secondsByBackend } from '../databaseTime.ts';
import { figuresOf } from '../measuredProcess.ts';

/** What a fleet, its database, the load generator and the machine have spent so far. */
export interface Spent {
  readonly at: number;
  /** Processor seconds of the threads that answer requests. */
  readonly main: number;
  /** Of the other threads of the service: engine, garbage collection, compiling. */
  readonly others: number;
  /** Of each backend of the database. */
  readonly backends: ReadonlyMap<string, number>;
  /** Of this process, which sends the calls. */
  readonly generator: number;
  /** Of everything on the machine, these included. */
  readonly machine: number;
  /** Statements outside of transactions, and transactions, that the database has committed. */
  readonly commits: number;
  readonly walBytes: number;
}

/** Of /proc; Linux counts time in hundredths of a second wherever Node runs. */
const TICKS_PER_SECOND = 100;

export async function spent(pids: readonly number[], databaseUrl: string, watcher: pg.Client): Promise<Spent> {
  const mains = await Promise.all(pids.map((pid) => threadSeconds(pid)));
  const whole = await Promise.all(pids.map(async (pid) => (await figuresOf(pid))!.cpuSeconds));
  const { rows } = await watcher.query(
    `select xact_commit::float8 as commits, pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as wal
     from pg_stat_database where datname = $1`,
    [databaseOf(databaseUrl)],
  );
  const { user, system } = process.cpuUsage();
  const main = sum(mains);
  return {
    at: performance.now() / 1000,
    main,
    others: sum(whole) - main,
    backends: await secondsByBackend(databaseOf(databaseUrl)),
    generator: (user + system) / 1e6,
    machine: await machineSeconds(),
    commits: rows[0].commits,
    walBytes: rows[0].wal,
  };
}

/** Opens a connection for the counters of a server, beside the database that is measured. */
export async function openWatcher(server: string): Promise<pg.Client> {
  const watcher = new pg.Client({ connectionString: server });
  await watcher.connect();
  return watcher;
}

/** Processor seconds of the first thread of a process. */
async function threadSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/task/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Processor seconds that the machine was busy: user, nice, system, interrupts, stolen. */
async function machineSeconds(): Promise<number> {
  const [line = ''] = (await readFile('/proc/stat', 'utf8')).split('\n');
  const [user, nice, system, , , irq, softirq, steal] = line.split(/\s+/).slice(1).map(Number) as number[];
  return (user! + nice! + system! + irq! + softirq! + steal!) / TICKS_PER_SECOND;
}

const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);
