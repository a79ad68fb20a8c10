import { findAction } from '@hinterland/actions';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ProblemError } from './problem.ts';
import { parseBody } from './schema.ts';

/** Pointers and sentences of a body that is refused. */
function faults(schema: z.ZodType, body: unknown): unknown {
  try {
    return parseBody(schema, body);
  } catch (error) {
    return (error as ProblemError).fields.errors;
  }
}

describe('a fault that its schema has no sentence for', () => {
  const schema = z.object({
    name: z.string(),
    isOpen: z.boolean().default(true),
    count: z.int().optional(),
    color: z.enum(['red', 'blue']).optional(),
    tags: z.array(z.string()).optional(),
    place: z.object({ lat: z.number() }).optional(),
  });

  it.each<[string, object, string, string]>([
    ['a text for a boolean', { isOpen: 'yes' }, '#/isOpen', 'isOpen must be true or false, not the text "yes".'],
    ['a number for a boolean', { isOpen: 1 }, '#/isOpen', 'isOpen must be true or false, not 1.'],
    ['null for a boolean', { isOpen: null }, '#/isOpen', 'isOpen must be true or false, not null.'],
    ['a fraction', { count: 1.5 }, '#/count', 'count must be a whole number, not 1.5.'],
    ['another word', { color: 'green' }, '#/color', 'color must be one of red, blue, not the text "green".'],
    ['a text for a list', { tags: 'a' }, '#/tags', 'tags must be a list, not the text "a".'],
    ['a wrong entry', { tags: ['a', {}] }, '#/tags/1', 'An entry of the list must be a text, not an object.'],
    ['a list for an object', { place: [] }, '#/place', 'place must be an object, not a list.'],
    ['a missing member', { place: {} }, '#/place/lat', 'lat is missing: give a number.'],
  ])('%s', (_, body, pointer, detail) => {
    expect(faults(schema, { name: 'x', ...body })).toMatchObject([{ pointer, detail }]);
  });

  it('keeps the sentence of a schema that has one, and cuts long texts', () => {
    expect(faults(z.object({ a: z.string({ error: 'a must be a color.' }) }), { a: 1 })).toEqual([
      { pointer: '#/a', detail: 'a must be a color.' },
    ]);
    expect(faults(z.object({ a: z.boolean() }), { a: 'y'.repeat(5000) })).toMatchObject([
      { pointer: '#/a', detail: `a must be true or false, not the text "${'y'.repeat(99)}…".` },
    ]);
  });

  it('says what a boolean of an action must be', () => {
    const body = { origins: [{ lat: 0, lng: 0 }], bandSeconds: [300], geometry: 'yes' };
    expect(faults(findAction('analysis.isochrone')!.input, body)).toMatchObject([
      { pointer: '#/geometry', detail: 'geometry must be true or false, not the text "yes".' },
    ]);
  });
});
