import { asMessage, type Sentence, said } from '@hinterland/answers/said';
import type { MultiPolygonCoordinates } from '@hinterland/territory';
import { z } from 'zod';
import { kindOf, type Noun } from './numbers.ts';

/** Positions of all rings of a drawn polygon together. */
const POSITIONS_MAX = 10_000;

/** Rings of a drawn polygon: a ring has four positions or more. */
const RINGS_MAX = POSITIONS_MAX / 4;

const position = z
  .array(z.number({ error: () => asMessage(said('position_numbers')) }), {
    error: () => asMessage(said('position_pair')),
  })
  .min(2)
  .max(3)
  .superRefine(([lng, lat], context) => {
    const wrong = (axis: number, sentence: Sentence) =>
      context.addIssue({ code: 'custom', path: [axis], message: asMessage(sentence) });
    if (Math.abs(lng!) > 180) wrong(0, said('longitude_range', { value: lng! }));
    if (Math.abs(lat!) > 90) {
      wrong(1, said('latitude_range', { value: lat! }));
    }
  })
  .describe('[longitude, latitude] in degrees, WGS 84');

const ring = z
  .array(position, { error: () => asMessage(said('ring_four')) })
  .min(4)
  .superRefine((positions, context) => {
    const [first, last] = [positions[0], positions.at(-1)];
    if (first === undefined || last === undefined || (first[0] === last[0] && first[1] === last[1])) return;
    context.addIssue({
      code: 'custom',
      path: [positions.length - 1],
      message: asMessage(said('ring_ends')),
    });
  });

const rings = z.array(ring, { error: () => asMessage(said('polygon_rings')) }).min(1);

const geometry = z.discriminatedUnion(
  'type',
  [
    z.object({ type: z.literal('Polygon'), coordinates: rings }),
    z.object({
      type: z.literal('MultiPolygon'),
      coordinates: z.array(rings, { error: () => asMessage(said('multipolygon_list')) }).min(1),
    }),
  ],
  {
    error: ({ input }) =>
      asMessage(
        said('polygon_kind', {
          given: kindOf(typeof input === 'object' && input !== null && 'type' in input ? input.type : input),
        }),
      ),
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
  const refuse = (count: number, what: Noun, most: number) =>
    context.addIssue({
      code: 'custom',
      path: ['coordinates'],
      message: asMessage(said('polygon_large', { count, what: said(what), most })),
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
