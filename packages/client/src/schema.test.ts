import { readFileSync, writeFileSync } from 'node:fs';
import openapiTypescript, { astToString, COMMENT_HEADER, type OpenAPI3 } from 'openapi-typescript';
import { expect, it } from 'vitest';

const DOCUMENT = new URL('../../../docs/openapi.json', import.meta.url);
const SCHEMA = new URL('schema.ts', import.meta.url);

it('src/schema.ts is what the committed docs/openapi.json generates', async () => {
  const document = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as OpenAPI3;
  const current = `${COMMENT_HEADER}${astToString(await openapiTypescript(document, { defaultNonNullable: false }))}`;
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(SCHEMA, current);
  const isCurrent = readFileSync(SCHEMA, 'utf8') === current;
  expect(isCurrent, 'docs/openapi.json changed; run this test with UPDATE_GOLDEN=1').toBe(true);
});
