import { growingInt32, growingUint8, growingUint32, oncePer } from '@hinterland/geo';
import { TRANSIT_RULE } from '@hinterland/territory';
import { runsOn, type Timetable } from './timetable.ts';
import type { SearchWindow } from './window.ts';
import { serviceDayStart } from './zonedTime.ts';

const DAY_SECONDS = 86_400;

/**
 * The trips that a search may meet, as it sees them: on its clock, in milliseconds, and turned around where it runs back
 * in time. A pattern holds the trips of one service day, because those of the day before may overtake them.
 */
export interface ActiveTrips {
  readonly patterns: number;
  /** Columns as in `Timetable`, but `firstTrip` counts active trips and times are signed. */
  readonly firstStop: Uint32Array;
  readonly stops: Uint32Array;
  readonly rules: Uint8Array;
  readonly firstTrip: Uint32Array;
  readonly firstTime: Uint32Array;
  readonly arrivals: Int32Array;
  readonly departures: Int32Array;
  /** Places of stop s in patterns are rows `firstPlace[s]` to `firstPlace[s + 1]` of the next two. */
  readonly firstPlace: Uint32Array;
  readonly placePattern: Uint32Array;
  readonly placePosition: Uint32Array;
}

/** Returns the trips that run while people may travel: from the first departure to the last one plus the longest journey. */
export function activeTrips(
  timetable: Timetable,
  day: number,
  window: SearchWindow,
  longestMilliseconds: number,
): ActiveTrips {
  const made = new Collected(timetable, window, longestMilliseconds);
  // One day more on either side, for zones that are far apart.
  const firstDay = day - 1 - Math.ceil(latestSecond(timetable) / DAY_SECONDS);
  for (let serviceDay = firstDay; serviceDay <= day + 2; serviceDay++) made.addDay(serviceDay);
  return made.finish();
}

/** The largest time of a timetable, in seconds of its service day. */
export const latestSecond = oncePer(({ times }: Timetable) => times.arrivalSeconds.reduce((a, b) => Math.max(a, b), 0));

class Collected {
  readonly #timetable: Timetable;
  readonly #window: SearchWindow;
  readonly #earliest: number;
  readonly #latest: number;
  readonly #firstStop = growingUint32();
  readonly #stops = growingUint32();
  readonly #rules = growingUint8();
  readonly #firstTrip = growingUint32();
  readonly #firstTime = growingUint32();
  readonly #arrivals = growingInt32();
  readonly #departures = growingInt32();
  #trips = 0;

  constructor(timetable: Timetable, window: SearchWindow, longestMilliseconds: number) {
    this.#timetable = timetable;
    this.#window = window;
    this.#earliest = window.departures.at(-1)!;
    this.#latest = window.departures[0]! + longestMilliseconds;
  }

  addDay(day: number): void {
    const { patterns, trips, services, feeds } = this.#timetable;
    const starts = Float64Array.from(
      { length: feeds.rows },
      (_, feed) => serviceDayStart(feeds.zone.at(feed), day) - this.#window.zeroInstant,
    );
    const startOf = Float64Array.from({ length: services.rows }, (_, service) =>
      runsOn(this.#timetable, service, day) ? starts[services.feed[service]!]! : Number.NaN,
    );
    if (startOf.every(Number.isNaN)) return;
    for (let pattern = 0; pattern + 1 < patterns.rows; pattern++) {
      const first = patterns.firstTrip[pattern]!;
      const end = patterns.firstTrip[pattern + 1]!;
      const before = this.#trips;
      if (this.#window.isMirrored) {
        for (let trip = end - 1; trip >= first; trip--) this.#addTrip(pattern, trip, startOf[trips.service[trip]!]!);
      } else {
        for (let trip = first; trip < end; trip++) this.#addTrip(pattern, trip, startOf[trips.service[trip]!]!);
      }
      if (this.#trips > before) this.#addPattern(pattern, before);
    }
  }

  /** In: seconds from the zero of the search to the start of the service day, NaN where the trip does not run. */
  #addTrip(pattern: number, trip: number, start: number): void {
    if (Number.isNaN(start)) return;
    const { patterns, times } = this.#timetable;
    const { isMirrored } = this.#window;
    const stops = patterns.firstStop[pattern + 1]! - patterns.firstStop[pattern]!;
    const first = patterns.firstTime[pattern]! + (trip - patterns.firstTrip[pattern]!) * stops;
    const departure = (start + times.departureSeconds[first]!) * 1000;
    const arrival = (start + times.arrivalSeconds[first + stops - 1]!) * 1000;
    const [begins, ends] = isMirrored ? [-arrival, -departure] : [departure, arrival];
    if (ends < this.#earliest || begins > this.#latest) return;
    this.#trips++;
    for (let i = 0; i < stops; i++) {
      const row = isMirrored ? first + stops - 1 - i : first + i;
      const arrives = (start + times.arrivalSeconds[row]!) * 1000;
      const departs = (start + times.departureSeconds[row]!) * 1000;
      this.#arrivals.push(isMirrored ? -departs : arrives);
      this.#departures.push(isMirrored ? -arrives : departs);
    }
  }

  #addPattern(pattern: number, firstTrip: number): void {
    const { patterns, patternStops } = this.#timetable;
    const first = patterns.firstStop[pattern]!;
    const stops = patterns.firstStop[pattern + 1]! - first;
    this.#firstStop.push(this.#stops.length);
    this.#firstTrip.push(firstTrip);
    this.#firstTime.push(this.#arrivals.length - (this.#trips - firstTrip) * stops);
    for (let i = 0; i < stops; i++) {
      const row = this.#window.isMirrored ? first + stops - 1 - i : first + i;
      const rules = patternStops.rule[row]!;
      this.#stops.push(patternStops.stop[row]!);
      this.#rules.push(this.#window.isMirrored ? swapped(rules) : rules);
    }
  }

  finish(): ActiveTrips {
    const patterns = this.#firstStop.length;
    this.#firstStop.push(this.#stops.length);
    this.#firstTrip.push(this.#trips);
    const firstStop = this.#firstStop.toArray();
    const stops = this.#stops.toArray();
    return {
      patterns,
      firstStop,
      stops,
      rules: this.#rules.toArray(),
      firstTrip: this.#firstTrip.toArray(),
      firstTime: this.#firstTime.toArray(),
      arrivals: this.#arrivals.toArray(),
      departures: this.#departures.toArray(),
      ...placesByStop(this.#timetable.stops.rows, firstStop, stops),
    };
  }
}

function swapped(rules: number): number {
  const { noBoarding, noAlighting } = TRANSIT_RULE;
  return ((rules & noBoarding) !== 0 ? noAlighting : 0) | ((rules & noAlighting) !== 0 ? noBoarding : 0);
}

function placesByStop(stopCount: number, firstStop: Uint32Array, stops: Uint32Array) {
  const firstPlace = new Uint32Array(stopCount + 1);
  for (const stop of stops) firstPlace[stop + 1]!++;
  for (let stop = 0; stop < stopCount; stop++) firstPlace[stop + 1]! += firstPlace[stop]!;
  const next = firstPlace.slice();
  const placePattern = new Uint32Array(stops.length);
  const placePosition = new Uint32Array(stops.length);
  for (let pattern = 0; pattern + 1 < firstStop.length; pattern++) {
    for (let row = firstStop[pattern]!; row < firstStop[pattern + 1]!; row++) {
      const at = next[stops[row]!]!++;
      placePattern[at] = pattern;
      placePosition[at] = row - firstStop[pattern]!;
    }
  }
  return { firstPlace, placePattern, placePosition };
}
