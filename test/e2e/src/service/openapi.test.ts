import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../hinterland.ts';
import { validatedFetch } from './validatedFetch.ts';

const text = readFileSync(join(root, 'docs/openapi.json'), 'utf8');

/** Findings of Redocly's strict rules, as "rule at place". */
async function lint(source: string): Promise<string[]> {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: {
      // The document itself is open to everyone and has no fault of the caller's to tell.
      'operation-4xx-response': 'off',
      // Problems that routes of the web app and links will answer stand in the catalogue already.
      'no-unused-components': 'off',
    },
  });
  const found = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  return found.map(({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer ?? ''}: ${message}`);
}

describe('S8 S243 docs/openapi.json', () => {
  it('has nothing that Redocly finds fault with', async () => {
    expect(await lint(text)).toEqual([]);
  });

  it('and Redocly does find faults', async () => {
    const document = JSON.parse(text);
    delete document.info.title;
    document.paths['/api/v1/me'].get.operationId = document.paths['/api/v1/credits'].get.operationId;
    document.paths['/api/v1/me'].get.security = undefined;
    delete document.security;
    const rules = (await lint(JSON.stringify(document))).map((finding) => finding.split(' ')[0]);
    expect(new Set(rules)).toEqual(new Set(['struct', 'operation-operationId-unique', 'security-defined']));
  });

  it('only the document itself is an operation without a fault of the caller', () => {
    const { paths } = JSON.parse(text);
    const without = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations as object)
        .filter(([, { responses }]) => !Object.keys(responses).some((status) => status.startsWith('4')))
        .map(([method]) => `${method} ${path}`),
    );
    expect(without).toEqual(['get /api/v1/openapi.json']);
  });
});

describe('the fetch that holds answers against the document', () => {
  let server: Server;
  let answer: { status: number; type: string; body: unknown };
  const fetchValidated = validatedFetch(JSON.parse(text));
  const get = (path: string) => fetchValidated(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {});

  beforeAll(async () => {
    server = createServer((_request, response) => {
      response.writeHead(answer.status, { 'Content-Type': answer.type });
      response.end(JSON.stringify(answer.body));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  });
  afterAll(() => void server.close());

  it('accepts the example of the document', async () => {
    const body = JSON.parse(text).paths['/api/v1/me'].get.responses['200'].content['application/json'].example;
    answer = { status: 200, type: 'application/json', body };
    expect((await get('/api/v1/me')).body).toEqual(body);
  });

  it.each([
    ['a body that does not fit', 200, 'application/json', {}, 'does not fit'],
    ['another media type', 200, 'text/html', {}, 'media type text/html'],
    ['a status that is not declared', 418, 'application/json', {}, 'status 418 is not declared'],
    ['a problem without its code', 401, 'application/problem+json', { status: 401 }, 'does not fit'],
  ])('throws at %s', async (_what, status, type, body, message) => {
    answer = { status, type, body };
    await expect(get('/api/v1/me')).rejects.toThrow(message);
  });

  it('throws at a path that the document does not know', async () => {
    answer = { status: 200, type: 'application/json', body: {} };
    await expect(get('/api/v1/nothing')).rejects.toThrow('not declared');
  });
});
