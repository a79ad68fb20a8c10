import { createServer } from 'node:http';
import { Session } from 'node:inspector/promises';
import type { AddressInfo } from 'node:net';

const COLLECTION_MILLISECONDS = 50;

export interface SilentServer {
  readonly url: string;
  close(): Promise<void>;
}

/** A server that answers every call with headers and a first byte, and with nothing after them. */
export async function startSilentServer(): Promise<SilentServer> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.write('{');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Does the work while the garbage of this process is collected again and again, as that of a busy one is. */
export async function amongCollections<T>(work: () => Promise<T>): Promise<T> {
  const session = new Session();
  session.connect();
  // The last one is refused where the session ends before it.
  const collect = () => void session.post('HeapProfiler.collectGarbage').catch(() => {});
  const timer = setInterval(collect, COLLECTION_MILLISECONDS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    session.disconnect();
  }
}
