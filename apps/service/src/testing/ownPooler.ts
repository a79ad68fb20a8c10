import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { account, freePort } from './ownPostgres.ts';
import { until } from './until.ts';

const PROGRAM = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((path) => existsSync(path));

/** Whether tests can start a pooler of their own. */
export const hasOwnPooler = PROGRAM !== undefined && account() !== null;

export interface OwnPooler {
  readonly databaseUrl: string;
  close(): Promise<void>;
}

/** Starts PgBouncer before a database: a connection of the server belongs to a client for one transaction at a time. */
export async function startOwnPooler(databaseUrl: string): Promise<OwnPooler> {
  const server = new URL(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'hinterland-pooler-'));
  const port = await freePort();
  const database = server.pathname.slice(1);
  await writeFile(join(folder, 'users.txt'), `"${server.username}" ""\n`);
  await writeFile(
    join(folder, 'pooler.ini'),
    `[databases]
${database} = host=${server.hostname} port=${server.port} dbname=${database}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
default_pool_size = 12
max_client_conn = 200
server_login_retry = 1
`,
  );
  const who = account() ?? {};
  if (who.uid !== undefined && who.gid !== undefined) {
    for (const path of [folder, join(folder, 'users.txt'), join(folder, 'pooler.ini')])
      chownSync(path, who.uid, who.gid);
  }
  const child: ChildProcess = spawn(PROGRAM as string, [join(folder, 'pooler.ini')], {
    ...who,
    cwd: folder,
    stdio: 'ignore',
  });
  const ended = once(child, 'close');
  const url = Object.assign(new URL(databaseUrl), { port: String(port) }).href;
  const answers = async () => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('select 1');
      return true;
    } catch {
      return false;
    } finally {
      await client.end();
    }
  };
  await until(answers);
  return {
    databaseUrl: url,
    async close() {
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
