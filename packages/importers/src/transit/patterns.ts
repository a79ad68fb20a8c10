import { growingUint8, growingUint32 } from '@hinterland/geo';
import type { FamilyContent } from '@hinterland/territory';
import type { Timetable } from '../inputs/transit.ts';

type Tables = FamilyContent['tables'];

/** Collects the patterns of all timetables: trips with the same stops and rules that never overtake each other. */
export class PatternTables {
  readonly #firstStop = growingUint32();
  readonly #firstTrip = growingUint32();
  readonly #firstTime = growingUint32();
  readonly #stop = growingUint32();
  readonly #rule = growingUint8();
  readonly #service = growingUint32();
  readonly #route = growingUint32();
  readonly #arrivalSeconds = growingUint32();
  readonly #departureSeconds = growingUint32();

  get patterns(): number {
    return this.#firstStop.length;
  }

  get trips(): number {
    return this.#service.length;
  }

  get times(): number {
    return this.#arrivalSeconds.length;
  }

  /** Adds the trips of a timetable. Rows of its stops are those of `stopRow`; services and routes begin at the given ones. */
  add(timetable: Timetable, stopRow: Uint32Array, firstService: number, firstRoute: number): void {
    const { trips, calls } = timetable;
    for (const group of tripsByStops(timetable).values()) {
      for (const members of withoutOvertaking(timetable, group)) {
        this.#startPattern();
        const [first, end] = [trips.firstCall[members[0]!]!, trips.firstCall[members[0]! + 1]!];
        for (let call = first; call < end; call++) {
          this.#stop.push(stopRow[calls.stop[call]!]!);
          this.#rule.push(calls.rule[call]!);
        }
        for (const trip of members) {
          this.#service.push(firstService + trips.service[trip]!);
          this.#route.push(firstRoute + trips.route[trip]!);
          const [from, to] = [trips.firstCall[trip]!, trips.firstCall[trip + 1]!];
          this.#arrivalSeconds.pushAll(calls.arrivalSeconds.subarray(from, to));
          this.#departureSeconds.pushAll(calls.departureSeconds.subarray(from, to));
        }
      }
    }
  }

  /** Ends the tables with their last row; nothing can be added afterwards. */
  toTables(): Pick<Tables, 'transitPatterns' | 'transitPatternStops' | 'transitTrips' | 'transitTimes'> {
    this.#startPattern();
    return {
      transitPatterns: {
        firstStop: this.#firstStop.toArray(),
        firstTrip: this.#firstTrip.toArray(),
        firstTime: this.#firstTime.toArray(),
      },
      transitPatternStops: { stop: this.#stop.toArray(), rule: this.#rule.toArray() },
      transitTrips: { service: this.#service.toArray(), route: this.#route.toArray() },
      transitTimes: {
        arrivalSeconds: this.#arrivalSeconds.toArray(),
        departureSeconds: this.#departureSeconds.toArray(),
      },
    };
  }

  #startPattern(): void {
    this.#firstStop.push(this.#stop.length);
    this.#firstTrip.push(this.#service.length);
    this.#firstTime.push(this.#arrivalSeconds.length);
  }
}

/** Trips with the same stops and rules. */
function tripsByStops({ trips, calls }: Timetable): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (let trip = 0; trip < trips.service.length; trip++) {
    const [first, end] = [trips.firstCall[trip]!, trips.firstCall[trip + 1]!];
    const key = `${calls.stop.subarray(first, end).join(' ')}|${calls.rule.subarray(first, end).join('')}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [trip]);
    else group.push(trip);
  }
  return groups;
}

/** Parts a group so that in each part every trip is nowhere earlier than the one before it. */
function withoutOvertaking({ trips, calls }: Timetable, group: readonly number[]): number[][] {
  const { arrivalSeconds, departureSeconds } = calls;
  const stops = trips.firstCall[group[0]! + 1]! - trips.firstCall[group[0]!]!;
  const compare = (a: number, b: number): number => {
    const [ofA, ofB] = [trips.firstCall[a]!, trips.firstCall[b]!];
    for (let i = 0; i < stops; i++) {
      const difference =
        departureSeconds[ofA + i]! - departureSeconds[ofB + i]! || arrivalSeconds[ofA + i]! - arrivalSeconds[ofB + i]!;
      if (difference !== 0) return difference;
    }
    return a - b;
  };
  const isNowhereEarlier = (later: number, earlier: number): boolean => {
    const [ofLater, ofEarlier] = [trips.firstCall[later]!, trips.firstCall[earlier]!];
    for (let i = 0; i < stops; i++) {
      if (departureSeconds[ofLater + i]! < departureSeconds[ofEarlier + i]!) return false;
      if (arrivalSeconds[ofLater + i]! < arrivalSeconds[ofEarlier + i]!) return false;
    }
    return true;
  };
  const parts: number[][] = [];
  for (const trip of group.toSorted(compare)) {
    const part = parts.find((members) => isNowhereEarlier(trip, members.at(-1)!));
    if (part === undefined) parts.push([trip]);
    else part.push(trip);
  }
  return parts;
}
