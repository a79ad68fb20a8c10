import { once } from 'node:events';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

export interface SlowMirror {
  readonly address: string;
  /** Bytes that it has sent so far. */
  sentBytes: number;
  /** Called after each chunk. */
  onSent: () => void;
  /** Pause after each chunk of 16 kB. */
  pauseMilliseconds: number;
  close(): void;
}

/** Serves the files of a folder with ranges, slowly: a download takes long enough to be looked at, stopped or killed in its middle. */
export async function startSlowMirror(folder: string): Promise<SlowMirror> {
  const server = createServer((request, response) => {
    const path = join(folder, new URL(request.url!, 'http://mirror').pathname);
    if (!existsSync(path)) {
      response.writeHead(404).end();
      return;
    }
    const { size, mtime } = statSync(path);
    const from = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
    response.writeHead(from > 0 ? 206 : 200, {
      'Content-Length': size - from,
      'Last-Modified': mtime.toUTCString(),
      ...(from > 0 ? { 'Content-Range': `bytes ${from}-${size - 1}/${size}` } : {}),
    });
    const body = createReadStream(path, { start: from, highWaterMark: 1 << 14 });
    body.on('data', (chunk) => {
      mirror.sentBytes += chunk.length;
      mirror.onSent();
      body.pause();
      setTimeout(() => body.resume(), mirror.pauseMilliseconds);
    });
    body.pipe(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const mirror: SlowMirror = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sentBytes: 0,
    onSent() {},
    pauseMilliseconds: 3,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return mirror;
}
