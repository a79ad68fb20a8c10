import { randomBytes, timingSafeEqual } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { CommandError, note } from '../terminal.ts';
import { ARROW } from './forms/arrow.ts';
import { answerStream, type Session } from './session.ts';

/**
 * Where connections come in: a Unix socket; or, for systems without such, a port of this machine alone, which a file that only its user
 * reads names with the token that each connection begins with.
 */
export type Door = { readonly socket: string } | { readonly portFile: string };

/**
 * Answers each connection as a stream of its own, until the process is asked to end or nobody was connected for `idleSeconds`. Throws
 * CommandError where another process listens on the socket; the file of one that was killed is replaced.
 */
export async function listen(
  session: Session,
  door: Door,
  idleSeconds: number | null,
  ready: () => void,
): Promise<void> {
  if ('socket' in door) {
    if (await answers(door.socket)) throw new CommandError(`Another process works on ${door.socket}.`, 1);
    await rm(door.socket, { force: true });
  }
  const token = randomBytes(32).toString('hex');
  const open = new Set<Socket>();
  let idle: NodeJS.Timeout | undefined;
  const wait = () => {
    clearTimeout(idle);
    if (idleSeconds !== null && open.size === 0) idle = setTimeout(() => server.close(), 1000 * idleSeconds);
  };
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    open.add(socket);
    clearTimeout(idle);
    const known = 'socket' in door ? Promise.resolve(true) : beginsWith(socket, `${token}\n`);
    known
      .then((isKnown) => (isKnown ? answerStream(session, ARROW, socket, socket) : null))
      .then((refused) => refused !== null && note(`A stream was refused: ${refused}`))
      .catch((error: NodeJS.ErrnoException) => {
        if (!GONE.has(error.code ?? '')) note(`A stream broke off: ${error.message}`);
      })
      .finally(() => {
        open.delete(socket);
        socket.destroy();
        wait();
      });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.once('close', resolve);
    server.listen('socket' in door ? door.socket : { host: '127.0.0.1', port: 0 }, () => {
      const named = 'socket' in door ? Promise.resolve() : writeDoor(door.portFile, server.address(), token);
      named.then(ready, reject);
      wait();
      const end = () => {
        clearTimeout(idle);
        server.close();
        for (const socket of open) socket.destroy();
      };
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
    });
  });
}

/** Writes the file at once, so that nobody reads half of it. */
async function writeDoor(path: string, address: AddressInfo | string | null, token: string): Promise<void> {
  const { port } = address as AddressInfo;
  const half = `${path}.${process.pid}`;
  await writeFile(half, JSON.stringify({ port, token }), { mode: 0o600 });
  await rename(half, path);
}

/** Whether the first bytes of a connection are the expected ones; takes them away. */
function beginsWith(socket: Socket, text: string): Promise<boolean> {
  const expected = Buffer.from(text);
  return new Promise((resolve) => {
    const end = () => resolve(false);
    const look = () => {
      const found = socket.read(expected.length) as Buffer | null;
      if (found === null) return;
      socket.off('readable', look).off('end', end).off('error', end);
      resolve(found.length === expected.length && timingSafeEqual(found, expected));
    };
    socket.on('readable', look).once('end', end).once('error', end);
  });
}

/** The other side left: no failure of the work. */
const GONE = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']);

const answers = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
