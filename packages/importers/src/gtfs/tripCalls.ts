import { haversineMeters } from '@hinterland/geo';
import { NONE } from '@hinterland/territory';
import type { Frequency } from './frequencies.ts';
import type { GtfsStops } from './stops.ts';
import { NO_TIME, type StopTimeRows } from './stopTimes.ts';
import { OF_TRIP_LEFT_OUT, type TimetableReport } from './timetableReport.ts';

/** Rows of each trip in the order of its stop_sequence: those of trip t are `rows[firstRow[t]]` to `rows[firstRow[t + 1]]`. */
export interface TripRows {
  readonly firstRow: Uint32Array;
  readonly rows: Uint32Array;
}

/** Sorts the rows of stop_times.txt by trip and stop_sequence; the file has them in any order. */
export function rowsByTrip({ trip, sequence }: StopTimeRows, trips: number): TripRows {
  const firstRow = new Uint32Array(trips + 1);
  for (const of of trip) firstRow[of + 1]!++;
  for (let of = 0; of < trips; of++) firstRow[of + 1]! += firstRow[of]!;
  const next = firstRow.slice();
  const rows = new Uint32Array(trip.length);
  trip.forEach((of, row) => {
    rows[next[of]!++] = row;
  });
  for (let of = 0; of < trips; of++) {
    rows.subarray(firstRow[of], firstRow[of + 1]).sort((a, b) => sequence[a]! - sequence[b]! || a - b);
  }
  return { firstRow, rows };
}

/** A trip with a time at every call. */
export interface TripCalls {
  readonly stop: readonly number[];
  readonly rule: readonly number[];
  readonly arrivalSeconds: readonly number[];
  readonly departureSeconds: readonly number[];
  /** Departure from its first stop, also where that one is left out: frequencies count from it. */
  readonly startSeconds: number;
}

/**
 * Makes the calls of one trip from its rows. A stop_sequence that stands twice counts once. Times left open between two calls
 * with times follow from the way between them: along the shape where shape_dist_traveled is given, else the straight way from
 * stop to stop. A row that is left out moves no time: its own, where it fits between those around it, still bounds them. Returns
 * null, and says why in the report, for a trip that has fewer than two calls, no time at an end, or goes back in time, and for one
 * whose frequencies are all left out or count from a time that is not known.
 */
export function tripCalls(
  table: StopTimeRows,
  rows: Uint32Array,
  stops: GtfsStops['stops'],
  tripReference: string,
  frequencies: readonly Frequency[] | undefined,
  report: TimetableReport,
): TripCalls | null {
  const lineOf = (row: number) => `stop_times.txt, line ${table.line[row]}`;
  const [first] = rows;
  const places = onePerPlace(table, rows, (row) =>
    report.stopTimes.dropped('a stop_sequence that its trip has already', lineOf(row)),
  );
  const called = places.filter((row) => isCall(table, row));
  const drop = (reason: string, reference: string) => {
    report.trips.dropped(reason, reference);
    for (const row of called) report.stopTimes.dropped(OF_TRIP_LEFT_OUT, lineOf(row));
    return null;
  };
  if (frequencies?.length === 0) return drop('all of its frequencies are left out', tripReference);
  if (called.length < 2) return drop('fewer than two stop times', tripReference);
  const kept = withoutDoubtfulTimes(table, places);
  if (frequencies !== undefined && (kept[0] !== places[0] || table.unplaced.has(table.trip[first!]!))) {
    return drop('no time at its first stop, from which its frequencies count', tripReference);
  }
  const arrivalSeconds = kept.map((row) => table.arrivalSeconds[row]!);
  const departureSeconds = kept.map((row) => table.departureSeconds[row]!);
  for (const end of [0, kept.length - 1]) {
    if (arrivalSeconds[end] === NO_TIME) return drop('no time at its first or last stop', lineOf(kept[end]!));
  }
  let timed = 0;
  for (let i = 0; i < kept.length; i++) {
    if (arrivalSeconds[i] === NO_TIME) continue;
    const before = i === 0 ? 0 : departureSeconds[timed]!;
    if (arrivalSeconds[i]! < before || departureSeconds[i]! < arrivalSeconds[i]!) {
      return drop('times that go back', lineOf(kept[i]!));
    }
    if (i > timed + 1) {
      const way = wayBetween(table, kept.slice(timed, i + 1), stops);
      for (let open = timed + 1; open < i; open++) {
        const time = Math.round(before + (arrivalSeconds[i]! - before) * way[open - timed]!);
        arrivalSeconds[open] = time;
        departureSeconds[open] = time;
      }
    }
    timed = i;
  }
  const ofCalls = <T>(values: readonly T[]) => values.filter((_, i) => isCall(table, kept[i]!));
  return {
    stop: called.map((row) => table.stop[row]!),
    rule: called.map((row) => table.rule[row]!),
    arrivalSeconds: ofCalls(arrivalSeconds),
    departureSeconds: ofCalls(departureSeconds),
    startSeconds: departureSeconds[0]!,
  };
}

/** Whether a row is a call, and not left out. */
const isCall = (table: StopTimeRows, row: number): boolean => table.stop[row] !== NONE;

/** Leaves one row at each place of a trip: the first call there, else the first row. Tells which calls go. */
function onePerPlace(table: StopTimeRows, rows: Uint32Array, drop: (row: number) => void): number[] {
  const places: number[] = [];
  for (const row of rows) {
    const last = places.at(-1);
    if (last === undefined || table.sequence[last] !== table.sequence[row]) places.push(row);
    else if (!isCall(table, last) && isCall(table, row)) places[places.length - 1] = row;
    else if (isCall(table, row)) drop(row);
  }
  return places;
}

/** Takes rows that are left out away where they say no time, or one that does not fit between the calls around them. */
function withoutDoubtfulTimes(table: StopTimeRows, places: readonly number[]): number[] {
  const { arrivalSeconds, departureSeconds } = table;
  const kept: number[] = [];
  let earliest = 0;
  places.forEach((row, i) => {
    const isTimed = arrivalSeconds[row] !== NO_TIME;
    if (!isCall(table, row)) {
      const next = places.find((other, j) => j > i && isCall(table, other) && arrivalSeconds[other] !== NO_TIME);
      const latest = next === undefined ? Infinity : arrivalSeconds[next]!;
      const [arrival, departure] = [arrivalSeconds[row]!, departureSeconds[row]!];
      if (!isTimed || arrival < earliest || departure < arrival || latest < departure) return;
    }
    kept.push(row);
    if (isTimed) earliest = departureSeconds[row]!;
  });
  return kept;
}

/** Shares of the way from the first row to the last at which each row lies, 0 to 1, never falling. */
function wayBetween(table: StopTimeRows, rows: readonly number[], stops: GtfsStops['stops']): number[] {
  const along = rows.map((row) => table.distance[row]!);
  const isGiven = along.every((distance, i) => i === 0 || distance >= along[i - 1]!);
  const ways = isGiven
    ? along
    : rows.every((row) => isCall(table, row))
      ? straightWays(table, rows, stops)
      : rows.map(() => 0);
  const [first, whole] = [ways[0]!, ways.at(-1)! - ways[0]!];
  return ways.map((way, i) => (whole > 0 ? (way - first) / whole : i / (rows.length - 1)));
}

function straightWays(table: StopTimeRows, rows: readonly number[], stops: GtfsStops['stops']): number[] {
  let meters = 0;
  return rows.map((row, i) => {
    const to = stops[table.stop[row]!]!;
    const from = i === 0 ? to : stops[table.stop[rows[i - 1]!]!]!;
    meters += haversineMeters(from.lng, from.lat, to.lng, to.lat);
    return meters;
  });
}
