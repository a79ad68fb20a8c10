import type { Timetable } from '@hinterland/importers';
import { distance, latMicrodegrees, lngMicrodegrees } from '../geometry/plane.ts';
import { TIME_ZONE } from '../plan/country.ts';
import { FERRIES } from '../plan/ferries.ts';
import { DAY_KINDS, type DayKind, LINES } from '../plan/lines.ts';
import type { World } from '../world.ts';
import { daysOf } from './days.ts';
import { type StopPlace, Stops } from './stops.ts';

/** A line with the seconds from its first stop to each of its stops. */
interface Course {
  readonly name: string;
  readonly longName: string;
  readonly agency: string;
  /** route_type of GTFS. */
  readonly type: number;
  readonly stops: readonly StopPlace[];
  readonly secondsAt: readonly number[];
  readonly headwayMinutes: Readonly<Record<DayKind, number>>;
}

const ROUTE_TYPES = { tram: 0, bus: 3, ferry: 4 } as const;

/** First and last departure of a day, in hours; on Saturdays the last ones are behind midnight. */
const HOURS: Readonly<Record<DayKind, readonly [first: number, last: number]>> = {
  weekday: [5, 23.5],
  saturday: [6, 25],
  sunday: [7, 22],
};

/** Minutes between two boats, and the first hours of the day without any. */
const FERRY_HEADWAYS: Readonly<Record<DayKind, number>> = { weekday: 45, saturday: 60, sunday: 90 };
const FERRY_STARTS_HOURS_LATER = 1;

/** Legs take whole tens of seconds, as printed timetables of trams do. */
const STEP_SECONDS = 10;

/** Buses, a tram and ferries of the islands: each line both ways, departures evenly over the day. */
export function demoTimetable(world: World): Timetable {
  const courses = [...roadCourses(new Stops(world)), ...ferryCourses(new Stops(world))];
  const places = [...new Map(courses.flatMap(({ stops }) => stops.map((stop) => [stop.node, stop])))].sort(
    ([a], [b]) => a - b,
  );
  const rowOf = new Map(places.map(([node], row) => [node, row]));
  const trips = { service: [] as number[], route: [] as number[], firstCall: [0] };
  const calls = { stop: [] as number[], seconds: [] as number[] };
  courses.forEach((course, route) => {
    const whole = course.secondsAt.at(-1)!;
    const forth = course.stops.map(({ node }, i) => [rowOf.get(node)!, course.secondsAt[i]!] as const);
    const back = forth.map(([stop, at]) => [stop, whole - at] as const).toReversed();
    DAY_KINDS.forEach((kind, service) => {
      for (const departure of departures(course, kind)) {
        for (const way of [forth, back]) {
          for (const [stop, at] of way) {
            calls.stop.push(stop);
            calls.seconds.push(departure + at);
          }
          trips.service.push(service);
          trips.route.push(route);
          trips.firstCall.push(calls.stop.length);
        }
      }
    });
  });
  return {
    id: 'maravea',
    zone: TIME_ZONE,
    stops: places.map(([node, { x, y, name }]) => ({
      id: `${node}`,
      name,
      lng: lngMicrodegrees(x) / 1e6,
      lat: latMicrodegrees(y) / 1e6,
      station: '',
    })),
    routes: courses.map(({ name, longName, agency, type }) => ({ name, longName, agency, type })),
    services: DAY_KINDS.map(daysOf),
    trips: {
      service: Uint32Array.from(trips.service),
      route: Uint32Array.from(trips.route),
      firstCall: Uint32Array.from(trips.firstCall),
    },
    calls: {
      stop: Uint32Array.from(calls.stop),
      rule: new Uint8Array(calls.stop.length),
      arrivalSeconds: Uint32Array.from(calls.seconds),
      departureSeconds: Uint32Array.from(calls.seconds),
    },
    transfers: [],
  };
}

function roadCourses(stops: Stops): Course[] {
  return LINES.map(({ line, kind, course, stopMeters, speedKmh, headwayMinutes }) => {
    const places = stops.along(course, stopMeters);
    let at = 0;
    const secondsAt = places.map((place, i) => {
      const meters = i === 0 ? 0 : distance(places[i - 1]!, place);
      at += Math.ceil((meters * 3.6) / speedKmh / STEP_SECONDS) * STEP_SECONDS;
      return at;
    });
    return {
      name: line,
      longName: `${places[0]!.name} - ${places.at(-1)!.name}`,
      agency: 'Halcyon Transit',
      type: ROUTE_TYPES[kind],
      stops: places,
      secondsAt,
      headwayMinutes,
    };
  });
}

function ferryCourses(stops: Stops): Course[] {
  return FERRIES.map(({ name, duration, fromPier, toPier }) => {
    const [hours, minutes] = duration.split(':').map(Number) as [number, number];
    return {
      name: 'F',
      longName: name,
      agency: 'Maravea Ferries',
      type: ROUTE_TYPES.ferry,
      stops: [stops.pier(fromPier.at(-1)!, `${name}, west`), stops.pier(toPier.at(-1)!, `${name}, east`)],
      secondsAt: [0, 3600 * hours + 60 * minutes],
      headwayMinutes: FERRY_HEADWAYS,
    };
  });
}

/** Seconds of the day at which trips of a line begin, at both of its ends. */
function departures({ headwayMinutes, type }: Course, kind: DayKind): number[] {
  const [first, last] = HOURS[kind];
  const start = 3600 * (first + (type === ROUTE_TYPES.ferry ? FERRY_STARTS_HOURS_LATER : 0));
  const headway = 60 * headwayMinutes[kind];
  return Array.from({ length: Math.floor((3600 * last - start) / headway) + 1 }, (_, i) => start + i * headway);
}
