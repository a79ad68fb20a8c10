import { readFileSync, writeFileSync } from 'node:fs';
import { type Action, actions, describeAction } from '@hinterland/actions';
import { expect, it } from 'vitest';

const file = new URL('../../../clients/qgis/hinterland/actions.json', import.meta.url);

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly description?: string;
  readonly 'x-figure'?: { readonly role?: string; readonly unit?: string };
}

/** The part of a member's schema that a parameter of an algorithm is made of. */
function memberOf({ anyOf, ...schema }: Schema): Schema & { readonly role?: string } {
  const { type, items, description } =
    schema.type === undefined && anyOf !== undefined ? { ...anyOf[0], ...schema } : schema;
  const { role } = [schema, ...(anyOf ?? [])].find((one) => one['x-figure'] !== undefined)?.['x-figure'] ?? {};
  const choices = schema.enum === undefined ? {} : { enum: schema.enum };
  return {
    ...(type === undefined ? {} : { type }),
    ...choices,
    ...(items?.type === undefined ? {} : { items: { type: items.type } }),
    ...(description === undefined ? {} : { description }),
    ...(role === undefined ? {} : { role }),
  };
}

function shapeOf({ id, rows, method }: Action, members: object): string | null {
  // A layer has no sales of several years.
  if (rows === 'together') return method === 'sales' ? null : 'table';
  if ('origins' in members) return 'origins';
  if ('lat' in members) return 'point';
  return 'query' in members && id.startsWith('search.') && id !== 'search.brands' ? 'query' : null;
}

const described = actions
  .filter(({ background }) => !background)
  .flatMap((action) => {
    const { id, title, description, inputSchema } = describeAction(action);
    const { properties = {}, required = [] } = inputSchema as {
      properties?: Record<string, Schema>;
      required?: string[];
    };
    const shape = shapeOf(action, properties);
    if (shape === null) return [];
    const members = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, memberOf(schema)]));
    const outlines = id === 'analysis.isochrone';
    const list = Object.keys(members).find((name) => members[name]!.role === 'places') ?? null;
    return [{ id, title, description, shape, list: shape === 'table' ? list : null, outlines, required, members }];
  });

it('the algorithms of QGIS are those of the actions with a place or an address (UPDATE_GOLDEN=1 writes them)', () => {
  const text = `${JSON.stringify(described, null, 1)}\n`;
  if (process.env.UPDATE_GOLDEN) writeFileSync(file, text);
  expect(described.length).toBeGreaterThan(12);
  expect(readFileSync(file, 'utf8')).toBe(text);
});
