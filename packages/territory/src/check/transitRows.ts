import { NONE } from '../format/tables.ts';
import { TRANSIT_RULE } from '../format/transitTables.ts';
import type { Territory, Transit } from '../memory/territory.ts';
import type { Findings } from './findings.ts';
import type { Place } from './place.ts';

export const TRANSIT_STEPS: readonly [
  string,
  (transit: Transit, territory: Territory, place: Place, findings: Findings) => void,
][] = [
  ['timetables', checkFeeds],
  ['stops', checkStops],
  ['patterns', checkPatterns],
  ['times', checkTimes],
  ['walks', checkWalks],
];

function checkFeeds({ feeds, routes, services, serviceDays }: Transit, _: Territory, place: Place, to: Findings): void {
  to.rows(place('transitFeeds', 'zone'), feeds.rows, (row) =>
    isZone(feeds.zone.at(row)) ? null : `"${feeds.zone.at(row)}" is no time zone`,
  );
  to.references(place('transitRoutes', 'feed'), routes.feed, 'transitFeeds', feeds.rows);
  to.references(place('transitServices', 'feed'), services.feed, 'transitFeeds', feeds.rows);
  const bytes = Array.from(services.feed, (feed) => (((feeds.days[feed] ?? 0) + 7) / 8) | 0);
  const ends = bytes.map(
    (
      (end) => (count) =>
        (end += count)
    )(0),
  );
  const column = place('transitServices', 'firstByte');
  to.rows(column, services.rows, (row) => {
    const expected = ends[row]! - bytes[row]!;
    return services.firstByte[row] === expected ? null : `it is ${services.firstByte[row]} and must be ${expected}`;
  });
  if ((ends.at(-1) ?? 0) !== serviceDays.rows) {
    to.error(place('transitServiceDays'), `it has ${serviceDays.rows} bytes for ${ends.at(-1) ?? 0}.`);
  }
}

function checkStops({ feeds, stops }: Transit, { edges }: Territory, place: Place, to: Findings): void {
  const column = (name: string) => place('transitStops', name);
  to.references(column('feed'), stops.feed, 'transitFeeds', feeds.rows);
  to.rows(column('feed'), stops.rows, (row) =>
    row === 0 || stops.feed[row]! >= stops.feed[row - 1]! ? null : 'a stop stands behind one of a later timetable',
  );
  to.range(column('lngMicrodegrees'), stops.lngMicrodegrees, -180e6, 180e6);
  to.range(column('latMicrodegrees'), stops.latMicrodegrees, -90e6, 90e6);
  to.rows(column('station'), stops.rows, (row) => {
    const first = stops.station[row]!;
    return first <= row && stops.station[first] === first && stops.feed[first] === stops.feed[row]
      ? null
      : `${first} is not the first stop of a station`;
  });
  to.references(column('edge'), stops.edge, 'edges', edges.rows, NONE);
  to.rows(column('positionMillimeters'), stops.rows, (row) => {
    const edge = stops.edge[row]!;
    return edge === NONE || stops.positionMillimeters[row]! <= (edges.lengthMillimeters[edge] ?? 0)
      ? null
      : 'it lies behind the end of its edge';
  });
}

function checkPatterns(transit: Transit, _: Territory, place: Place, to: Findings): void {
  const { patterns, patternStops, trips, times, stops, services, routes } = transit;
  const count = patterns.rows - 1;
  if (count < 0) {
    to.error(place('transitPatterns'), 'it has no last row.');
    return;
  }
  to.starts(place('transitPatterns', 'firstStop'), patterns.firstStop, patternStops.rows);
  to.starts(place('transitPatterns', 'firstTrip'), patterns.firstTrip, trips.rows);
  to.starts(place('transitPatterns', 'firstTime'), patterns.firstTime, times.rows);
  for (const [column, table] of Object.entries({ firstStop: patternStops, firstTrip: trips, firstTime: times })) {
    const end = patterns[column as 'firstStop'][count]!;
    if (end !== table.rows) to.error(place('transitPatterns', column), `its last row is ${end}, not ${table.rows}.`);
  }
  to.references(place('transitPatternStops', 'stop'), patternStops.stop, 'transitStops', stops.rows);
  to.range(
    place('transitPatternStops', 'rule'),
    patternStops.rule,
    0,
    TRANSIT_RULE.noBoarding | TRANSIT_RULE.noAlighting,
  );
  to.references(place('transitTrips', 'service'), trips.service, 'transitServices', services.rows);
  to.references(place('transitTrips', 'route'), trips.route, 'transitRoutes', routes.rows);
  to.rows(place('transitPatterns'), count, (pattern) => patternFault(transit, pattern));
}

/** Returns the fault of a pattern's size or of what it refers to, or null. */
function patternFault({ patterns, patternStops, trips, stops, services, routes }: Transit, pattern: number) {
  const [firstStop, endStop] = [patterns.firstStop[pattern]!, patterns.firstStop[pattern + 1]!];
  const [firstTrip, endTrip] = [patterns.firstTrip[pattern]!, patterns.firstTrip[pattern + 1]!];
  if (endStop - firstStop < 2) return 'a pattern has fewer than two stops';
  if (endTrip <= firstTrip) return 'a pattern has no trip';
  const times = patterns.firstTime[pattern + 1]! - patterns.firstTime[pattern]!;
  if (times !== (endStop - firstStop) * (endTrip - firstTrip)) return `a pattern has ${times} times`;
  const feed = stops.feed[patternStops.stop[firstStop]!];
  for (let row = firstStop; row < endStop; row++) {
    if (stops.feed[patternStops.stop[row]!] !== feed) return 'a pattern has stops of two timetables';
  }
  for (let trip = firstTrip; trip < endTrip; trip++) {
    if (services.feed[trips.service[trip]!] !== feed) return 'a trip has a service of another timetable';
    if (routes.feed[trips.route[trip]!] !== feed) return 'a trip has a route of another timetable';
  }
  return null;
}

function checkTimes({ patterns, times }: Transit, _: Territory, place: Place, to: Findings): void {
  const { arrivalSeconds, departureSeconds } = times;
  to.rows(place('transitPatterns'), Math.max(0, patterns.rows - 1), (pattern) => {
    const stops = patterns.firstStop[pattern + 1]! - patterns.firstStop[pattern]!;
    const [first, end] = [patterns.firstTime[pattern]!, patterns.firstTime[pattern + 1]!];
    for (let row = first; row < end; row++) {
      if (departureSeconds[row]! < arrivalSeconds[row]!) return 'a trip departs before it arrives';
      const isFirst = (row - first) % stops === 0;
      if (!isFirst && arrivalSeconds[row]! < departureSeconds[row - 1]!) return 'a trip arrives before it departed';
      const before = row - stops;
      if (before < first) continue;
      if (arrivalSeconds[row]! < arrivalSeconds[before]!) return 'a trip overtakes the one before it';
      if (departureSeconds[row]! < departureSeconds[before]!) return 'a trip overtakes the one before it';
    }
    return null;
  });
}

function checkWalks({ stops, stopWalks, walks }: Transit, _: Territory, place: Place, to: Findings): void {
  if (stopWalks.rows !== stops.rows + 1) {
    to.error(place('transitStopWalks'), `it has ${stopWalks.rows} rows for ${stops.rows} stops.`);
    return;
  }
  const column = place('transitStopWalks', 'firstWalk');
  to.starts(column, stopWalks.firstWalk, walks.rows);
  if (stopWalks.firstWalk[stops.rows] !== walks.rows) to.error(column, 'its last row is not the end of transitWalks.');
  to.references(place('transitWalks', 'stop'), walks.stop, 'transitStops', stops.rows);
  to.rows(column, stops.rows, (stop) => {
    for (let row = stopWalks.firstWalk[stop]! + 1; row < stopWalks.firstWalk[stop + 1]!; row++) {
      if (walks.stop[row]! <= walks.stop[row - 1]!) return 'its ways are not in order of their stops';
    }
    return null;
  });
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
