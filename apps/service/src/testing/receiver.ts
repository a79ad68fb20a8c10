import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The body as it came. */
  readonly raw: string;
  // biome-ignore lint/suspicious/noExplicitAny: bodies are checked member by member
  readonly body: any;
}

/** What a receiver answers; 'silence' = nothing at all. */
export type Answer = number | 'silence' | { readonly status: number; readonly headers: Record<string, string> };

export interface Receiver {
  /** https, at 127.0.0.1; the path is /hook. */
  readonly url: string;
  readonly port: number;
  /** What its certificate is to be checked with. */
  readonly ca: string;
  /** Its private key. */
  readonly key: string;
  readonly received: Received[];
  /** Connections that were opened, with or without a request. */
  readonly connections: () => number;
  answer: (request: Received) => Answer | Promise<Answer>;
  close(): Promise<void>;
}

let certificate: ReturnType<typeof generate> | undefined;

const CERTIFICATE_DAYS = 60;
const DAY_MILLISECONDS = 86_400_000;

/** A certificate of its own authority, for 127.0.0.1 and a few names, good for days ago as well: tests move clocks. */
function makeCertificate(): ReturnType<typeof generate> {
  certificate ??= generate([{ name: 'commonName', value: 'receiver' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() - CERTIFICATE_DAYS * DAY_MILLISECONDS),
    notAfterDate: new Date(Date.now() + CERTIFICATE_DAYS * DAY_MILLISECONDS),
    extensions: [
      { name: 'basicConstraints', cA: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 7, ip: '127.0.0.1' },
          { type: 2, value: 'receiver.example.com' },
        ],
      },
    ],
  });
  return certificate;
}

/** A receiver of webhooks over HTTPS on a free port. It answers 204 until told otherwise. */
export async function startReceiver(): Promise<Receiver> {
  const { private: key, cert } = await makeCertificate();
  let connections = 0;
  const server = createServer({ key, cert }, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const raw = Buffer.concat(chunks).toString('utf8');
    const { method = '', url = '', headers } = request;
    const one = { method, path: url, headers, raw, body: raw === '' ? null : JSON.parse(raw) };
    receiver.received.push(one);
    const answer = await receiver.answer(one);
    if (answer === 'silence') return;
    const { status, headers: more } = typeof answer === 'number' ? { status: answer, headers: {} } : answer;
    response.writeHead(status, more).end();
  });
  server.on('connection', () => connections++);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `https://127.0.0.1:${port}/hook`,
    port,
    ca: cert,
    key,
    received: [],
    connections: () => connections,
    answer: () => 204,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return receiver;
}
