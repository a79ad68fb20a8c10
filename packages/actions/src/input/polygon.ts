import type { MultiPolygonCoordinates } from '@hinterland/territory';
import { z } from 'zod';
import { kindOf } from './numbers.ts';

/** Positions of all rings of a drawn polygon together. */
const POSITIONS_MAX = 10_000;

/** Rings of a drawn polygon: a ring has four positions or more. */
const RINGS_MAX = POSITIONS_MAX / 4;

const position = z
  .array(z.number({ error: 'A position is made of numbers: [longitude, latitude].' }), {
    error: 'A position is [longitude, latitude].',
  })
  .min(2)
  .max(3)
  .superRefine(([lng, lat], context) => {
    const wrong = (axis: number, message: string) => context.addIssue({ code: 'custom', path: [axis], message });
    if (Math.abs(lng!) > 180) wrong(0, `A longitude must lie between -180 and 180 degrees; ${lng} does not.`);
    if (Math.abs(lat!) > 90) {
      wrong(1, `A latitude must lie between -90 and 90 degrees; ${lat} does not. GeoJSON puts the longitude first.`);
    }
  })
  .describe('[longitude, latitude] in degrees, WGS 84');

const ring = z
  .array(position, { error: 'A ring is a list of at least four positions, the last equal to the first.' })
  .min(4)
  .superRefine((positions, context) => {
    const [first, last] = [positions[0], positions.at(-1)];
    if (first === undefined || last === undefined || (first[0] === last[0] && first[1] === last[1])) return;
    context.addIssue({
      code: 'custom',
      path: [positions.length - 1],
      message: 'A ring must end where it begins: repeat the first position at the end.',
    });
  });

const rings = z.array(ring, { error: 'A polygon is a list of rings: the outer one, then the holes.' }).min(1);

const geometry = z.discriminatedUnion(
  'type',
  [
    z.object({ type: z.literal('Polygon'), coordinates: rings }),
    z.object({
      type: z.literal('MultiPolygon'),
      coordinates: z
        .array(rings, { error: 'A multipolygon is a list of at least one polygon, each a list of rings.' })
        .min(1),
    }),
  ],
  {
    error: ({ input }) =>
      typeof input === 'object' && input !== null && 'type' in input
        ? `polygon must be a GeoJSON Polygon or MultiPolygon, not ${kindOf(input.type)}.`
        : `polygon must be a GeoJSON Polygon or MultiPolygon, not ${kindOf(input)}.`,
  },
);

/**
 * Refuses a polygon that is too large before any of its positions is looked at: a body of a megabyte holds a third of a
 * million of them, and as many faults.
 */
function measured(given: unknown, context: z.RefinementCtx): unknown {
  const { type, coordinates } = (given ?? {}) as { type?: unknown; coordinates?: unknown };
  const ringLists = type === 'MultiPolygon' ? membersOf([coordinates]) : [coordinates];
  const allRings = membersOf(ringLists);
  const positions = allRings.reduce<number>((sum, each) => sum + (Array.isArray(each) ? each.length : 0), 0);
  const refuse = (count: number, what: string, max: number) =>
    context.addIssue({
      code: 'custom',
      path: ['coordinates'],
      message: `The polygon has ${count} ${what}; simplify it to at most ${max}.`,
    });
  if (positions > POSITIONS_MAX) refuse(positions, 'positions', POSITIONS_MAX);
  else if (allRings.length > RINGS_MAX) refuse(allRings.length, 'rings', RINGS_MAX);
  return given;
}

/** Members of all lists among the values, in their order. */
const membersOf = (values: readonly unknown[]): unknown[] =>
  values.flatMap((value): unknown[] => (Array.isArray(value) ? value : []));

/** A drawn polygon. */
export const polygon = z
  .preprocess(measured, geometry)
  .describe(
    `GeoJSON Polygon or MultiPolygon with at most ${POSITIONS_MAX} positions. A ring holds the places around which it goes, whatever way it turns, also where it is walked twice or crosses itself; the places in a polygon's holes are out`,
  )
  .meta({ id: 'DrawnPolygon' });

/** Coordinates of either kind as those of a MultiPolygon. */
export function multiPolygonOf(
  geometry:
    | { readonly type: 'Polygon'; readonly coordinates: MultiPolygonCoordinates[number] }
    | { readonly type: 'MultiPolygon'; readonly coordinates: MultiPolygonCoordinates },
): MultiPolygonCoordinates {
  return geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
}
