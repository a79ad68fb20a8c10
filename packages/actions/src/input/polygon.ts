import type { MultiPolygonCoordinates } from '@hinterland/territory';
import { z } from 'zod';
import { kindOf } from './numbers.ts';

/** Positions of all rings of a drawn polygon together. */
export const POSITIONS_MAX = 10_000;

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
    const [first, last] = [positions[0]!, positions.at(-1)!];
    if (first[0] === last[0] && first[1] === last[1]) return;
    context.addIssue({
      code: 'custom',
      path: [positions.length - 1],
      message: 'A ring must end where it begins: repeat the first position at the end.',
    });
  });

const rings = z.array(ring, { error: 'A polygon is a list of rings: the outer one, then the holes.' }).min(1);

const tooManyPositions = (polygons: MultiPolygonCoordinates, context: z.RefinementCtx) => {
  const positions = polygons.flat().reduce((sum, points) => sum + points.length, 0);
  if (positions <= POSITIONS_MAX) return;
  context.addIssue({
    code: 'custom',
    path: ['coordinates'],
    message: `The polygon has ${positions} positions; simplify it to at most ${POSITIONS_MAX}.`,
  });
};

/** A drawn polygon; crossing rings are read by the even-odd rule. */
export const polygon = z
  .discriminatedUnion(
    'type',
    [
      z.object({ type: z.literal('Polygon'), coordinates: rings }),
      z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(rings).min(1) }),
    ],
    {
      error: ({ input }) =>
        typeof input === 'object' && input !== null && 'type' in input
          ? `polygon must be a GeoJSON Polygon or MultiPolygon, not ${kindOf(input.type)}.`
          : `polygon must be a GeoJSON Polygon or MultiPolygon, not ${kindOf(input)}.`,
    },
  )
  .superRefine((geometry, context) => tooManyPositions(multiPolygonOf(geometry), context))
  .describe(`GeoJSON Polygon or MultiPolygon with at most ${POSITIONS_MAX} positions`);

/** Coordinates of either kind as those of a MultiPolygon. */
export function multiPolygonOf(
  geometry:
    | { readonly type: 'Polygon'; readonly coordinates: MultiPolygonCoordinates[number] }
    | { readonly type: 'MultiPolygon'; readonly coordinates: MultiPolygonCoordinates },
): MultiPolygonCoordinates {
  return geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
}
