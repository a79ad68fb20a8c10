import { chmod, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Admin } from './admin.ts';

/** Linux refuses longer paths of sockets; some systems refuse less. */
const LONGEST_PATH = 100;
const LARGEST_CALL_BYTES = 64 * 2 ** 20;

/** The socket beside the embedded database through which commands reach the process that has it. */
export const socketPath = (home: string): string => join(home, 'admin.sock');

export interface AdminServer {
  close(): Promise<void>;
}

/** All but the end of the operations: the service closes its own database. */
type AdminOperations = Omit<Admin, 'close'>;

interface Called {
  readonly operation: string;
  readonly arguments: readonly unknown[];
}

/**
 * Does operations for commands on this machine, one request each. Only the user of this process may connect: the socket has
 * the mode 600. The caller holds the lock of the database, so a file that is there is a leftover. Throws where the socket
 * cannot be made.
 */
export async function serveAdmin(home: string, admin: AdminOperations): Promise<AdminServer> {
  const path = socketPath(home);
  if (Buffer.byteLength(path) > LONGEST_PATH) throw new Error(`the path ${path} is too long for a socket`);
  await rm(path, { force: true });
  const server = createServer((request, response) => void answer(admin, request, response));
  server.requestTimeout = 0; // a backup may take minutes
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  await chmod(path, 0o600);
  return {
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

async function answer(admin: AdminOperations, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const reply = (status: number, body: unknown) => {
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(body));
  };
  try {
    const { operation, arguments: given } = JSON.parse(await textOf(request)) as Called;
    if (!Object.hasOwn(admin, operation)) {
      throw new Error(`The running service does not know the operation ${operation}: it is of another version.`);
    }
    const work = admin[operation as keyof AdminOperations] as (...values: readonly unknown[]) => Promise<unknown>;
    reply(200, { result: (await work(...given)) ?? null });
  } catch (error) {
    reply(400, { message: (error as Error).message });
  }
}

async function textOf(stream: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > LARGEST_CALL_BYTES) throw new Error('The call is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Operations of the process that has the database of `home`; null where none listens. */
export async function reachAdmin(home: string): Promise<Admin | null> {
  const path = socketPath(home);
  if (Buffer.byteLength(path) > LONGEST_PATH || !(await listens(path))) return null;
  return new Proxy({} as Admin, {
    get(_, operation) {
      if (typeof operation !== 'string' || operation === 'then') return undefined;
      if (operation === 'close') return async () => {};
      return (...given: readonly unknown[]) => call(path, { operation, arguments: given });
    },
  });
}

const listens = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path);
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });

function call(socketPath: string, called: Called): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = send({ socketPath, method: 'POST', path: '/', agent: false }, (response) => {
      textOf(response)
        .then((text) => {
          const { result, message } = JSON.parse(text) as { result?: unknown; message?: string };
          if (message === undefined) resolve(result);
          else reject(new Error(message));
        })
        .catch(reject);
    });
    request.once('error', reject);
    request.end(JSON.stringify(called));
  });
}
