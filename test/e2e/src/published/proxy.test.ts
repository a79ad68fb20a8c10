import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../hinterland.ts';
import { startValidatingProxy } from './proxy.ts';

const document = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8'));
const me = document.paths['/api/v1/me'].get.responses['200'].content['application/json'].example;
const tool = {
  name: 'areas_list',
  inputSchema: { type: 'object', properties: { level: { enum: [4, 6] } } },
  outputSchema: { type: 'object', properties: { total: { type: 'integer' } }, required: ['total'] },
};
const JSON_TYPE = 'application/json';
const PROBLEM = 'application/problem+json';

describe('the proxy that holds calls to what is published', () => {
  let server: Server;
  let answer: { status: number; type: string; body: unknown };
  let service: string;

  /** A service that publishes the real document and one tool, and answers everything else as the test says. */
  beforeAll(async () => {
    server = createServer(async (request, response) => {
      let sent = '';
      for await (const part of request) sent += part;
      const reply = (status: number, type: string, body: unknown) => {
        response.writeHead(status, { 'Content-Type': type });
        const text = JSON.stringify(body);
        response.end(type === 'text/event-stream' ? `event: message\ndata: ${text}\n\n` : text);
      };
      if (request.url === '/broken') request.socket.destroy();
      else if (request.url === '/api/v1/openapi.json') reply(200, JSON_TYPE, document);
      else if (sent.includes('tools_describe')) {
        reply(200, JSON_TYPE, { jsonrpc: '2.0', id: 1, result: { structuredContent: tool } });
      } else if (sent.includes('tools/list'))
        reply(200, JSON_TYPE, { jsonrpc: '2.0', id: 1, result: { tools: [tool] } });
      else reply(answer.status, answer.type, answer.body);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    service = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());

  /** What the proxy found wrong with one call, if anything. */
  async function faultOf(path: string, init: RequestInit, answered: typeof answer): Promise<string> {
    answer = answered;
    const proxy = await startValidatingProxy({ keepsNotes: false });
    proxy.leadTo(service);
    const reply = await fetch(proxy.url + path, init);
    expect(reply.status).toBe(answered.status);
    const text = await reply.text();
    expect(text).toContain(JSON.stringify(answered.body));
    return proxy.close().then(
      () => '',
      (error: Error) => error.message,
    );
  }
  const get = (path: string, status: number, type: string, body: unknown) => faultOf(path, {}, { status, type, body });
  const post = (path: string, sent: unknown, status: number, type: string, body: unknown) =>
    faultOf(
      path,
      { method: 'POST', headers: { 'Content-Type': JSON_TYPE }, body: JSON.stringify(sent) },
      { status, type, body },
    );

  it('passes what fits, as it is', async () => {
    expect(await get('/api/v1/me', 200, JSON_TYPE, me)).toBe('');
    expect(await get('/api/v1/nothing', 404, PROBLEM, problemOf('not_found', 404))).toBe('');
    expect(await get('/elsewhere', 200, 'text/html', 'anything')).toBe('');
  });

  it.each([
    ['a body that does not fit', '/api/v1/me', 200, JSON_TYPE, {}, 'the answer does not fit'],
    ['another media type', '/api/v1/me', 200, 'text/html', me, 'the media type is text/html'],
    ['a status that is not declared', '/api/v1/me', 418, JSON_TYPE, {}, 'the status is not declared'],
    ['a problem without its code', '/api/v1/me', 401, PROBLEM, { status: 401 }, 'the answer does not fit'],
    ['a route that is not published', '/api/v1/nothing', 200, JSON_TYPE, {}, '404 is the answer to unknown routes'],
    ['a method that is not published', '/api/v1/analyses/0123456789ab/name', 200, JSON_TYPE, {}, '405 is the answer'],
  ])('finds %s', async (_what, path, status, type, body, message) => {
    expect(await get(path, status, type, body)).toContain(message);
  });

  it('finds a body of a request that the service took although it does not fit, and leaves alone what it refused', async () => {
    const path = '/api/v1/actions/areas.list/quote';
    const quote = { actionId: 'areas.list', quotedCredits: 0, quote: { totalCredits: 0, lines: [] }, warnings: [] };
    expect(await post(path, { level: 4 }, 200, JSON_TYPE, quote)).toBe('');
    expect(await post(path, { level: 'x' }, 200, JSON_TYPE, quote)).toContain('the body of the request does not fit');
    const problem = { ...problemOf('validation_error', 400), errors: [] };
    expect(await post(path, { level: 'x' }, 400, PROBLEM, problem)).toBe('');
  });

  it.each([JSON_TYPE, 'text/event-stream'])('holds tools to their published list (%s)', async (type) => {
    const call = (input: object, result: object, name = tool.name) =>
      post('/mcp', { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name, arguments: input } }, 200, type, {
        jsonrpc: '2.0',
        id: 2,
        result,
      });
    const problem = (body: object) => ({ isError: true, content: [{ type: 'text', text: JSON.stringify(body) }] });
    expect(await call({ level: 4 }, { structuredContent: { total: 1 } })).toBe('');
    expect(await call({ level: 3 }, { structuredContent: { total: 1 } })).toContain('took arguments that do not fit');
    expect(await call({ level: 4 }, { structuredContent: { total: '1' } })).toContain('structured content of the tool');
    expect(await call({ level: 4 }, {})).toContain('structured content of the tool');
    expect(await call({}, { structuredContent: {} }, 'areas_gone')).toContain('is not published');
    expect(await call({ level: 3 }, problem(problemOf('not_found', 404)))).toBe('');
    expect(await call({ level: 3 }, problem({ error: 'no' }))).toContain('the problem of the tool areas_list');
  });

  it('breaks where the service breaks', async () => {
    const proxy = await startValidatingProxy({ keepsNotes: false });
    proxy.leadTo(service);
    await expect(fetch(`${proxy.url}/broken`)).rejects.toThrow('fetch failed');
    await proxy.close();
  });
});

const problemOf = (error: string, status: number) => ({
  type: `/problems/${error}`,
  title: 'Title',
  status,
  detail: 'Detail',
  instance: 'urn:request:req_0123456789abcdef01234567',
  error,
});
