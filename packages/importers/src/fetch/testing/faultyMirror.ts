import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as a fault sees it. */
export interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Requests for this path before. */
  readonly before: number;
  /** First byte of the range that is asked for; undefined without one. */
  readonly from: number | undefined;
  /** Last byte of that range; undefined where it goes to the end. */
  readonly to?: number | undefined;
  readonly content: Buffer;
  readonly etag: string;
}

/** Answers a request in its own way, or leaves it to the mirror by returning false. */
export type Fault = (asked: Asked) => boolean;

export interface FaultyMirror {
  readonly url: string;
  /** Content by path. */
  readonly files: Map<string, Buffer>;
  fault: Fault;
  /** Sees every request for a file that is there, before it is answered. */
  asked?(asked: Asked): void;
  /** Bytes of the bodies that were sent to their end since the last `forget`. */
  sentBytes: number;
  forget(): void;
  close(): Promise<void>;
}

export const etagOf = (content: Buffer): string =>
  `"${content.length}-${content.subarray(0, 64).toString('hex').slice(-16)}"`;

/** Serves the bytes from a place on as a server that knows ranges. */
export function serveRange({ response, from, to, content, etag }: Asked, headers: Record<string, string> = {}): void {
  if (from !== undefined && from >= content.length) {
    response.writeHead(416, { 'Content-Range': `bytes */${content.length}` }).end();
    return;
  }
  const body = content.subarray(from ?? 0, from === undefined || to === undefined ? content.length : to + 1);
  response.writeHead(from === undefined ? 200 : 206, {
    ETag: etag,
    'Content-Length': body.length,
    ...(from === undefined ? {} : { 'Content-Range': contentRange({ from, to, content }) }),
    ...headers,
  });
  response.end(body);
}

export const contentRange = ({ from = 0, to, content }: Pick<Asked, 'from' | 'to' | 'content'>): string =>
  `bytes ${from}-${Math.min(to ?? Infinity, content.length - 1)}/${content.length}`;

/** Starts a mirror on loopback that serves files with ranges and ETags, except where its fault answers. */
export async function startFaultyMirror(): Promise<FaultyMirror> {
  const counts = new Map<string, number>();
  const files = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url!, 'http://mirror');
    const path = decodeURIComponent(pathname);
    const before = counts.get(path) ?? 0;
    counts.set(path, before + 1);
    const content = files.get(path + search) ?? files.get(path);
    if (content === undefined) {
      response.writeHead(404, { 'Content-Type': 'text/html' }).end('<html>not here</html>');
      return;
    }
    const etag = etagOf(content);
    const [, range, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    const isSame = request.headers['if-range'] === undefined || request.headers['if-range'] === etag;
    const asked = {
      request,
      response,
      before,
      from: range !== undefined && isSame ? Number(range) : undefined,
      to: last === undefined || last === '' ? undefined : Number(last),
      content,
      etag,
    };
    const end = response.end.bind(response);
    response.end = ((chunk: unknown, ...rest: never[]) => {
      if (Buffer.isBuffer(chunk)) mirror.sentBytes += chunk.length;
      return end(chunk as never, ...rest);
    }) as typeof response.end;
    mirror.asked?.(asked);
    if (mirror.fault(asked)) return;
    const wanted = request.headers['if-match'];
    if (wanted !== undefined && wanted !== etag) response.writeHead(412).end();
    else serveRange(asked);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const mirror: FaultyMirror = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    files,
    fault: () => false,
    sentBytes: 0,
    forget() {
      counts.clear();
      mirror.sentBytes = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return mirror;
}
