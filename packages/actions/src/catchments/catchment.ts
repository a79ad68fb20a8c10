import { PROFILES, TRAFFICS } from '@hinterland/catalogue';
import { type Catchment, catchment } from '@hinterland/engine/catchment';
import { CatchmentError, type CatchmentQuery, OutsideCoverageError, SnapError } from '@hinterland/engine/query';
import { shareBeyondMap, straightReachMeters } from '@hinterland/engine/snap';
import { rounded } from '@hinterland/geo';
import { baseOf, type Territory } from '@hinterland/territory';
import { z } from 'zod';
import { type ActionContext, ActionProblem, CancelledError } from '../action/action.ts';
import { type CatchmentInput, catchmentQuery } from '../input/catchment.ts';
import { JOURNEY_MODES, type JourneyInput, roadModeOf } from '../input/journey.ts';
import * as figure from '../output/figure.ts';
import { travelOf } from './journey.ts';
import { describeTimeOfDay, timeOfDayMethod } from './timeOfDay.ts';

/** The place on a road that a search began at. */
export const snapped = z
  .object({
    lat: figure.degrees(),
    lng: figure.degrees(),
    distanceMeters: figure.meters().describe('Straight distance to the road; it is walked and counts as travel time'),
  })
  .describe('The place on a road that the search began at')
  .meta({ id: 'SnappedPlace', ...figure.snapped() });

const originUsed = z
  .object({
    lat: figure.degrees().describe('As asked'),
    lng: figure.degrees().describe('As asked'),
    snapped: snapped.nullable().describe('The place on a road where the search began; null for a radius'),
    beyondMapShare: figure
      .share({ base: 'reach within the last limit' })
      .optional()
      .describe(
        'Share of the reach within the last limit that lies beyond the map, whose people are not counted, 0..1: of the circle from which people usually come within the limit. Absent where none does',
      ),
  })
  .describe('An origin, and where it was joined to a road')
  .meta({ id: 'OriginUsed' });

/** The origins of a catchment as results report them. */
export const originsUsed = z
  .array(originUsed)
  .describe('Origins of the catchment, in the order of the request')
  .meta(figure.echo());

/** Method of a catchment. */
export const catchmentMethod = z
  .object({
    measure: z.enum(['time', 'distance', 'radius']),
    mode: z.enum(JOURNEY_MODES).nullable().describe('null for a radius'),
    traffic: z.enum(TRAFFICS).nullable().describe('The traffic that was used; null if it does not matter'),
    profile: z.enum(PROFILES).nullable().describe('Name of the set of speeds'),
    direction: z.enum(['inbound', 'outbound']).nullable().describe('null for a radius'),
    snapLimitMeters: figure.meters.whole().nullable().describe('Largest distance of an origin from its road'),
    ...timeOfDayMethod,
  })
  .describe('Method and parameters of the catchment, see docs/methods')
  .meta({ id: 'CatchmentMethod', ...figure.background() });

/**
 * Memory of the catchments that a thread keeps per territory: a quote is followed by the run of the same call, and an
 * isochrone by analyses of the same place. The last one is kept whatever its size.
 */
const KEPT_CATCHMENT_BYTES = 32 * 2 ** 20;
const kept = new WeakMap<Territory, Map<string, Catchment>>();

/** The fields of a catchment to which people may come by public transport. */
export type JourneyCatchment = Omit<CatchmentInput, 'mode'> & JourneyInput;

/** Memory of a catchment and of all that analyses keep of its poles, roughly: 32 bytes per reached pole. */
function bytesOf({ field, bands, transit }: Catchment): number {
  const shares = bands.flatMap(({ own, cumulative }) => [own.unitShares, cumulative.unitShares]);
  return (
    4_000 +
    field.nodes.byteLength +
    field.costs.byteLength +
    (transit?.rides.stopTimes.times.byteLength ?? 0) +
    shares.reduce((bytes, { units, shares }) => bytes + units.byteLength + shares.byteLength, 0) +
    32 * (bands.at(-1)?.cumulative.poles ?? 0)
  );
}

/** Drops what was used longest ago until the rest fits. */
function dropBeyond(known: Map<string, Catchment>, maxBytes: number): void {
  let bytes = [...known.values()].reduce((sum, one) => sum + bytesOf(one), 0);
  for (const [oldest, one] of known) {
    if (bytes <= maxBytes || known.size === 1) return;
    known.delete(oldest);
    bytes -= bytesOf(one);
  }
}

/** The engine's question that a valid input asks. Throws as `travelOf`. */
export function journeyQuery(territory: Territory, input: CatchmentInput | JourneyCatchment): CatchmentQuery {
  const mode = roadModeOf(input);
  return { ...catchmentQuery({ ...input, mode }), ...travelOf(territory, input), mode };
}

/**
 * The catchment that a valid input asks for. Throws ActionProblem where the territory cannot answer: the origin at fault
 * is named by its place in the input.
 */
export function catchmentOf(
  context: ActionContext,
  input: CatchmentInput | JourneyCatchment,
  maxBytes = KEPT_CATCHMENT_BYTES,
): Catchment {
  const { territory } = context;
  const query = journeyQuery(territory, input);
  const key = JSON.stringify(query);
  // Catchments do not depend on stores.
  const of = baseOf(territory);
  const known = kept.get(of) ?? new Map<string, Catchment>();
  kept.set(of, known);
  let found = known.get(key);
  const isNew = found === undefined;
  if (found === undefined) {
    try {
      found = catchment(of, query, { checkpoint: () => stopIfCancelled(context) });
    } catch (error) {
      throw problemOf(error);
    }
  }
  known.delete(key);
  known.set(key, found);
  if (isNew) dropBeyond(known, maxBytes);
  return found;
}

export function stopIfCancelled(context: ActionContext): void {
  if (context.cancelled()) throw new CancelledError();
}

/**
 * The engine's refusals as problems of the contract; anything else is passed on. `placeOf` names an origin by its place in
 * the input: "stores/3".
 */
export function problemOf(error: unknown, placeOf = (origin: number): string => `origins/${origin}`): unknown {
  if (error instanceof OutsideCoverageError || error instanceof SnapError) {
    const place = placeOf(error.originIndex);
    const detail = error.message.replace(/^origins\[\d+\]/, 'The place');
    if (error instanceof SnapError) return invalid(`#/${place}`, detail);
    return new ActionProblem('outside_coverage', detail, { errors: [{ pointer: `#/${place}`, detail }] });
  }
  if (error instanceof CatchmentError)
    return invalid(error.code === 'mode_unavailable' ? '#/mode' : '#', error.message);
  return error;
}

function invalid(pointer: string, detail: string): ActionProblem {
  return new ActionProblem('validation_error', detail, { errors: [{ pointer, detail }] });
}

/** Straight meters for each of road, for streets that turn. */
const STRAIGHT_SHARE = 0.75;

/** Radius of the circle within the last limit of a catchment. */
function straightMetersOf(query: CatchmentQuery): number {
  const last = query.limits.at(-1) ?? 0;
  if (query.measure === 'radius') return last;
  return query.measure === 'distance' ? STRAIGHT_SHARE * last : straightReachMeters(query, last);
}

export function describeOrigins({ territory, query, origins }: Catchment): z.output<typeof originsUsed> {
  const reachMeters = straightMetersOf(query);
  return origins.map(({ origin, lat, lng, distanceMeters }) => {
    const beyond = shareBeyondMap(territory, origin, reachMeters);
    return {
      lat: origin.lat,
      lng: origin.lng,
      snapped:
        query.measure === 'radius'
          ? null
          : { lat: rounded(lat), lng: rounded(lng), distanceMeters: Math.round(distanceMeters * 10) / 10 },
      ...(beyond > 0 ? { beyondMapShare: rounded(beyond) } : {}),
    };
  });
}

export function describeMethod(catchment: Catchment): z.output<typeof catchmentMethod> {
  const { query, profile } = catchment;
  const { measure, direction, snapLimitMeters } = query;
  const networked = measure !== 'radius';
  const mode = query.transit === undefined ? query.mode : 'transit';
  return {
    measure,
    mode: networked ? mode : null,
    traffic: (profile?.split('-')[1] as (typeof TRAFFICS)[number] | undefined) ?? null,
    profile,
    direction: networked ? direction : null,
    snapLimitMeters: networked ? (snapLimitMeters ?? null) : null,
    ...describeTimeOfDay(catchment.territory, query),
  };
}

/** `limitSeconds` or `limitMeters` of a band, as the call gave it. */
export function limitOf({ query }: Catchment, limit: number): { limitSeconds: number } | { limitMeters: number } {
  return query.measure === 'time' ? { limitSeconds: limit } : { limitMeters: limit };
}
