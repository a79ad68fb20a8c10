import { readFileSync, writeFileSync } from 'node:fs';
import { actions, describeAction } from '@hinterland/actions';
import { expect, it } from 'vitest';
import { chosen, type Schema, shapeOf } from './clientActions.ts';

const file = new URL('../../../clients/qgis/hinterland/actions.json', import.meta.url);

/** The part of a member's schema that a parameter of an algorithm is made of. */
function memberOf(schema: Schema) {
  const { type, items, description, role } = chosen(schema);
  const choices = schema.enum === undefined ? {} : { enum: schema.enum };
  return {
    ...(type === undefined ? {} : { type }),
    ...choices,
    ...(items?.type === undefined ? {} : { items: { type: items.type } }),
    ...(description === undefined ? {} : { description }),
    ...(role === undefined ? {} : { role }),
  };
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
    // A layer has no sales of several years.
    if (shape === null || (shape === 'table' && action.method === 'sales')) return [];
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
