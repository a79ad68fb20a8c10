import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { root } from '../hinterland.ts';

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
