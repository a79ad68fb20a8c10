import { expect, it } from 'vitest';
import { withSharedSchemas } from './sharedSchemas.ts';

const band = { type: 'object', properties: { poles: { type: 'integer' } } };
const using = (name: string, definition: object) => ({ $ref: `#/$defs/${name}`, $defs: { [name]: definition } });
const documentOf = (schemas: object, paths: object = {}) => ({ paths, components: { schemas } });

it('moves definitions into the components, each once, and leaves examples alone', () => {
  const list = { type: 'array', items: { $ref: '#/$defs/Band' }, $defs: { Band: band }, examples: [{ $defs: 1 }] };
  const named = { type: 'object', properties: { $defs: { type: 'string' }, example: { $ref: '#/$defs/Band' } } };
  expect(
    withSharedSchemas(documentOf({ List: list, Band: using('Band', band), Named: named }, { a: using('Band', band) })),
  ).toEqual({
    paths: { a: { $ref: '#/components/schemas/Band' } },
    components: {
      schemas: {
        List: { type: 'array', items: { $ref: '#/components/schemas/Band' }, examples: [{ $defs: 1 }] },
        Named: {
          type: 'object',
          properties: { $defs: { type: 'string' }, example: { $ref: '#/components/schemas/Band' } },
        },
        Band: band,
      },
    },
  });
});

it('refuses two schemas of one name', () => {
  const other = { type: 'string' };
  expect(() => withSharedSchemas(documentOf({ A: using('Band', band), B: using('Band', other) }))).toThrow(
    /the id Band/,
  );
  expect(() => withSharedSchemas(documentOf({ Band: other, B: using('Band', band) }))).toThrow(/the id Band/);
});
