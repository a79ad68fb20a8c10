import { readFileSync, writeFileSync } from 'node:fs';
import openapiTypescript, { astToString, COMMENT_HEADER, type OpenAPI3 } from 'openapi-typescript';
import { expect, it } from 'vitest';

const DOCUMENT = new URL('../../../../docs/openapi-web.json', import.meta.url);
const SCHEMA = new URL('schema.ts', import.meta.url);

/** Leaves the examples of bodies out: types have no use for them. */
const withoutExamples = (name: string, value: any): unknown =>
  name === 'application/json' || name === 'application/problem+json' ? { schema: value.schema } : value;

it('src/api/schema.ts is what the committed docs/openapi-web.json generates', async () => {
  const document = JSON.parse(readFileSync(DOCUMENT, 'utf8'), withoutExamples) as OpenAPI3;
  const options = { defaultNonNullable: false, immutable: true };
  const current = `${COMMENT_HEADER}${astToString(await openapiTypescript(document, options))}`;
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(SCHEMA, current);
  const isCurrent = readFileSync(SCHEMA, 'utf8') === current;
  expect(isCurrent, 'docs/openapi-web.json changed; run this test with UPDATE_GOLDEN=1').toBe(true);
});
