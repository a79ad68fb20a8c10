import { growingUint8, growingUint32 } from '@hinterland/geo';
import { ImportError } from '../errors/importError.ts';
import type { Timetable } from '../inputs/transit.ts';
import type { Report } from '../report/report.ts';
import { readAgencies } from './agencies.ts';
import { readCalendar } from './calendar.ts';
import { departuresOf, readFrequencies } from './frequencies.ts';
import { GtfsFiles } from './gtfsFiles.ts';
import { gtfsFolders } from './gtfsFolders.ts';
import { GTFS_LIMITS, type GtfsLimits } from './limits.ts';
import { readRoutes } from './routes.ts';
import { type GtfsStops, readStops } from './stops.ts';
import { readStopTimes, tooMany } from './stopTimes.ts';
import { isoDay } from './timesAndDates.ts';
import { NO_TRIP_STOPS, TimetableReport } from './timetableReport.ts';
import { readTransfers } from './transfers.ts';
import { rowsByTrip, type TripCalls, tripCalls } from './tripCalls.ts';
import { readTrips } from './trips.ts';

export interface TimetableFile {
  /** How the report names it. */
  readonly id: string;
  /** A .zip archive or a folder in GTFS. */
  readonly path: string;
  /** utf-8 where absent. */
  readonly encoding?: string | undefined;
}

/**
 * Reads the timetable of an archive or folder in GTFS (gtfs.org/schedule/reference), or several where it has them in folders of
 * their own. Rows that cannot be understood are left out, and the report names them by file and line. Throws ImportError with file
 * and line where the whole would be wrong: missing files and columns, time zones and days that are none, and a timetable above the
 * limits.
 */
export async function* readTimetables(
  { id, path, encoding }: TimetableFile,
  report: Report,
  limits: GtfsLimits = GTFS_LIMITS,
): AsyncGenerator<Timetable> {
  const folders = await gtfsFolders(path, id, report);
  for (const folder of folders) {
    const ownId = folders.length === 1 ? id : `${id}/${folder.name}`;
    yield await readTimetable(ownId, new GtfsFiles(folder, encoding, limits.mostBytes), report, limits);
  }
}

async function readTimetable(
  id: string,
  files: GtfsFiles,
  buildReport: Report,
  limits: GtfsLimits,
): Promise<Timetable> {
  const { path } = files;
  const report = new TimetableReport(id, buildReport);
  const agencies = await readAgencies(files, report);
  const stops = await readStops(files, report);
  const { routes, rowOf: routeOf } = await readRoutes(files, agencies, report);
  const calendar = await readCalendar(files, limits, report);
  const trips = await readTrips(files, routeOf, calendar, report);
  const frequencies = await readFrequencies(files, trips, report);
  const rows = await readStopTimes(files, stops, trips, limits, report);
  const transfers = await readTransfers(files, stops, report);

  const timetable = new TimetableColumns();
  const services = new ServiceNumbers(calendar);
  const byTrip = rowsByTrip(rows, trips.service.length);
  for (let trip = 0; trip < trips.service.length; trip++) {
    const own = byTrip.rows.subarray(byTrip.firstRow[trip], byTrip.firstRow[trip + 1]);
    const repeated = frequencies.get(trip);
    const calls = tripCalls(rows, own, stops.stops, trips.reference[trip]!, repeated, report);
    if (calls === null) continue;
    report.trips.kept();
    report.stopTimes.kept(calls.stop.length);
    const service = services.numberOf(trips.service[trip]!);
    const route = trips.route[trip]!;
    if (repeated === undefined) timetable.add(service, route, calls, 0);
    for (const frequency of repeated ?? []) {
      for (const departure of departuresOf(frequency)) {
        timetable.add(service, route, calls, departure - calls.startSeconds);
        if (timetable.calls > limits.mostStopTimes) throw tooMany(path, frequency.reference, limits.mostStopTimes);
      }
    }
  }
  if (timetable.trips === 0) {
    throw new ImportError(
      `${path} has no trip that can be used: ${trips.service.length} trips with a day, ${rows.trip.length} stop times. ${report.losses()}Get a complete timetable from its publisher, or correct these rows.`,
    );
  }
  reportStops(stops, timetable.servedStops(stops.stops.length), report);
  report.fact('time zone', agencies.zone);
  report.fact('trips, frequencies written out', timetable.trips);
  report.fact('stop times, frequencies written out', timetable.calls);
  report.fact('first day', isoDay(services.firstDay));
  report.fact('last day', isoDay(services.lastDay));
  report.warnAboutLosses();
  return {
    id,
    zone: agencies.zone,
    stops: stops.stops,
    routes,
    services: services.days,
    ...timetable.toArrays(),
    transfers,
  };
}

function reportStops({ references, isOther }: GtfsStops, isServed: Uint8Array, report: TimetableReport): void {
  references.forEach((reference, stop) => {
    if (isServed[stop] === 1) report.stops.kept();
    else if (!isOther[stop]) report.stops.dropped(NO_TRIP_STOPS, reference);
  });
}

/** Numbers of services that trips use; services with the same days are one. */
class ServiceNumbers {
  readonly days: number[][] = [];
  readonly #calendar: ReadonlyMap<string, ReadonlySet<number>>;
  readonly #byId = new Map<string, number>();
  readonly #byDays = new Map<string, number>();

  constructor(calendar: ReadonlyMap<string, ReadonlySet<number>>) {
    this.#calendar = calendar;
  }

  numberOf(id: string): number {
    const known = this.#byId.get(id);
    if (known !== undefined) return known;
    const days = [...(this.#calendar.get(id) ?? [])].sort((a, b) => a - b);
    const key = days.join(' ');
    const number = this.#byDays.get(key) ?? this.days.push(days) - 1;
    this.#byDays.set(key, number);
    this.#byId.set(id, number);
    return number;
  }

  get firstDay(): number {
    return this.days.reduce((least, days) => Math.min(least, days[0]!), Infinity);
  }

  get lastDay(): number {
    return this.days.reduce((most, days) => Math.max(most, days.at(-1)!), -Infinity);
  }
}

/** Trips and their calls, one after the other. */
class TimetableColumns {
  readonly #service = growingUint32();
  readonly #route = growingUint32();
  readonly #firstCall = growingUint32();
  readonly #stop = growingUint32();
  readonly #rule = growingUint8();
  readonly #arrivalSeconds = growingUint32();
  readonly #departureSeconds = growingUint32();

  get trips(): number {
    return this.#service.length;
  }

  get calls(): number {
    return this.#stop.length;
  }

  add(service: number, route: number, calls: TripCalls, shiftSeconds: number): void {
    this.#service.push(service);
    this.#route.push(route);
    this.#firstCall.push(this.calls);
    this.#stop.pushAll(calls.stop);
    this.#rule.pushAll(calls.rule);
    for (let i = 0; i < calls.stop.length; i++) {
      this.#arrivalSeconds.push(Math.max(0, calls.arrivalSeconds[i]! + shiftSeconds));
      this.#departureSeconds.push(Math.max(0, calls.departureSeconds[i]! + shiftSeconds));
    }
  }

  /** 1 for each stop at which a trip calls. */
  servedStops(stops: number): Uint8Array {
    const isServed = new Uint8Array(stops);
    for (let row = 0; row < this.calls; row++) isServed[this.#stop.get(row)] = 1;
    return isServed;
  }

  toArrays(): Pick<Timetable, 'trips' | 'calls'> {
    this.#firstCall.push(this.calls);
    return {
      trips: {
        service: this.#service.toArray(),
        route: this.#route.toArray(),
        firstCall: this.#firstCall.toArray(),
      },
      calls: {
        stop: this.#stop.toArray(),
        rule: this.#rule.toArray(),
        arrivalSeconds: this.#arrivalSeconds.toArray(),
        departureSeconds: this.#departureSeconds.toArray(),
      },
    };
  }
}
