import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as zlib from 'node:zlib';
import { type ApiDocument, documentChecker } from './apiDocument.ts';
import { note } from './occurred.ts';
import { nameOf, type PublishedTool, resultIn, toolCallOf, toolChecker } from './toolCalls.ts';

export interface ValidatingProxy {
  /** Where callers reach the service. It is known before the service is, which can name itself so. */
  readonly url: string;
  /** Says where the service listens. */
  leadTo(service: string): void;
  /** Ends it. Throws where anything that passed was not as the service publishes it. */
  close(): Promise<void>;
}

interface Message {
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/**
 * Stands before a service and passes everything on as it is. Calls under /api/v1 are held against the openapi.json that
 * the service itself publishes, calls of tools against its tools/list. So whatever speaks HTTP to the service is
 * checked: tests, clients, programs in processes of their own, browsers. What occurred is put down for the look at the
 * whole suite, but for proxies that are tested themselves.
 */
export async function startValidatingProxy({ keepsNotes = true } = {}): Promise<ValidatingProxy> {
  const agent = new Agent({ keepAlive: true });
  const occurred = new Set<string>();
  const faults: string[] = [];
  let service = '';

  const ask = async (path: string, method: string, headers: Record<string, string>, body = '') => {
    const { answer } = await passOn({ agent, url: service + path, method, headers, body: Buffer.from(body) });
    return { status: answer.statusCode, type: typeOf(answer), text: (await readAll(answer)).toString('utf8') };
  };
  const checker = once(async () => checkerOf((await ask('/api/v1/openapi.json', 'GET', {})).text));
  const askTools = async (authorization: string, method: string, params: object) => {
    const headers = {
      authorization,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
    const { type, text } = await ask(
      '/mcp',
      'POST',
      headers,
      JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    );
    const result = resultIn(text, type);
    if (result === null) throw new Error(`${method} answers ${text}`);
    return result;
  };
  /** Compiles what is published of a tool once, not at every call. */
  const toolChecks = new Map<string, () => Promise<ReturnType<typeof toolChecker>>>();
  const toolCheck = (authorization: string, name: string) => {
    const compile = async () => {
      const { tools } = (await askTools(authorization, 'tools/list', {})) as { tools?: readonly PublishedTool[] };
      const params = { name: 'tools_describe', arguments: { tool: name, result: true } };
      const { structuredContent: described } = await askTools(authorization, 'tools/call', params);
      const listed = tools?.filter((tool) => tool.name === name) ?? [];
      const { misfit, problem } = await checker();
      return toolChecker(
        listed.map((tool) => ({ ...tool, ...(described as Pick<PublishedTool, 'outputSchema'>) })),
        (value) => misfit(problem, value),
      );
    };
    const check = toolChecks.get(name) ?? once(compile);
    toolChecks.set(name, check);
    return check();
  };

  /** What is published of a call must be known before it is passed on: afterwards the service may be gone. */
  const checkOf = async (method: string, path: string, { headers, body }: Message) => {
    if (path.startsWith('/api/v1/')) {
      const { check } = await checker();
      return (answer: IncomingMessage, received: Buffer) => {
        const status = answer.statusCode ?? 0;
        const checked = check({ method, path, sent: body, status, type: typeOf(answer), received });
        for (const one of checked.occurred) occurred.add(one);
        faults.push(...checked.faults);
      };
    }
    const call = path === '/mcp' ? toolCallOf(body.toString('utf8')) : null;
    if (call === null) return () => {};
    const checkCall = await toolCheck(headers.authorization ?? '', nameOf(call));
    return (answer: IncomingMessage, received: Buffer) => {
      const result = resultIn(received.toString('utf8'), typeOf(answer));
      if (result !== null) faults.push(...checkCall(call, result));
    };
  };

  const serve = async (call: IncomingMessage, reply: ServerResponse) => {
    const { method = 'GET', url: path = '/', headers } = call;
    const body = await readAll(call);
    const gone = new AbortController();
    reply.on('close', () => reply.writableFinished || gone.abort());
    const check = await checkOf(method, path, { headers, body });
    const { answer } = await passOn({ agent, url: service + path, method, headers, body, signal: gone.signal });
    reply.writeHead(answer.statusCode ?? 502, withoutHops(answer.rawHeaders));
    const parts: Buffer[] = [];
    const isStream = typeOf(answer) === 'text/event-stream';
    if (isStream) reply.flushHeaders();
    for await (const part of answer) {
      parts.push(part);
      if (isStream) reply.write(part);
    }
    const received = Buffer.concat(parts);
    // Before the caller has the whole answer: whoever waits for it may close the proxy next.
    try {
      check(answer, unpacked(answer, received));
    } catch (error) {
      faults.push(`${method} ${path}: ${(error as Error).stack}`);
    }
    reply.end(isStream ? undefined : received);
  };
  // A connection that broke there breaks here, as it would without the proxy.
  const server = createServer((call, reply) => void serve(call, reply).catch(() => reply.destroy()));
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));

  return {
    url: urlOf(server),
    leadTo(to) {
      service = to;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      agent.destroy();
      if (keepsNotes) note({ occurred: [...occurred], faults });
      if (faults.length > 0) throw new Error(`Not as it is published:\n${faults.join('\n')}`);
    },
  };
}

const urlOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

interface Passed {
  readonly agent: Agent;
  readonly url: string;
  readonly method: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
  readonly signal?: AbortSignal;
}

const LARGE_BYTES = 500_000;

/** Sends a request and waits for the head of its answer. A large body follows where the head of the request is not refused. */
function passOn({ agent, url, method, headers, body, signal }: Passed): Promise<{ answer: IncomingMessage }> {
  const { 'transfer-encoding': _, connection, ...rest } = headers;
  const length = body.length > 0 || headers['content-length'] !== undefined ? { 'content-length': body.length } : {};
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method, headers: { ...rest, ...length }, ...(signal ? { signal } : {}) });
    const isRefused = new Promise<boolean>((tell) => {
      sent.on('response', (answer) => {
        tell(true);
        resolve({ answer });
      });
      if (body.length <= LARGE_BYTES) return tell(false);
      sent.flushHeaders();
      setTimeout(() => tell(false), 250);
    });
    sent.on('error', reject);
    // Who refuses a body by its length closes before it is written, which would lose the answer.
    void isRefused.then((refused) => refused || sent.end(body));
  });
}

async function readAll(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part);
  return Buffer.concat(parts);
}

/** The bytes of an answer as they were before they were compressed for the caller. */
function unpacked({ headers }: IncomingMessage, bytes: Buffer): Buffer {
  const coding = headers['content-encoding'];
  const unpack = UNPACK[coding ?? 'identity'];
  if (unpack === undefined) throw new Error(`nothing here unpacks ${coding}`);
  return bytes.length === 0 ? bytes : unpack(bytes);
}

const UNPACK: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  identity: (bytes) => bytes,
  gzip: zlib.gunzipSync,
  br: zlib.brotliDecompressSync,
  // Node.js has it since 22.15, and asks for it since then.
  zstd: (bytes) => (zlib as unknown as { zstdDecompressSync(bytes: Buffer): Buffer }).zstdDecompressSync(bytes),
};

const typeOf = ({ headers }: IncomingMessage): string => headers['content-type']?.split(';')[0] ?? '';

/** Names and values in turn, without those that belong to one connection. */
function withoutHops(raw: readonly string[]): string[] {
  const isHop = (name: string) => ['connection', 'keep-alive', 'transfer-encoding'].includes(name.toLowerCase());
  return raw.filter((_, i) => !isHop(raw[i - (i % 2)] as string));
}

/** The value of the first call that came to a value. */
function once<A extends unknown[], T>(make: (...args: A) => Promise<T>): (...args: A) => Promise<T> {
  let made: Promise<T> | undefined;
  return (...args) => {
    made ??= make(...args).catch((error) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

/** Services that a test starts one after the other mostly publish the same document. */
let known: { readonly text: string; readonly checker: ReturnType<typeof makeChecker> } | undefined;

function checkerOf(text: string): ReturnType<typeof makeChecker> {
  // They differ in where they are reached.
  const key = text.replace(/"servers":\[[^\]]*\]/, '');
  if (known?.text !== key) known = { text: key, checker: makeChecker(JSON.parse(text)) };
  return known.checker;
}

const makeChecker = (document: ApiDocument) => ({
  ...documentChecker(document),
  problem: document.components.schemas.Problem as object,
});
