import type { Territory } from '@hinterland/territory';
import { CatchmentError } from '../query/errors.ts';

/**
 * The public transport of a territory as the engine reads it: columns of the family "transit" (packages/territory/spec.md).
 * Seconds of a trip count from noon minus 12 hours of its service day, in the zone of its feed, and may pass 86,400.
 */
export interface Timetable {
  /** The clock of the first feed is the one by which windows are given. */
  readonly feeds: {
    readonly rows: number;
    readonly zone: { at(row: number): string };
    readonly firstDay: Int32Array;
    readonly days: Uint32Array;
  };
  readonly stops: {
    readonly rows: number;
    readonly edge: Uint32Array;
    readonly positionMillimeters: Uint32Array;
    readonly accessMillimeters: Uint32Array;
    readonly lngMicrodegrees: Int32Array;
    readonly latMicrodegrees: Int32Array;
  };
  readonly patterns: {
    /** One more than there are patterns. */
    readonly rows: number;
    readonly firstStop: Uint32Array;
    readonly firstTrip: Uint32Array;
    readonly firstTime: Uint32Array;
  };
  readonly patternStops: { readonly stop: Uint32Array; readonly rule: Uint8Array };
  readonly trips: { readonly service: Uint32Array };
  readonly times: { readonly arrivalSeconds: Uint32Array; readonly departureSeconds: Uint32Array };
  readonly services: { readonly rows: number; readonly feed: Uint16Array; readonly firstByte: Uint32Array };
  readonly serviceDays: { readonly bits: Uint8Array };
  readonly stopWalks: { readonly firstWalk: Uint32Array };
  readonly walks: { readonly stop: Uint32Array; readonly seconds: Uint32Array };
}

/** The timetable of a territory, null where it has none. */
export function timetableOf(territory: Territory): Timetable | null {
  return territory.transit;
}

/** The timetable of a territory that must have one. Throws CatchmentError. */
export function requiredTimetable(territory: Territory): Timetable {
  const timetable = timetableOf(territory);
  if (timetable !== null) return timetable;
  throw new CatchmentError(
    'transit_unavailable',
    `${territory.manifest.name} has no timetables of public transport; use another mode. Its recipe may name some under transit.`,
  );
}

/** Whether a service runs on a day (since 1970-01-01). */
export function runsOn({ feeds, services, serviceDays }: Timetable, service: number, day: number): boolean {
  const feed = services.feed[service]!;
  const at = day - feeds.firstDay[feed]!;
  if (at < 0 || at >= feeds.days[feed]!) return false;
  return ((serviceDays.bits[services.firstByte[service]! + (at >> 3)]! >> (at & 7)) & 1) === 1;
}
