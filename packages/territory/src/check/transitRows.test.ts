import { describe, expect, it } from 'vitest';
import { bundleWith } from '../testing/changedBundle.ts';
import { checkBundle } from './checkBundle.ts';

describe('checks of timetables', () => {
  const defects: [string, string, number, number | string, string, RegExp][] = [
    ['transitFeeds', 'zone', 0, 'Europe/Atlantis', 'transitFeeds.arrow, zone, row 0', /no time zone/],
    ['transitFeeds', 'days', 0, 17, 'transitServices.arrow, firstByte, row 1', /it is 2 and must be 3/],
    ['transitStops', 'feed', 1, 1, 'transitStops.arrow, feed, row 1', /1 is not a row of transitFeeds/],
    ['transitStops', 'latMicrodegrees', 0, 91_000_000, 'transitStops.arrow, latMicrodegrees, row 0', /not between/],
    ['transitStops', 'station', 0, 1, 'transitStops.arrow, station, row 0', /1 is not the first stop of a station/],
    ['transitStops', 'edge', 0, 4, 'transitStops.arrow, edge, row 0', /4 is not a row of edges/],
    [
      'transitStops',
      'positionMillimeters',
      0,
      150_001,
      'transitStops.arrow, positionMillimeters, row 0',
      /behind the end/,
    ],
    ['transitRoutes', 'feed', 1, 1, 'transitRoutes.arrow, feed, row 1', /1 is not a row of transitFeeds/],
    ['transitPatterns', 'firstStop', 1, 1, 'transitPatterns.arrow, row 0', /fewer than two stops/],
    ['transitPatterns', 'firstTrip', 1, 0, 'transitPatterns.arrow, row 0', /a pattern has no trip/],
    ['transitPatterns', 'firstTrip', 2, 2, 'transitPatterns.arrow, firstTrip', /its last row is 2, not 3/],
    ['transitPatterns', 'firstTime', 1, 5, 'transitPatterns.arrow, row 0', /a pattern has 5 times/],
    ['transitPatternStops', 'stop', 3, 2, 'transitPatternStops.arrow, stop, row 3', /2 is not a row of transitStops/],
    ['transitPatternStops', 'rule', 0, 4, 'transitPatternStops.arrow, rule, row 0', /not between 0 and 3/],
    ['transitTrips', 'service', 2, 2, 'transitTrips.arrow, service, row 2', /2 is not a row of transitServices/],
    ['transitTrips', 'route', 0, 2, 'transitTrips.arrow, route, row 0', /2 is not a row of transitRoutes/],
    ['transitTimes', 'departureSeconds', 1, 28_899, 'transitPatterns.arrow, row 0', /departs before it arrives/],
    ['transitTimes', 'arrivalSeconds', 5, 89_999, 'transitPatterns.arrow, row 1', /arrives before it departed/],
    ['transitTimes', 'arrivalSeconds', 2, 28_799, 'transitPatterns.arrow, row 0', /overtakes the one before it/],
    ['transitServices', 'firstByte', 1, 1, 'transitServices.arrow, firstByte, row 1', /it is 1 and must be 2/],
    ['transitStopWalks', 'firstWalk', 2, 3, 'transitStopWalks.arrow, firstWalk', /not the end of transitWalks/],
    ['transitWalks', 'stop', 0, 2, 'transitWalks.arrow, stop, row 0', /2 is not a row of transitStops/],
    ['transitWalks', 'stop', 0, 1, 'transitStopWalks.arrow, firstWalk, row 0', /not in order of their stops/],
  ];
  it.each(defects)('finds %s.%s[%i] = %s', async (table, column, row, value, place, problem) => {
    const dir = await bundleWith(({ transit }) => {
      transit[table]![column]![row] = value;
    });
    const found = (await checkBundle(dir)).filter((finding) => finding.place === `transit/2026-12/${place}`);
    expect(found.map((finding) => finding.problem).join('\n')).toMatch(problem);
  });
});
