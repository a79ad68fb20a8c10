import { readFile, writeFile } from 'node:fs/promises';
import SwaggerParser from '@apidevtools/swagger-parser';
import { actions } from '@hinterland/actions';
import { problems } from '@hinterland/contract';
import prettyCompact from 'json-stringify-pretty-compact';
import { describe, expect, it } from 'vitest';
import { declaredV1 } from '../../testing/routes.ts';
import { schemaCompiler, schemaValidator } from '../../testing/schemaValidator.ts';
import { actionDescriptors } from '../../work/runs/descriptors.ts';
import { openApiDocument } from './document.ts';

type Doc = any;

describe('the OpenAPI document', () => {
  const document = openApiDocument(declaredV1(actions), actions, '/') as Doc;

  it('S8 is the committed docs/openapi.json', async () => {
    const file = new URL('../../../../../docs/openapi.json', import.meta.url);
    const text = `${prettyCompact(document, { maxLength: 120 })}\n`;
    if (process.env.UPDATE_GOLDEN === '1') await writeFile(file, text);
    expect(text, 'the interface changes: UPDATE_GOLDEN=1 accepts it, and CHANGELOG.md tells').toBe(
      await readFile(file, 'utf8'),
    );
  });

  it('S8 is valid OpenAPI 3.1, with every reference in place', async () => {
    const api = await SwaggerParser.validate(structuredClone(document));
    expect((api as Doc).openapi).toBe('3.1.0');
  });

  it('S268 names exactly the routes there are, and exactly the actions there are', () => {
    const routes = declaredV1(actions).map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations as object).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const ids = actions.flatMap(({ id }) => [`POST /api/v1/actions/${id}/quote`, `POST /api/v1/actions/${id}/execute`]);
    expect(described.sort()).toEqual([...routes, ...ids].sort());
    expect(actionDescriptors(actions).map(({ id }) => id)).toEqual(actions.map(({ id }) => id));
  });

  it('S62 charged actions carry their tariff code as x-service-tariff, free ones none', () => {
    for (const { id, tariff } of actions) {
      for (const verb of ['quote', 'execute']) {
        expect(document.paths[`/api/v1/actions/${id}/${verb}`].post['x-service-tariff']).toBe(tariff?.code);
      }
    }
    const ids = Object.values(document.paths).flatMap((path: Doc) =>
      Object.values(path).map((operation: Doc) => operation.operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('S59 every schema of an action is a JSON Schema, and its example fits', () => {
    const check = schemaValidator(document);
    for (const [i, descriptor] of actionDescriptors(actions).entries()) {
      const ajv = schemaCompiler();
      const fits = ajv.compile(descriptor.inputSchema);
      expect([descriptor.id, fits(actions[i]?.example), fits.errors]).toEqual([descriptor.id, true, null]);
      ajv.compile(descriptor.outputSchema);
      const { post } = document.paths[`/api/v1/actions/${descriptor.id}/execute`];
      const { schema, example } = post.requestBody.content['application/json'];
      expect(check(schema, example)).toEqual([]);
      expect(check(schema, { ...example, quotedCredits: '4' }).length).toBe(descriptor.charged ? 1 : 0);
    }
  });

  it('S8 every body that callers send, and every answer in JSON, has an example that fits', () => {
    const check = schemaValidator(document);
    const bodies = [...Object.values(document.paths), ...Object.values(document.webhooks)].flatMap((operations: Doc) =>
      Object.values(operations).flatMap(({ operationId, requestBody, responses }: Doc) =>
        [requestBody, ...Object.entries(responses).map(([status, answer]) => (status[0] === '2' ? answer : undefined))]
          .filter((body: Doc) => body?.content?.['application/json'] !== undefined)
          .map((body: Doc) => ({ operationId, ...body.content['application/json'] })),
      ),
    );
    // Each action has a body and an answer for each of its two verbs.
    expect(bodies.length).toBeGreaterThan(4 * actions.length + 25);
    expect(bodies.filter(({ example }) => example === undefined)).toEqual([]);
    for (const { operationId, schema, example } of bodies)
      expect([operationId, check(schema, example)]).toEqual([operationId, []]);
    for (const { content } of Object.values(document.components.responses) as Doc[]) {
      const { schema, examples } = content['application/problem+json'];
      for (const { value } of Object.values(examples) as Doc[]) expect(check(schema, value)).toEqual([]);
    }
  });

  it('S243 every error code of the catalogue stands under its status', () => {
    for (const [code, { status }] of Object.entries(problems)) {
      expect(document.components.responses[`Problem${status}`].description).toContain(`${code}: `);
    }
  });
});
