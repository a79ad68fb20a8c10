import { rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { CommandError, note } from '../terminal.ts';
import { ARROW } from './forms/arrow.ts';
import { answerStream, type Session } from './session.ts';

/**
 * Answers each connection of a Unix socket as a stream of its own, until the process is asked to end or nobody was connected for
 * `idleSeconds`. Throws CommandError where another process listens there; the file of one that was killed is replaced.
 */
export async function listen(
  session: Session,
  path: string,
  idleSeconds: number | null,
  ready: () => void,
): Promise<void> {
  if (await answers(path)) throw new CommandError(`Another process works on ${path}.`, 1);
  await rm(path, { force: true });
  const open = new Set<Socket>();
  let idle: NodeJS.Timeout | undefined;
  const wait = () => {
    clearTimeout(idle);
    if (idleSeconds !== null && open.size === 0) idle = setTimeout(() => server.close(), 1000 * idleSeconds);
  };
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    open.add(socket);
    clearTimeout(idle);
    answerStream(session, ARROW, socket, socket)
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
    server.listen(path, () => {
      ready();
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
