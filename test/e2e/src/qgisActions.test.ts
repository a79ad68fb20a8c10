import { readFileSync, writeFileSync } from 'node:fs';
import { actions, describeAction } from '@hinterland/actions';
import { expect, it } from 'vitest';

const file = new URL('../../../clients/qgis/hinterland/actions.json', import.meta.url);

/** Lists whose items are the features of a layer. */
const TABLES: Readonly<Record<string, string>> = {
  'network.coverage': 'stores',
  'network.matrix': 'origins',
  'site.rank': 'candidates',
  'analysis.site_comparison': 'candidates',
  'analysis.brand_coverage': 'ownPoints',
};

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly description?: string;
}

/** The part of a member's schema that a parameter of an algorithm is made of. */
function memberOf({ anyOf, ...schema }: Schema): Schema {
  const { type, items, description } =
    schema.type === undefined && anyOf !== undefined ? { ...anyOf[0], ...schema } : schema;
  const choices = schema.enum === undefined ? {} : { enum: schema.enum };
  return {
    ...(type === undefined ? {} : { type }),
    ...choices,
    ...(items?.type === undefined ? {} : { items: { type: items.type } }),
    ...(description === undefined ? {} : { description }),
  };
}

function shapeOf(id: string, members: object): string | null {
  if (id in TABLES) return 'table';
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
    const shape = shapeOf(id, properties);
    if (shape === null) return [];
    const members = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, memberOf(schema)]));
    const outlines = id === 'analysis.isochrone';
    return [{ id, title, description, shape, list: TABLES[id] ?? null, outlines, required, members }];
  });

it('the algorithms of QGIS are those of the actions with a place or an address (UPDATE_GOLDEN=1 writes them)', () => {
  const text = `${JSON.stringify(described, null, 1)}\n`;
  if (process.env.UPDATE_GOLDEN) writeFileSync(file, text);
  expect(described.length).toBeGreaterThan(12);
  expect(readFileSync(file, 'utf8')).toBe(text);
});
