/** Answers a question by minotor, which reads the GTFS file itself. Prints PeerAnswers. */
import { percentile } from '../percentile.ts';
import { timed } from '../timed.ts';
import { LONGEST_SECONDS, MINUTES, type PeerAnswers, type PeerQuestion, RIDES, WINDOW_DEPARTURES } from './answers.ts';

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

const { file, date, stops, allStops } = JSON.parse(process.argv[2]!) as PeerQuestion;
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

const [one, window]: [number[], number[]] = [[], []];
const questions: PeerAnswers['questions'][number][] = [];
for (const [i, from] of stops.entries()) {
  const minute = MINUTES[i % MINUTES.length]!;
  const { result, cpu } = await timed(() => route(from, minute));
  one.push(cpu);
  const arrivals: Record<string, number> = {};
  for (const stop of allStops) {
    const seconds = result.arrivalAt(theirs(stop))?.time?.toSeconds();
    if (seconds !== undefined && seconds <= 60 * minute + LONGEST_SECONDS) arrivals[stop] = seconds;
  }
  questions.push({ from, minute, arrivals });
  const all = await timed(() => {
    for (let later = 0; later < WINDOW_DEPARTURES; later++) route(from, minute + later);
  });
  window.push(all.cpu);
}
const answers: PeerAnswers = {
  readMilliseconds,
  oneMilliseconds: percentile(one, 0.5),
  windowMilliseconds: percentile(window, 0.5),
  questions,
};
process.stdout.write(JSON.stringify(answers));
