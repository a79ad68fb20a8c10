/** Public transport: timetables, and how far a passenger walks between two rides. */
export interface TransitInput {
  /** Longest walk between two stops. */
  readonly longestTransferSeconds: number;
  /** Reads the timetables one after the other. */
  readonly timetables: () => AsyncIterable<Timetable>;
}

/** One timetable, its faults mended. */
export interface Timetable {
  /** How the report names it; unique. Timetables of one archive have the name of their folder behind a slash. */
  readonly id: string;
  /** IANA name of the zone of its times. */
  readonly zone: string;
  readonly stops: readonly TimetableStop[];
  readonly routes: readonly TimetableRoute[];
  /** Days since 1970-01-01 on which trips of a service run, ascending; at least one. */
  readonly services: readonly (readonly number[])[];
  /** Row = trip; two calls or more each. Calls of trip t are rows `firstCall[t]` to `firstCall[t + 1]`. */
  readonly trips: { readonly service: Uint32Array; readonly route: Uint32Array; readonly firstCall: Uint32Array };
  /** In the order of each trip, never backwards in time: seconds after noon minus 12 hours of the service day. */
  readonly calls: Calls;
  /** Where two are about the same stops, the last one holds. */
  readonly transfers: readonly Transfer[];
}

export interface Calls {
  readonly stop: Uint32Array;
  /** Bits of TRANSIT_RULE. */
  readonly rule: Uint8Array;
  readonly arrivalSeconds: Uint32Array;
  readonly departureSeconds: Uint32Array;
}

export interface TimetableStop {
  readonly id: string;
  readonly name: string;
  readonly lng: number;
  readonly lat: number;
  /** Id of the station that it belongs to; "" for none. */
  readonly station: string;
}

export interface TimetableRoute {
  readonly name: string;
  readonly longName: string;
  readonly agency: string;
  /** route_type of GTFS. */
  readonly type: number;
}

/** A rule of a timetable about changing between two stops, or at one. */
export interface Transfer {
  readonly from: number;
  readonly to: number;
  /** Least time between arrival and departure; null where changing is not possible. */
  readonly leastSeconds: number | null;
}
