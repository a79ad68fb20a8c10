import { once } from 'node:events';
import { createReadStream, existsSync, type ReadStream, statSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

export interface SlowMirror {
  readonly address: string;
  /** Bytes that it has sent so far. */
  sentBytes: number;
  /** As many bytes sent, it sends no more until this is raised. */
  holdAtBytes: number;
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
    void send(createReadStream(path, { start: from, highWaterMark: 1 << 14 }), response).catch(() =>
      response.destroy(),
    );
  });
  /** Sends chunk by chunk; what pipes would send on when the socket has room, whatever the pauses. */
  const send = async (body: ReadStream, response: ServerResponse) => {
    for await (const chunk of body) {
      do await setTimeout(mirror.pauseMilliseconds);
      while ((response.writableNeedDrain || mirror.sentBytes >= mirror.holdAtBytes) && !response.closed);
      if (response.closed) return;
      mirror.sentBytes += chunk.length;
      response.write(chunk);
    }
    response.end();
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const mirror: SlowMirror = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sentBytes: 0,
    holdAtBytes: Number.POSITIVE_INFINITY,
    pauseMilliseconds: 3,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return mirror;
}
