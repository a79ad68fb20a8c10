import { numberOf } from '@hinterland/catalogue/numbers';
import { growingFloat64, growingInt32, growingUint8, growingUint32 } from '@hinterland/geo';
import { NONE, TRANSIT_RULE } from '@hinterland/territory';
import { ImportError } from '../errors/importError.ts';
import type { GtfsFiles, GtfsRow } from './gtfsFiles.ts';
import { heldId } from './ids.ts';
import type { GtfsLimits } from './limits.ts';
import type { GtfsStops } from './stops.ts';
import { secondsOf } from './timesAndDates.ts';
import { OF_TRIP_LEFT_OUT, type TimetableReport } from './timetableReport.ts';
import type { GtfsTrips } from './trips.ts';

/** A time that the file leaves open, or one that is none. */
export const NO_TIME = -1;

/**
 * Rows of stop_times.txt whose trip and place in it can be understood, in the order of the file. Those that are left out for
 * their stop or their time are among them, because the times of others may count from theirs.
 */
export interface StopTimeRows {
  readonly trip: Uint32Array;
  readonly sequence: Uint32Array;
  /** NONE for a row that is left out. */
  readonly stop: Uint32Array;
  readonly rule: Uint8Array;
  /** NO_TIME where the file leaves it open. */
  readonly arrivalSeconds: Int32Array;
  readonly departureSeconds: Int32Array;
  /** shape_dist_traveled; NaN where the file leaves it open. */
  readonly distance: Float64Array;
  readonly line: Uint32Array;
  /** Trips with a row whose place in them is not known. */
  readonly unplaced: ReadonlySet<number>;
}

/**
 * Reads stop_times.txt in columns of 33 bytes per row. A row that cannot be understood is left out and named in the report.
 * Throws ImportError behind the most rows that a timetable may have.
 */
export async function readStopTimes(
  files: GtfsFiles,
  stops: GtfsStops,
  trips: GtfsTrips,
  { mostStopTimes }: GtfsLimits,
  report: TimetableReport,
): Promise<StopTimeRows> {
  const trip = growingUint32();
  const sequence = growingUint32();
  const stop = growingUint32();
  const rule = growingUint8();
  const arrivalSeconds = growingInt32();
  const departureSeconds = growingInt32();
  const distance = growingFloat64();
  const line = growingUint32();
  const unplaced = new Set<number>();
  let rows = 0;
  await files.read('stop_times.txt', ['trip_id', 'stop_id', 'stop_sequence'], report, (row) => {
    if (++rows > mostStopTimes) throw tooMany(files.path, row.reference, mostStopTimes);
    const ofTrip = trips.rowOf.get(heldId(trips.rowOf, row.text('trip_id')));
    const atStop = stops.rowOf.get(heldId(stops.rowOf, row.text('stop_id')));
    const arrival = timeIn(row, 'arrival_time');
    const departure = timeIn(row, 'departure_time');
    const place = row.code('stop_sequence');
    const drop = (fault: string) => report.stopTimes.dropped(fault, row.reference);
    if (ofTrip === undefined) {
      const isLeftOut = trips.leftOut.has(heldId(trips.leftOut, row.text('trip_id')));
      return drop(isLeftOut ? OF_TRIP_LEFT_OUT : 'a trip_id that trips.txt does not have');
    }
    if (!/^\d{1,9}$/.test(place)) {
      unplaced.add(ofTrip);
      return drop('a stop_sequence that is no whole number from 0');
    }
    const isTimed = arrival !== null && departure !== null;
    if (atStop === undefined) drop('a stop_id that stops.txt does not have or has without coordinates');
    else if (!isTimed) drop('a time that is none, such as 07:05:00');
    else if ((arrival === NO_TIME) !== (departure === NO_TIME)) {
      report.stopTimes.changed('one of two times left open, taken from the other', row.reference);
    }
    trip.push(ofTrip);
    sequence.push(Number(place));
    stop.push(atStop === undefined || !isTimed ? NONE : atStop);
    rule.push(ruleOf(row, report));
    arrivalSeconds.push(!isTimed ? NO_TIME : arrival === NO_TIME ? departure : arrival);
    departureSeconds.push(!isTimed ? NO_TIME : departure === NO_TIME ? arrival : departure);
    distance.push(distanceIn(row, report));
    line.push(row.line);
  });
  return {
    trip: trip.toArray(),
    sequence: sequence.toArray(),
    stop: stop.toArray(),
    rule: rule.toArray(),
    arrivalSeconds: arrivalSeconds.toArray(),
    departureSeconds: departureSeconds.toArray(),
    distance: distance.toArray(),
    line: line.toArray(),
    unplaced,
  };
}

/** The fault of a timetable that is too large; `reference` is where that shows. */
export const tooMany = (path: string, reference: string, most: number): ImportError =>
  new ImportError(
    `${path}, ${reference}: the timetable has more than ${most.toLocaleString('en-US')} stop times, the most that is read. Cut it to the region of the map.`,
  );

/** Seconds of a time; NO_TIME for none; null for a text that is no time. */
function timeIn(row: GtfsRow, column: string): number | null {
  const text = row.text(column);
  return text === '' ? NO_TIME : secondsOf(text);
}

function ruleOf(row: GtfsRow, report: TimetableReport): number {
  const isClosed = (column: string): boolean => {
    const code = row.code(column);
    if (!/^[0-3]?$/.test(code)) report.unread(column, 'taken as 0', row.reference);
    return code === '1';
  };
  const noBoarding = isClosed('pickup_type') ? TRANSIT_RULE.noBoarding : 0;
  return noBoarding | (isClosed('drop_off_type') ? TRANSIT_RULE.noAlighting : 0);
}

function distanceIn(row: GtfsRow, report: TimetableReport): number {
  const text = row.text('shape_dist_traveled');
  if (text === '') return Number.NaN;
  const distance = numberOf(text, { thousands: '' });
  if (Number.isNaN(distance)) report.unread('shape_dist_traveled', 'taken as empty', row.reference);
  return distance;
}
