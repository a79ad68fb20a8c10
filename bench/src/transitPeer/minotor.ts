/** Answers a question by minotor, which reads the GTFS file itself. Prints PeerAnswers. */
import { timed } from '../timed.ts';
import { LONGEST_SECONDS, type PeerQuestion, printAnswers, RIDES } from './answers.ts';

/** The part of the package's interface that is used here; it is installed in bench/peers. */
interface QueryBuilder {
  from(stop: string | number): QueryBuilder;
  departureTime(time: unknown): QueryBuilder;
  maxTransfers(changes: number): QueryBuilder;
  build(): unknown;
}
interface Minotor {
  readonly Query: { readonly Builder: new () => QueryBuilder };
  readonly Router: new (timetable: unknown, stops: unknown) => { route(query: unknown): Routed };
  readonly Time: { fromHMS(hours: number, minutes: number, seconds: number): unknown };
}
interface Routed {
  arrivalAt(stop: string | number): { readonly time?: { toSeconds(): number } } | undefined;
}
interface MinotorParser {
  readonly GtfsParser: new (
    file: string,
    profile: { readonly routeTypeParser: (type: number) => string | undefined },
  ) => { parse(date: Date): Promise<{ readonly timetable: unknown; readonly stopsIndex: unknown }> };
}

const installed = <T>(name: string) =>
  import(new URL(`../../peers/node_modules/minotor/dist/${name}.esm.js`, import.meta.url).href) as Promise<T>;
const { Query, Router, Time } = await installed<Minotor>('router');
const { GtfsParser } = await installed<MinotorParser>('parser');
const ROUTE_TYPES = ['TRAM', 'SUBWAY', 'RAIL', 'BUS', 'FERRY'];

const question = JSON.parse(process.argv[2]!) as PeerQuestion;
const { file, date, allStops } = question;
const { result: parsed, cpu: readMilliseconds } = await timed(() =>
  new GtfsParser(file, { routeTypeParser: (type) => ROUTE_TYPES[type] }).parse(new Date(`${date}T12:00:00Z`)),
);
const router = new Router(parsed.timetable, parsed.stopsIndex);
/** It takes ids of digits as numbers. */
const theirs = (id: string) => (/^\d+$/.test(id) ? Number(id) : id);
const route = (from: string, minute: number) =>
  router.route(
    new Query.Builder()
      .from(theirs(from))
      .departureTime(Time.fromHMS(Math.floor(minute / 60), minute % 60, 0))
      .maxTransfers(RIDES - 1)
      .build(),
  );

await printAnswers(question, {
  readMilliseconds,
  ask: (from, minute, departures) => {
    const first = route(from, minute);
    for (let later = 1; later < departures; later++) route(from, minute + later);
    return first;
  },
  arrivalsOf: (found, minute) => {
    const arrivals: Record<string, number> = {};
    for (const stop of allStops) {
      const seconds = found.arrivalAt(theirs(stop))?.time?.toSeconds();
      if (seconds !== undefined && seconds <= 60 * minute + LONGEST_SECONDS) arrivals[stop] = seconds;
    }
    return arrivals;
  },
});
