import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { read, root } from '../tree.ts';
import { brokenPromises, promisesOf } from './additive.ts';

const BASELINE = 'test/tidy/fixtures/openapi-baseline.json';

describe('S255 D152 docs/openapi.json keeps what the baseline promised', () => {
  it('nothing is removed, renamed, newly required or of another type', () => {
    const document = JSON.parse(read('docs/openapi.json'));
    const isNew = !existsSync(join(root, BASELINE));
    const broken = isNew ? [] : brokenPromises(JSON.parse(read(BASELINE)), document);
    if (process.env.UPDATE_BASELINE === '1' && broken.length === 0)
      writeFileSync(join(root, BASELINE), `${JSON.stringify(promisesOf(document))}\n`);
    expect(broken, 'programs of callers would break; see docs/decisions/archive/0106-additive-guard.md').toEqual([]);
    expect(existsSync(join(root, BASELINE))).toBe(true);
  });

  it('the baseline is whole', () => {
    const baseline = JSON.parse(read(BASELINE));
    expect(Object.keys(baseline.paths)).toContain('/api/v1/actions/analysis.isochrone/execute');
    expect(Object.keys(baseline.webhooks)).toContain('ping');
    expect(brokenPromises(baseline, promisesOf(baseline))).toEqual([]);
  });
});

type Doc = any;

/** A small document with one of everything. */
const small = (): Doc => ({
  security: [{ apiKey: [] }],
  paths: {
    '/items': {
      post: {
        operationId: 'makeItem',
        'x-service-tariff': 'item.call',
        parameters: [{ $ref: '#/components/parameters/Page' }],
        requestBody: {
          required: false,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/New' } } },
        },
        responses: {
          '200': {
            headers: { ETag: { schema: { type: 'string' } } },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Item' } } },
          },
          '404': { $ref: '#/components/responses/Problem' },
        },
      },
      get: { operationId: 'getItems', security: [], responses: {} },
    },
  },
  webhooks: {
    made: {
      post: {
        operationId: 'made',
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Item' } } } },
        responses: {},
      },
    },
  },
  components: {
    securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } },
    parameters: { Page: { name: 'page', in: 'query', schema: { type: 'integer', maximum: 50 } } },
    responses: { Problem: { content: { 'application/problem+json': { schema: { type: 'object' } } } } },
    schemas: {
      New: {
        type: 'object',
        properties: {
          name: { type: 'string', maxLength: 80 },
          kind: { enum: ['a', 'b'], default: 'a' },
          size: { type: 'integer', minimum: 1 },
          place: { anyOf: [{ type: 'object', properties: { lat: { type: 'number' } } }, { type: 'string' }] },
        },
        required: ['name'],
      },
      Item: {
        type: 'object',
        properties: {
          id: { type: 'integer' },
          title: { type: 'string' },
          state: { enum: ['open', 'done'] },
          at: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] },
          parts: { type: 'array', items: { $ref: '#/components/schemas/Item' } },
        },
        required: ['id'],
      },
    },
  },
});

const after = (change: (document: Doc) => void): readonly string[] => {
  const document = small();
  change(document);
  return brokenPromises(small(), document);
};
const sent = (document: Doc) => document.components.schemas.New;
const received = (document: Doc) => document.components.schemas.Item;

describe('a schema that gets a name', () => {
  const size = { type: 'integer', minimum: 1, default: 3 };
  const document = (schema: Doc, schemas: Doc = {}): Doc => {
    const made = small();
    sent(made).properties.size = schema;
    Object.assign(made.components.schemas, schemas);
    return made;
  };
  const named = (own: Doc) =>
    document({ $ref: '#/components/schemas/Size', ...own }, { Size: { type: 'integer', minimum: 1 } });

  it('is what it was, together with what stands beside the reference', () => {
    expect(brokenPromises(document(size), named({ default: 3 }))).toEqual([]);
    expect(brokenPromises(document(size), named({ default: 4 }))).toHaveLength(1);
    expect(brokenPromises(document(size), named({ default: 3, maximum: 9 }))).toHaveLength(1);
    expect(brokenPromises(named({ default: 3 }), document({ ...size, minimum: 2 }))).toHaveLength(1);
  });
});

describe('the guard', () => {
  const fine: readonly [string, (document: Doc) => void][] = [
    ['nothing', () => {}],
    [
      'new path, method, event',
      (d) => {
        Object.assign(d.paths, { '/more': {} });
      },
    ],
    [
      'default told for the first time',
      (d) => {
        sent(d).properties.name.default = 'x';
      },
    ],
    [
      'new optional input',
      (d) => {
        sent(d).properties.more = { type: 'string' };
      },
    ],
    [
      'new member of an answer, always there',
      (d) => {
        received(d).properties.more = {};
        received(d).required.push('more');
      },
    ],
    [
      'new value in and out',
      (d) => {
        sent(d).properties.kind.enum.push('c');
        received(d).properties.state.enum.push('late');
      },
    ],
    [
      'more room for inputs',
      (d) => {
        sent(d).properties.name.maxLength = 100;
        sent(d).properties.size.minimum = 0;
      },
    ],
    [
      'an input that may be another type, too',
      (d) => {
        sent(d).properties.size.type = ['integer', 'string'];
      },
    ],
    [
      'a number where integers were sent',
      (d) => {
        sent(d).properties.size.type = 'number';
      },
    ],
    [
      'another way to send',
      (d) => {
        sent(d).properties.place.anyOf.unshift({ type: 'array' });
      },
    ],
    [
      'other texts',
      (d) => {
        received(d).description = 'new';
      },
    ],
    [
      'a name of its own for a schema',
      (d) => {
        d.components.schemas.State = received(d).properties.state;
        received(d).properties.state = { $ref: '#/components/schemas/State' };
      },
    ],
    [
      'what had to be sent may be left out',
      (d) => {
        sent(d).required = [];
      },
    ],
    [
      'new status and header',
      (d) => {
        Object.assign(d.paths['/items'].post.responses, { 409: {} });
      },
    ],
  ];
  it.each(fine)('lets pass: %s', (_what, change) => expect(after(change)).toEqual([]));

  const post = 'POST /items';
  const out = `${post} 200`;
  const broken: readonly [string, (document: Doc) => void, string][] = [
    ['path removed', (d) => delete d.paths['/items'], `GET /items: removed`],
    ['method removed', (d) => delete d.paths['/items'].post, `${post}: removed`],
    ['event removed', (d) => delete d.webhooks.made, 'POST made: removed'],
    ['status removed', (d) => delete d.paths['/items'].post.responses['404'], `${post} 404: removed`],
    [
      'header removed',
      (d) => delete d.paths['/items'].post.responses['200'].headers.ETag,
      `${out} header ETag: removed`,
    ],
    [
      'parameter removed',
      (d) => {
        d.paths['/items'].post.parameters = [];
      },
      `${post} query page: removed`,
    ],
    [
      'parameter narrowed',
      (d) => {
        d.components.parameters.Page.schema.maximum = 10;
      },
      `${post} query page: maximum 50 became 10`,
    ],
    [
      'parameter required',
      (d) => {
        d.components.parameters.Page.required = true;
      },
      `${post} query page: newly required`,
    ],
    [
      'body required',
      (d) => {
        d.paths['/items'].post.requestBody.required = true;
      },
      `${post} body: newly required`,
    ],
    ['input removed', (d) => delete sent(d).properties.size, `${post} body/size: removed`],
    ['input newly required', (d) => sent(d).required.push('size'), `${post} body/size: newly required`],
    [
      'new input that is required',
      (d) => {
        sent(d).properties.more = {};
        sent(d).required.push('more');
      },
      `${post} body/more: newly required`,
    ],
    ['input of fewer values', (d) => sent(d).properties.kind.enum.pop(), `${post} body/kind: value b removed`],
    [
      'input of another type',
      (d) => {
        sent(d).properties.name.type = 'integer';
      },
      `${post} body/name: type string became integer`,
    ],
    [
      'input with less room',
      (d) => {
        sent(d).properties.name.maxLength = 20;
      },
      `${post} body/name: maxLength 80 became 20`,
    ],
    [
      'input with another default',
      (d) => {
        sent(d).properties.kind.default = 'b';
      },
      `${post} body/kind: default "a" became "b"`,
    ],
    [
      'input no longer open',
      (d) => {
        sent(d).additionalProperties = false;
      },
      `${post} body: further members are refused now`,
    ],
    [
      'way to send removed',
      (d) => sent(d).properties.place.anyOf.pop(),
      `${post} body/place: no longer {"type":"string"}`,
    ],
    [
      'member of an answer renamed',
      (d) => {
        received(d).properties.name = received(d).properties.title;
        delete received(d).properties.title;
      },
      `${out}/title: removed`,
    ],
    [
      'member of an answer may be missing',
      (d) => {
        received(d).required = [];
      },
      `${out}/id: no longer always there`,
    ],
    ['value of an answer removed', (d) => received(d).properties.state.enum.pop(), `${out}/state: value done removed`],
    [
      'answer of another type',
      (d) => {
        received(d).properties.id.type = 'string';
      },
      `${out}/id: type integer became string`,
    ],
    [
      'answer that may be null now',
      (d) => {
        received(d).properties.title.type = ['string', 'null'];
      },
      `${out}/title: type string became string,null`,
    ],
    [
      'answer with a new alternative',
      (d) => received(d).properties.at.anyOf.push({ type: 'integer' }),
      `${out}/at: now also {"type":"integer"}`,
    ],
    [
      'format changed',
      (d) => {
        received(d).properties.at.anyOf[0].format = 'date';
      },
      `${out}/at: no longer {"type":"string","format":"date-time"}`,
    ],
    [
      'tariff renamed',
      (d) => {
        d.paths['/items'].post['x-service-tariff'] = 'x';
      },
      `${post}: x-service-tariff "item.call" became "x"`,
    ],
    ['key needed now', (d) => delete d.paths['/items'].get.security, 'GET /items: needs a key now'],
    [
      'other security',
      (d) => {
        d.components.securitySchemes.apiKey.scheme = 'basic';
      },
      'security apiKey: removed or changed',
    ],
  ];
  it.each(broken)('stops: %s', (_what, change, told) => expect(after(change)).toContain(told));

  it('finds the same in what it keeps of a document as in the document', () => {
    for (const [, change] of [...fine, ...broken]) {
      const document = small();
      change(document);
      expect(brokenPromises(promisesOf(small()), document)).toEqual(brokenPromises(small(), document));
    }
    expect(promisesOf(small()).components.schemas.Item.properties.title).toEqual({ type: 'string' });
  });
});
