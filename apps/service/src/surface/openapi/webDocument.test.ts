import SwaggerParser from '@apidevtools/swagger-parser';
import { describe, expect, it } from 'vitest';
import { declaredWeb } from '../../testing/routes.ts';
import { webDocument } from '../../testing/webDocument.ts';

/** Routes that answer files, or lead to a page elsewhere. */
const FILES = [
  '/ledger.csv',
  '/audit.csv',
  '/orders.csv',
  '/receipt',
  '/data.json',
  '/csv',
  '/report',
  '/events',
  // Ways through the pages of an identity provider.
  '/sign-in/provider/begin',
  '/sign-in/provider/callback',
];

describe('the document of the session surface', () => {
  const document = webDocument(declaredWeb) as any;

  it('is valid OpenAPI 3.1, with every reference in place and operations of different names', async () => {
    const api = await SwaggerParser.validate(structuredClone(document));
    expect((api as { openapi?: string }).openapi).toBe('3.1.0');
    const ids = Object.values<any>(document.paths).flatMap((path) =>
      Object.values<any>(path).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has every route, and the answer of every one but files', () => {
    const described = Object.entries<any>(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const routes = declaredWeb.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
    expect(described.toSorted()).toEqual(routes.toSorted());
    const silent = declaredWeb.filter(
      ({ returns, operation, path }) =>
        returns === undefined && operation?.schemas?.answer === undefined && !FILES.some((file) => path.endsWith(file)),
    );
    expect(silent.map(({ path }) => path)).toEqual([]);
  });
});
