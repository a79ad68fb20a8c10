import { readFileSync } from 'node:fs';
import { actions } from '@hinterland/actions';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readableJson } from '../readableJson.ts';
import { type Document, groupsOf, type Schema } from './document.ts';
import { referenceGroupPage, referencePage } from './pages.ts';
import { SchemaWriter, typeOf } from './schema.ts';

const BASE = 'https://geo.example.com';
const file = new URL('../../../../../../docs/openapi.json', import.meta.url);
const document = JSON.parse(readFileSync(file, 'utf8')) as Document;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId }]) => ({ path, method: method.toUpperCase(), operationId })),
);
const groups = groupsOf(document).map(({ name }) => name);
const pageOf = async (name: string) => (await referenceGroupPage(document, name, BASE)).body as string;

describe('the reference', () => {
  it('lists every operation, that of an action by its page', async () => {
    const html = (await referencePage(document, actions)).body as string;
    for (const { path, operationId } of operations) {
      const [, action] = /actions\/([^{/]+)\//.exec(path) ?? [];
      const link = action === undefined ? `#${operationId}"` : `href="/developers/reference/${action}"`;
      expect(html).toContain(link);
    }
  });

  it('has every operation once, with a call to copy and a form to try it out', async () => {
    const pages = (await Promise.all(groups.map(pageOf))).join('');
    for (const { path, method, operationId } of operations) {
      expect(pages.split(`<section class="operation" id="${operationId}"`)).toHaveLength(2);
      expect(pages).toContain(`<form data-method="${method}" data-path="${path}">`);
    }
    expect(pages.match(/curl -s /g)).toHaveLength(operations.length);
    for (const event of Object.keys(document.webhooks)) expect(pages).toContain(`Event <code>${event}</code>`);
  });

  it.each(groups)('%s: every link within the page leads somewhere, and no place has two names', async (name) => {
    const html = await pageOf(name);
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(ids).toEqual([...new Set(ids)]);
    const targets = [...html.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id);
    expect(targets.filter((id) => !ids.includes(id))).toEqual([]);
    expect(html).not.toMatch(/undefined|\[object|NaN/);
  });

  it('an unknown page is not found', async () => {
    for (const name of ['nothing', '', 'constructor'])
      await expect(pageOf(name)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a schema', () => {
  it.each<[Schema, string]>([
    [{ type: 'string', minLength: 1, maxLength: 80 }, 'text, 1 to 80 characters'],
    [{ type: 'integer', minimum: 0, maximum: 9007199254740991 }, 'integer, at least 0'],
    [{ type: 'integer', exclusiveMinimum: 0, default: 3 }, 'integer, above 0, default 3'],
    [{ type: 'array', items: { type: 'object' }, minItems: 1, maxItems: 500 }, 'list of 1 to 500 objects'],
    [
      { type: 'array', items: { type: 'integer', minimum: 1, maximum: 9 }, maxItems: 10 },
      'list of at most 10 integers, each 1 to 9',
    ],
    [
      { type: 'array', items: { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 } },
      'list of list of 2 numbers',
    ],
    [{ enum: ['car', 'walk'], default: 'car' }, 'car or walk, default car'],
    [{ anyOf: [{ type: 'number' }, { type: 'null' }] }, 'number or null'],
    [{ const: true }, 'true'],
    [{ $ref: '#/components/schemas/Problem' }, 'Problem'],
    [{}, 'any value'],
  ])('%j reads %s', (schema, words) => {
    expect(typeOf(schema).text.replace(/<[^>]*>/g, '')).toBe(words);
  });

  it('is written in place once, and linked afterwards', () => {
    const Point: Schema = { type: 'object', properties: { lat: { type: 'number' } }, required: ['lat'] };
    const ref = { $ref: '#/components/schemas/Point' };
    const writer = new SchemaWriter({ Point }, ['Point']);
    const lat = '<code>lat</code> <span class="type">number</span> <span class="required">required</span>';
    expect(writer.body(ref).text).toContain(`<div id="Point"><ul class="members"><li>${lat}`);
    expect(writer.body(ref).text).toBe('<p><a href="#Point">Point</a></p>\n');
    expect(new SchemaWriter({ Point }, []).members({ items: ref })).toBeNull();
  });

  it('shows the variants that a constant tells apart', () => {
    const variant = (kind: string): Schema => ({ type: 'object', properties: { kind: { const: kind } } });
    const { text } = new SchemaWriter({}, []).members({ anyOf: [variant('a'), variant('b'), { type: 'null' }] })!;
    expect(text.match(/<li><code>kind<\/code> <code>[ab]<\/code>/g)).toHaveLength(2);
  });
});

describe('JSON for readers', () => {
  it('is the same JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(readableJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('breaks where a line would be too long', () => {
    const value = { a: [1, 2], b: { c: 'x'.repeat(30), d: 'y'.repeat(30) } };
    expect(readableJson(value)).toBe(
      `{\n  "a": [1, 2],\n  "b": {\n    "c": "${'x'.repeat(30)}",\n    "d": "${'y'.repeat(30)}"\n  }\n}`,
    );
  });
});
