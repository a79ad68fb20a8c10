import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { until } from './until.ts';

const VERSIONS = '/usr/lib/postgresql';

/** Folder of the newest PostgreSQL of this machine; null without one, or without a user who may run it. */
const programs = ((): string | null => {
  if (!existsSync(VERSIONS) || account() === null) return null;
  const folders = readdirSync(VERSIONS).sort((a, b) => Number(b) - Number(a));
  const found = folders.map((version) => join(VERSIONS, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')));
  return found ?? null;
})();

/** The user who runs it: PostgreSQL refuses root. Empty = the one who runs the tests. */
export function account(): { readonly uid?: number; readonly gid?: number } | null {
  if (process.getuid?.() !== 0) return {};
  const line = readFileSync('/etc/passwd', 'utf8').match(/^(?:postgres|nobody):[^:]*:(\d+):(\d+):/m);
  return line === null ? null : { uid: Number(line[1]), gid: Number(line[2]) };
}

/** Whether tests can start a PostgreSQL of their own; where not, they are skipped with this reason in their title. */
export const hasOwnPostgres = programs !== null;
export const NEEDS_POSTGRES = `needs initdb below ${VERSIONS}`;

export interface OwnPostgres {
  readonly databaseUrl: string;
  start(): Promise<void>;
  /** fast ends connections and writes everything down; immediate is a crash. */
  stop(how: 'fast' | 'immediate'): Promise<void>;
  /** Ends every connection to its databases from inside; answers how many there were. */
  terminateConnections(): Promise<number>;
  /** Stops every process of the server where it is, as a frozen host does. */
  freeze(): void;
  thaw(): void;
  /** Ends the server and removes its folder. */
  remove(): Promise<void>;
}

/** Makes and starts a PostgreSQL of the test's own, which it may end and freeze; `env` is added to the variables of the server. */
export async function startOwnPostgres(env: Readonly<Record<string, string>> = {}): Promise<OwnPostgres> {
  const who = account() ?? {};
  const bin = programs as string;
  const folder = await mkdtemp(join(tmpdir(), 'hinterland-postgres-'));
  if (who.uid !== undefined && who.gid !== undefined) chownSync(folder, who.uid, who.gid);
  const data = join(folder, 'data');
  const asWho = { ...who, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } };
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'hinterland', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...asWho,
    stdio: 'ignore',
  });
  const port = await freePort();
  const databaseUrl = `postgres://hinterland@127.0.0.1:${port}/postgres`;
  let server: ChildProcess | null = null;

  const ask = async <R extends pg.QueryResultRow>(statement: string) => {
    const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5000 });
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query<R>(statement)).rows;
    } finally {
      await client.end();
    }
  };
  const end = async (signal: NodeJS.Signals) => {
    const ending = server;
    if (ending === null) return;
    server = null;
    const ended = once(ending, 'close');
    ending.kill(signal);
    await ended;
  };
  const processes = (): number[] => {
    const pid = server?.pid;
    if (pid === undefined) throw new Error('the server does not run');
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
    return [pid, ...children];
  };
  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of processes()) {
      try {
        process.kill(pid, signal);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // it ended in this moment
      }
    }
  };
  const postgres: OwnPostgres = {
    databaseUrl,
    async start() {
      const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'fsync=off'];
      const options = settings.flatMap((setting) => ['-c', setting]);
      server = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...options], {
        ...asWho,
        env: { ...asWho.env, ...env },
        stdio: 'ignore',
      });
      await until(async () => (await ask('select 1').catch(() => [])).length === 1);
    },
    stop: (how) => end(how === 'fast' ? 'SIGINT' : 'SIGQUIT'),
    async terminateConnections() {
      const rows = await ask(`
        select pg_terminate_backend(pid) from pg_stat_activity
        where backend_type = 'client backend' and pid <> pg_backend_pid()`);
      return rows.length;
    },
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    async remove() {
      await end('SIGQUIT');
      await rm(folder, { recursive: true, force: true });
    },
  };
  await postgres.start();
  return postgres;
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}
