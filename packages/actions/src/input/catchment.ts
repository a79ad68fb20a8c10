import { asMessage, said } from '@hinterland/answers/said';
import type { CatchmentQuery } from '@hinterland/engine/query';
import { z } from 'zod';
import * as figure from '../output/figure.ts';
import { choiceMessage, integerIn, listMessage, type Noun } from './numbers.ts';
import { place } from './place.ts';
import { travelFields } from './travel.ts';

/** Origins of one call: enough for a chain of stores in a city; network.coverage takes larger ones. */
const ORIGINS_MAX = 50;
/** Bands of one call. */
const BANDS_MAX = 10;
/** Longest travel time, in seconds: two hours. */
const BAND_SECONDS_MAX = 7200;
/** Longest road distance and radius, in meters. */
const BAND_METERS_MAX = 200_000;

const limits = (name: string, unit: Noun, max: number) =>
  z
    .array(integerIn({ name: 'A band limit', unit, min: 1, max }), {
      error: listMessage(name, said('band_limits', { unit: said(unit) }), 1, BANDS_MAX),
    })
    .min(1)
    .max(BANDS_MAX)
    .superRefine((values, context) => {
      values.forEach((value, i) => {
        const before = values[i - 1];
        if (before === undefined || value > before) return;
        const relation = said(value === before ? 'repeats' : 'after_greater');
        context.addIssue({
          code: 'custom',
          path: [i],
          message: asMessage(said('rising', { name, value, relation, before })),
        });
      });
    });

/** The ways to say how far a catchment reaches; a call gives exactly one of them. */
const REACHES = ['bandSeconds', 'bandMeters', 'radiusMeters'] as const;

/** Fields of reach and travel. `reachRule` must be added to the object that includes them. */
export const reachFields = {
  bandSeconds: limits('bandSeconds', 'seconds', BAND_SECONDS_MAX)
    .optional()
    .describe(
      `Band limits in seconds of travel time, strictly ascending, 1 to ${BANDS_MAX} limits of 1 to ${BAND_SECONDS_MAX} s. A resident belongs to the first band whose limit the travel time does not exceed.`,
    )
    .meta({ examples: [[300, 600, 900]], ...figure.limit({ unit: 'seconds' }) }),
  bandMeters: limits('bandMeters', 'meters', BAND_METERS_MAX)
    .optional()
    .describe(
      `Instead of bandSeconds: band limits in meters of road distance, strictly ascending, 1 to ${BANDS_MAX} limits of 1 to ${BAND_METERS_MAX} m.`,
    )
    .meta({ examples: [[1000, 3000]], ...figure.limit({ unit: 'meters' }) }),
  radiusMeters: limits('radiusMeters', 'meters', BAND_METERS_MAX)
    .optional()
    .describe(
      `Instead of bandSeconds: band limits in meters as the crow flies, strictly ascending, 1 to ${BANDS_MAX} limits of 1 to ${BAND_METERS_MAX} m. Mode, traffic and direction have no effect.`,
    )
    .meta({ examples: [[500, 1000]], ...figure.limit({ unit: 'meters' }) }),
  ...travelFields,
  direction: z
    .enum(['inbound', 'outbound'], { error: choiceMessage('direction', ['inbound', 'outbound']) })
    .default('inbound')
    .describe(
      'inbound: residents who can reach an origin within the limits. outbound: residents who can be reached from an origin, such as by a delivery.',
    ),
} as const;

/** Fields of every action that computes a catchment around origins. `reachRule` must be added. */
export const catchmentFields = {
  origins: z
    .array(place('One origin'), { error: listMessage('origins', 'places', 1, ORIGINS_MAX) })
    .min(1)
    .max(ORIGINS_MAX)
    .describe(
      `Origins of the catchment, 1 to ${ORIGINS_MAX}. A resident within reach of several counts once, at the nearest.`,
    )
    .meta({ examples: [[{ lat: -33.8688, lng: 151.2093 }]], ...figure.places() }),
  ...reachFields,
} as const;

/** Members that say how people travel: all but the origins and the reach. */
export const WAY_FIELDS = Object.keys(catchmentFields).filter((name) => !['origins', ...REACHES].includes(name));

/** The fields after parsing. */
export type CatchmentInput = z.output<z.ZodObject<typeof catchmentFields>>;

/** Says where a call gives no reach, or more than one. */
export function reachRule(
  input: Partial<Pick<CatchmentInput, (typeof REACHES)[number]>>,
  context: z.RefinementCtx,
): void {
  const given = REACHES.filter((name) => input[name] !== undefined);
  if (given.length === 0) {
    context.addIssue({
      code: 'custom',
      path: ['bandSeconds'],
      message: asMessage(said('give_reach')),
    });
  }
  for (const name of given.slice(1)) {
    context.addIssue({
      code: 'custom',
      path: [name],
      message: asMessage(said('already_reach', { first: given[0]!, name, first2: given[0]! })),
    });
  }
}

/** JSON Schema form of `reachRule`. */
export const reachMeta = { oneOf: REACHES.map((name) => ({ required: [name] })) };

/** The engine's question that a valid input asks. */
export function catchmentQuery(input: CatchmentInput): CatchmentQuery {
  const { origins, mode, traffic, direction, snapLimitMeters } = input;
  const reach =
    input.bandSeconds !== undefined
      ? ({ measure: 'time', limits: input.bandSeconds } as const)
      : input.bandMeters !== undefined
        ? ({ measure: 'distance', limits: input.bandMeters } as const)
        : ({ measure: 'radius', limits: input.radiusMeters ?? [] } as const);
  return { origins, mode, traffic, direction, snapLimitMeters, ...reach };
}
