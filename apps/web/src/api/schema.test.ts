import { readFileSync, writeFileSync } from 'node:fs';
import openapiTypescript, { astToString, COMMENT_HEADER, type OpenAPI3 } from 'openapi-typescript';
import { expect, it } from 'vitest';
import { declaredWeb } from '../../../service/src/testing/routes.ts';
import { webDocument } from '../../../service/src/testing/webDocument.ts';

const SCHEMA = new URL('schema.ts', import.meta.url);

/** Leaves the examples of bodies out: types have no use for them. */
const withoutExamples = (name: string, value: any): unknown =>
  name === 'application/json' || name === 'application/problem+json' ? { schema: value.schema } : value;

it('src/api/schema.ts is what the routes of the session surface generate', async () => {
  const document = JSON.parse(JSON.stringify(webDocument(declaredWeb)), withoutExamples) as OpenAPI3;
  const options = { defaultNonNullable: false, immutable: true };
  const current = `${COMMENT_HEADER}${astToString(await openapiTypescript(document, options))}`;
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(SCHEMA, current);
  const isCurrent = readFileSync(SCHEMA, 'utf8') === current;
  expect(isCurrent, 'the routes of the pages changed; run this test with UPDATE_GOLDEN=1').toBe(true);
});
