import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LINES } from './dialects.ts';
import { type ModelExchange, readExchange } from './exchange.ts';
import { type Script, type Step, stepOf } from './script.ts';

export interface ScriptedModel {
  /** For HINTERLAND_LLM_URL. */
  readonly url: string;
  /** Settings of a service that uses it. */
  env(dialect: ModelExchange['dialect'], key?: string): Record<string, string>;
  /** Requests so far, with their headers. */
  readonly requests: { readonly exchange: ModelExchange; readonly headers: IncomingMessage['headers'] }[];
  /** Scripts by question, or a model that decides by itself. */
  play(scripts: readonly Script[] | ((exchange: ModelExchange) => Step)): void;
  /** Holds back every answer until the returned function is called. */
  hold(): () => void;
  close(): Promise<void>;
}

const PATHS: Readonly<Record<string, ModelExchange['dialect']>> = {
  '/v1/chat/completions': 'openai',
  '/v1/messages': 'anthropic',
};

/** Starts a scripted model on a free port of this machine. */
export async function startScriptedModel(): Promise<ScriptedModel> {
  const requests: ScriptedModel['requests'] = [];
  let choose: (exchange: ModelExchange) => Step = () => ({ say: "I don't know." });
  let held: Promise<void> = Promise.resolve();

  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const dialect = PATHS[request.url ?? ''];
    if (dialect === undefined || request.method !== 'POST') {
      response.writeHead(404).end();
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const exchange = readExchange(dialect, JSON.parse(Buffer.concat(chunks).toString('utf8')));
    requests.push({ exchange, headers: request.headers });
    await held;
    await send(response, dialect, choose(exchange));
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return {
    url,
    env: (dialect, key) => ({
      HINTERLAND_LLM_URL: url,
      HINTERLAND_LLM_MODEL: 'scripted',
      HINTERLAND_LLM_DIALECT: dialect,
      ...(key === undefined ? {} : { HINTERLAND_LLM_KEY: key }),
    }),
    requests,
    play(scripts) {
      choose = typeof scripts === 'function' ? scripts : (exchange) => stepOf(scripts, exchange);
    },
    hold() {
      let release = () => {};
      held = new Promise((resolve) => {
        release = resolve;
      });
      return () => release();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function send(response: ServerResponse, dialect: ModelExchange['dialect'], step: Step): Promise<void> {
  const { fault } = step;
  if (typeof fault === 'number') {
    const error = { message: 'as told', type: 'as_told' };
    response.writeHead(fault, { 'Content-Type': 'application/json' }).end(JSON.stringify({ type: 'error', error }));
    return;
  }
  if (fault === 'redirect') {
    response.writeHead(302, { Location: 'http://192.0.2.1/v1/elsewhere' }).end();
    return;
  }
  if (fault === 'html') {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>maintenance</html>');
    return;
  }
  const lines = LINES[dialect](step);
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  response.flushHeaders();
  if (fault === 'silence') return; // until the other side gives up
  if (fault === 'empty') return void response.end();
  if (fault === 'garbage') return void response.end('data: {"choices": [ {{{\n\n');
  const sent = fault === undefined ? lines : lines.slice(0, Math.floor(lines.length / 2));
  for (const line of sent) {
    response.write(line);
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (fault === 'reset') response.destroy();
  else response.end();
}
