import { filled, hilbertOrder, toMicrodegrees } from '@hinterland/geo';
import { type FamilyContent, NONE } from '@hinterland/territory';
import type { RoadGraph } from '../graph/roadGraph.ts';
import type { Timetable, TimetableRoute, TimetableStop, Transfer, TransitInput } from '../inputs/transit.ts';
import type { Report } from '../report/report.ts';
import { changeTables } from './changes.ts';
import { warnOfOtherClock } from './otherClock.ts';
import { PatternTables } from './patterns.ts';
import { ServiceTables } from './serviceDays.ts';
import { stopPlaces } from './stopPlaces.ts';
import { StreetWalks } from './streetWalks.ts';

interface TransitContext {
  readonly version: string;
  readonly territoryVersion: string;
  readonly sources: FamilyContent['sources'];
  /** IANA time zone of the territory. */
  readonly timeZone: string;
  readonly graph: RoadGraph;
  readonly report: Report;
}

/** Makes the family "transit" of timetables: one after the other into patterns, then all stops onto the streets. */
export async function transitFamily(
  { longestTransferSeconds, timetables }: TransitInput,
  { version, territoryVersion, sources, timeZone, graph, report }: TransitContext,
): Promise<FamilyContent> {
  const patterns = new PatternTables();
  const services = new ServiceTables();
  const feeds: { id: string; zone: string; firstDay: number; days: number }[] = [];
  const stops: StopRow[] = [];
  const routes: (TimetableRoute & { feed: number })[] = [];
  const rules: Transfer[] = [];
  for await (const timetable of timetables()) {
    const { id, zone } = timetable;
    warnOfOtherClock(timetable, timeZone, report);
    const feed = feeds.length;
    const stopRow = addStops(timetable, feed, stops);
    patterns.add(timetable, stopRow, services.services, routes.length);
    feeds.push({ id, zone, ...services.add(feed, timetable.services) });
    routes.push(...timetable.routes.map((route) => ({ ...route, feed })));
    for (const { from, to, leastSeconds } of timetable.transfers) {
      const [fromRow, toRow] = [stopRow[from]!, stopRow[to]!];
      if (fromRow !== NONE && toRow !== NONE) rules.push({ from: fromRow, to: toRow, leastSeconds });
    }
  }
  const lngMicrodegrees = filled(new Int32Array(stops.length), (row) => stops[row]!.lngMicrodegrees);
  const latMicrodegrees = filled(new Int32Array(stops.length), (row) => stops[row]!.latMicrodegrees);
  const places = stopPlaces(graph, lngMicrodegrees, latMicrodegrees);
  const streets = new StreetWalks(graph, places, 1000 * longestTransferSeconds);
  const changes = changeTables(stops, streets, rules, longestTransferSeconds);
  report.fact('patterns of public transport', patterns.patterns);
  report.fact('trips of public transport', patterns.trips);
  report.fact('ways to change between two stops', waysToAnother(changes));
  const far = stops.filter((_, row) => places.edge[row] === NONE);
  report.fact('stops too far from every street', far.length);
  for (const { id, feed } of far) {
    report.subject('stops on streets').dropped('too far from every street', `${id} of ${feeds[feed]!.id}`);
  }
  report.subject('stops on streets').kept(stops.length - far.length);
  if (far.length > 0) {
    report.warn(
      `${far.length} of ${stops.length} stops of public transport are too far from every street, so nobody walks to them. report.txt names them.`,
    );
  }
  return {
    family: 'transit',
    version,
    territoryVersion,
    sources,
    parameters: { transit: { longestTransferSeconds } },
    tables: {
      transitFeeds: columnsOf(feeds, ['id', 'zone', 'firstDay', 'days']),
      transitStops: {
        ...columnsOf(stops, ['id', 'name', 'feed', 'station']),
        lngMicrodegrees,
        latMicrodegrees,
        ...places,
      },
      transitRoutes: columnsOf(routes, ['name', 'longName', 'agency', 'type', 'feed']),
      ...patterns.toTables(),
      ...services.toTables(),
      ...changes,
    },
  };
}

/** Counts the ways to change from one stop to another one. */
function waysToAnother({ transitStopWalks, transitWalks }: ReturnType<typeof changeTables>): number {
  const firstWalk = transitStopWalks!.firstWalk as Uint32Array;
  const stop = transitWalks!.stop as Uint32Array;
  let from = 0;
  return stop.reduce((count, to, row) => {
    while (firstWalk[from + 1]! <= row) from++;
    return count + (to === from ? 0 : 1);
  }, 0);
}

interface StopRow extends Omit<TimetableStop, 'station'> {
  readonly lngMicrodegrees: number;
  readonly latMicrodegrees: number;
  readonly feed: number;
  readonly station: number;
}

/** Adds the stops at which trips of a timetable call, in Hilbert order. Returns the row of each of its stops, NONE for others. */
function addStops({ stops, calls }: Timetable, feed: number, rows: StopRow[]): Uint32Array {
  const isServed = new Uint8Array(stops.length);
  for (const stop of calls.stop) isServed[stop] = 1;
  const served = Array.from(stops.keys()).filter((stop) => isServed[stop] === 1);
  const lngs = served.map((stop) => toMicrodegrees(stops[stop]!.lng));
  const lats = served.map((stop) => toMicrodegrees(stops[stop]!.lat));
  const stopRow = new Uint32Array(stops.length).fill(NONE);
  const stations = new Map<string, number>();
  for (const i of hilbertOrder(lngs, lats)) {
    const stop = stops[served[i]!]!;
    const row = rows.length;
    const station = stations.get(stop.station || stop.id) ?? row;
    stations.set(stop.station || stop.id, station);
    rows.push({ ...stop, lngMicrodegrees: lngs[i]!, latMicrodegrees: lats[i]!, feed, station });
    stopRow[served[i]!] = row;
  }
  return stopRow;
}

/** Turns rows into columns. */
function columnsOf<R, const K extends keyof R>(rows: readonly R[], names: readonly K[]): { [N in K]: R[N][] } {
  return Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name])])) as { [N in K]: R[N][] };
}
