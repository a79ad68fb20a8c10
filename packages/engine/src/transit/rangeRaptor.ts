import { lengthened } from '@hinterland/geo';
import { TRANSIT_RULE } from '@hinterland/territory';
import type { ActiveTrips } from './activeTrips.ts';
import type { Changes } from './changes.ts';

/** Time of a stop that is not reached; two of them still fit a signed 32-bit number. */
const NEVER = 0x3fffffff;

/** Stops that people walk to before the first ride, with the least cost of each, in milliseconds. */
export interface StopAccess {
  readonly stops: readonly number[];
  readonly costs: readonly number[];
}

/** Travel times from leaving home until stepping off a vehicle, at each stop and for every departure of the window. */
export interface StopTimes {
  /** Departures of the window. */
  readonly departures: number;
  /** Stops that a ride reaches, in no order. */
  readonly stops: Uint32Array;
  /** Milliseconds at `stops[r]` for departure d in `times[r * departures + d]`, NEVER where a departure does not reach it. */
  readonly times: Int32Array;
  /** The least of each row. */
  readonly least: Int32Array;
}

/**
 * Returns the earliest arrivals by vehicle at all stops, for every departure of a window, with at most `maxRides` rides and
 * one walk between two of them.
 *
 * Method: RAPTOR by rounds of rides, for a range of departures from the latest to the earliest with the labels kept
 * (D. Delling, T. Pajor, R. Werneck, Transportation Science 49 (2015)). As in trip-based routing (S. Witt, ESA 2015) each
 * trip remembers from where it was ridden in each round, so that no stretch is read twice in the whole window: a later
 * departure that rode it has already marked what lies behind.
 *
 * In: `departures` descending; `longestMilliseconds`, the travel time above which nobody is searched.
 */
export function rangeRaptor(
  trips: ActiveTrips,
  changes: Changes,
  access: StopAccess,
  departures: Int32Array,
  longestMilliseconds: number,
  maxRides: number,
  checkpoint?: () => void,
): StopTimes {
  const search = new RangeSearch(trips, changes, maxRides);
  const rows = new Rows(departures.length);
  for (let i = 0; i < departures.length; i++) {
    checkpoint?.();
    search.depart(access, departures[i]!, departures[i]! + longestMilliseconds);
    rows.add(i, search.reached, search.arrivals, departures[i]!, longestMilliseconds);
  }
  return rows.finish(search.reached);
}

class RangeSearch {
  /** Stops that some departure has reached, in the order in which that happened. */
  readonly reached: number[] = [];
  /** Earliest arrival by vehicle per stop, with all rides. */
  readonly arrivals: Int32Array;
  readonly #trips: ActiveTrips;
  readonly #changes: Changes;
  readonly #maxRides: number;
  /** By rides used at most, then stop: the earliest arrival by vehicle, and the earliest time to board the next one. */
  readonly #arrival: Int32Array[] = [];
  readonly #ready: Int32Array[] = [];
  /** By rides, then trip: the first position from which the trip was ridden. Not above that of any earlier trip. */
  readonly #riddenFrom: Uint32Array[] = [];
  /** Round in which a stop was last put into a list; rounds are counted through all departures. */
  readonly #improvedIn: Uint32Array;
  readonly #readyIn: Uint32Array;
  #round = 0;
  #improved: number[] = [];

  constructor(trips: ActiveTrips, changes: Changes, maxRides: number) {
    const stops = trips.firstPlace.length - 1;
    this.#trips = trips;
    this.#changes = changes;
    this.#maxRides = maxRides;
    for (let rides = 0; rides <= maxRides; rides++) {
      this.#arrival.push(new Int32Array(stops).fill(NEVER));
      this.#ready.push(new Int32Array(stops).fill(NEVER));
      this.#riddenFrom.push(new Uint32Array(trips.firstTrip[trips.patterns]!).fill(NEVER));
    }
    this.arrivals = this.#arrival[maxRides]!;
    this.#improvedIn = new Uint32Array(stops);
    this.#readyIn = new Uint32Array(stops);
  }

  /** Adds a departure, which must lie before all others so far. Nothing after `horizon` counts. */
  depart(access: StopAccess, departure: number, horizon: number): void {
    this.#startRound();
    for (let i = 0; i < access.stops.length; i++) {
      const ready = departure + access.costs[i]!;
      if (ready <= horizon) this.#board(1, access.stops[i]!, ready, horizon);
    }
    for (let rides = 1; rides < this.#maxRides && this.#improved.length > 0; rides++) {
      const improved = this.#improved;
      const waiting = this.#change(rides, improved, horizon);
      this.#startRound();
      const ready = this.#ready[rides]!;
      for (const stop of waiting) this.#board(rides + 1, stop, ready[stop]!, horizon);
    }
  }

  #startRound(): void {
    this.#round++;
    this.#improved = [];
  }

  /** Returns the stops at which people can board earlier than before, after walks from the improved ones. */
  #change(rides: number, improved: readonly number[], horizon: number): number[] {
    const { first, stop: stopOf, milliseconds } = this.#changes;
    const arrival = this.#arrival[rides]!;
    const ready = this.#ready[rides]!;
    const waiting: number[] = [];
    for (const from of improved) {
      for (let i = first[from]!; i < first[from + 1]!; i++) {
        const to = stopOf[i]!;
        const at = arrival[from]! + milliseconds[i]!;
        if (at >= ready[to]! || at > horizon) continue;
        for (let more = rides; more < this.#maxRides && this.#ready[more]![to]! > at; more++)
          this.#ready[more]![to] = at;
        if (this.#readyIn[to] === this.#round) continue;
        this.#readyIn[to] = this.#round;
        waiting.push(to);
      }
    }
    return waiting;
  }

  /** Boards the next trip of every pattern at a stop. */
  #board(rides: number, stop: number, ready: number, horizon: number): void {
    const { firstPlace, placePattern, placePosition, firstStop, rules } = this.#trips;
    const riddenFrom = this.#riddenFrom[rides]!;
    for (let place = firstPlace[stop]!; place < firstPlace[stop + 1]!; place++) {
      const pattern = placePattern[place]!;
      const position = placePosition[place]!;
      if ((rules[firstStop[pattern]! + position]! & TRANSIT_RULE.noBoarding) !== 0) continue;
      const trip = this.#nextTrip(pattern, position, ready);
      if (trip !== -1 && position < riddenFrom[trip]!) this.#ride(rides, pattern, trip, position, horizon);
    }
  }

  /** Returns the first trip of a pattern that departs no earlier than `ready`, -1 if there is none. */
  #nextTrip(pattern: number, position: number, ready: number): number {
    const { firstTrip, firstStop, firstTime, departures } = this.#trips;
    const stops = firstStop[pattern + 1]! - firstStop[pattern]!;
    const column = firstTime[pattern]! + position;
    const trips = firstTrip[pattern + 1]! - firstTrip[pattern]!;
    let low = 0;
    let high = trips;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (departures[column + middle * stops]! < ready) low = middle + 1;
      else high = middle;
    }
    return low === trips ? -1 : firstTrip[pattern]! + low;
  }

  /** Rides a trip from a position to the place from which it was ridden before. */
  #ride(rides: number, pattern: number, trip: number, position: number, horizon: number): void {
    const { firstTrip, firstStop, firstTime, stops: stopAt, rules, arrivals } = this.#trips;
    const first = firstStop[pattern]!;
    const count = firstStop[pattern + 1]! - first;
    const times = firstTime[pattern]! + (trip - firstTrip[pattern]!) * count;
    const end = Math.min(count, this.#riddenFrom[rides]![trip]! + 1);
    this.#markRidden(rides, pattern, trip, position);
    const arrival = this.#arrival[rides]!;
    for (let i = position + 1; i < end; i++) {
      const at = arrivals[times + i]!;
      if (at > horizon) return;
      const stop = stopAt[first + i]!;
      if (at >= arrival[stop]! || (rules[first + i]! & TRANSIT_RULE.noAlighting) !== 0) continue;
      if (this.arrivals[stop] === NEVER) this.reached.push(stop);
      for (let more = rides; more <= this.#maxRides && this.#arrival[more]![stop]! > at; more++) {
        this.#arrival[more]![stop] = at;
      }
      if (this.#improvedIn[stop] === this.#round) continue;
      this.#improvedIn[stop] = this.#round;
      this.#improved.push(stop);
    }
  }

  /** Later trips of the pattern arrive no earlier, and more rides allow no less. */
  #markRidden(rides: number, pattern: number, trip: number, position: number): void {
    const end = this.#trips.firstTrip[pattern + 1]!;
    for (let more = rides; more <= this.#maxRides; more++) {
      const riddenFrom = this.#riddenFrom[more]!;
      for (let later = trip; later < end && riddenFrom[later]! > position; later++) riddenFrom[later] = position;
    }
  }
}

/** Collects the travel times of one departure after another. */
class Rows {
  readonly #departures: number;
  #times: Int32Array;
  #rows = 0;

  constructor(departures: number) {
    this.#departures = departures;
    this.#times = new Int32Array(departures * 64);
  }

  add(column: number, reached: readonly number[], arrivals: Int32Array, departure: number, longest: number): void {
    const departures = this.#departures;
    if (reached.length * departures > this.#times.length) {
      this.#times = lengthened(this.#times, 2 * reached.length * departures);
    }
    this.#times.fill(NEVER, this.#rows * departures, reached.length * departures);
    this.#rows = reached.length;
    for (let row = 0; row < reached.length; row++) {
      const time = arrivals[reached[row]!]! - departure;
      if (time <= longest) this.#times[row * departures + column] = time;
    }
  }

  finish(reached: readonly number[]): StopTimes {
    const departures = this.#departures;
    const times = this.#times.subarray(0, reached.length * departures);
    const least = new Int32Array(reached.length);
    for (let row = 0; row < reached.length; row++) {
      let best = NEVER;
      for (let i = row * departures; i < (row + 1) * departures; i++) if (times[i]! < best) best = times[i]!;
      least[row] = best;
    }
    return { departures, stops: Uint32Array.from(reached), times, least };
  }
}
