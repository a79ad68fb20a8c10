import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Exposition } from './exposition.ts';

export interface MetricsServerSettings {
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
  readonly exposition: Exposition;
  readonly readiness: () => Promise<{ readonly ready: boolean }>;
}

export interface MetricsServer {
  readonly url: string;
  close(): Promise<void>;
}

interface Page {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

/**
 * Serves the figures, and whether the process lives and is ready, on a port for operators alone: it asks for no key. Throws
 * with a sentence where the port is taken.
 */
export async function openMetricsServer({ host, port, ...settings }: MetricsServerSettings): Promise<MetricsServer> {
  const server = createServer((request, response) => void answer(settings, request, response));
  server.headersTimeout = 10_000;
  server.requestTimeout = 10_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  }).catch((error: NodeJS.ErrnoException) => {
    throw new Error(
      `Hinterland cannot serve metrics on ${host}:${port} (${error.code}). Each process needs a port of its own: ` +
        'set HINTERLAND_METRICS_PORT and HINTERLAND_METRICS_HOST.',
      { cause: error },
    );
  });
  const { address, family, port: taken } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}`,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

async function answer(
  settings: Pick<MetricsServerSettings, 'exposition' | 'readiness'>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { status, contentType, text } = await page(settings, request);
  response.writeHead(status, {
    'Content-Type': contentType,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(request.method === 'HEAD' ? undefined : text);
}

async function page(
  { exposition, readiness }: Pick<MetricsServerSettings, 'exposition' | 'readiness'>,
  { method, url }: IncomingMessage,
): Promise<Page> {
  if (method !== 'GET' && method !== 'HEAD') return plain(405, 'Only GET is answered here.');
  switch (url?.split('?', 1)[0]) {
    case '/metrics':
      return { status: 200, ...(await exposition.scrape()) };
    case '/healthz':
      return json(200, { status: 'ok' });
    case '/readyz': {
      const { ready, ...state } = await readiness();
      return json(ready ? 200 : 503, { status: ready ? 'ready' : 'not ready', ...state });
    }
    default:
      return plain(404, 'There are /metrics, /healthz and /readyz.');
  }
}

const plain = (status: number, text: string): Page => ({
  status,
  contentType: 'text/plain; charset=utf-8',
  text: `${text}\n`,
});
const json = (status: number, body: unknown): Page => ({
  status,
  contentType: 'application/json',
  text: JSON.stringify(body),
});
