import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Report } from '../report/report.ts';
import { testFolder } from '../testing/folder.ts';
import { zipOf } from '../testing/zip.ts';
import { allTimetables } from './testing/readTimetable.ts';

const folder = await testFolder();
let written = 0;

/** A small network: bus 1 of two trips, tram 2 of one, a station P with platforms a and b. */
const FEED = {
  'agency.txt': ['agency_id,agency_name,agency_timezone', 'X,Linhas,America/Sao_Paulo'],
  'stops.txt': [
    'stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station',
    'P,Praça,-30,-51,1,',
    'a,a,-30,-51,0,P',
    'b,b,-30,-51.01,0,P',
    'c,c,-30,-51.1,,',
    'd,d,-30,-51.2,,',
  ],
  'routes.txt': ['route_id,route_type', '1,3', '2,0'],
  'trips.txt': ['route_id,service_id,trip_id', '1,daily,t', '1,daily,u', '2,sunday,v'],
  'calendar.txt': [
    'service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date',
    'daily,1,1,1,1,1,1,1,20240101,20240131',
    'sunday,0,0,0,0,0,0,1,20240101,20240131',
  ],
  'calendar_dates.txt': ['service_id,date,exception_type', 'sunday,20240108,1'],
  'stop_times.txt': [
    'trip_id,arrival_time,departure_time,stop_id,stop_sequence',
    't,7:00:00,7:00:00,a,1',
    't,7:10:00,7:10:00,c,2',
    't,7:20:00,7:20:00,d,3',
    'u,8:00:00,8:00:00,a,1',
    'u,8:10:00,8:10:00,c,2',
    'v,9:00:00,9:00:00,b,1',
    'v,9:30:00,9:30:00,d,2',
  ],
  'frequencies.txt': ['trip_id,start_time,end_time,headway_secs', 'v,10:00:00,11:00:00,1800'],
  'transfers.txt': ['from_stop_id,to_stop_id,transfer_type,min_transfer_time', 'a,b,2,120', 'P,c,2,600', 'c,d,3,'],
};
type Name = keyof typeof FEED;
type Change = (rows: string[]) => string[];

const without =
  (start: string): Change =>
  (rows) =>
    rows.filter((row) => !row.startsWith(start));
const instead =
  (start: string, row: string): Change =>
  (rows) =>
    rows.map((old) => (old.startsWith(start) ? row : old));
const besides =
  (...more: string[]): Change =>
  (rows) => [...rows, ...more];

const clock = (seconds: number) => `${Math.floor(seconds / 3600)}:${String((seconds % 3600) / 60).padStart(2, '0')}`;

/** Trips as "a 7:00, c 7:10 (31 days)", sorted; changes between stops. */
async function read(changes: Readonly<Partial<Record<Name, Change>>>) {
  const files = Object.fromEntries(
    Object.entries(FEED).map(([name, rows]) => [
      name,
      `${(changes[name as Name] ?? ((same) => same))(rows).join('\n')}\n`,
    ]),
  );
  const path = await folder.write(`with-${written++}.zip`, zipOf(files));
  const [timetable] = await allTimetables({ id: 'x', path }, new Report('Test'));
  const { trips, calls, stops, services, transfers } = timetable!;
  const runs = Array.from({ length: trips.firstCall.length - 1 }, (_, trip) => {
    const first = trips.firstCall[trip]!;
    const places = Array.from({ length: trips.firstCall[trip + 1]! - first }, (__, i) => {
      return `${stops[calls.stop[first + i]!]!.id} ${clock(calls.departureSeconds[first + i]!)}`;
    });
    return `${places.join(', ')} (${services[trips.service[trip]!]!.length} days)`;
  });
  return { runs: runs.sort(), transfers: transfers.length };
}

const T = 'a 7:00, c 7:10, d 7:20 (31 days)';
const U = 'a 8:00, c 8:10 (31 days)';
const V = ['b 10:00, d 10:30 (5 days)', 'b 10:30, d 11:00 (5 days)'];
const ALL = [T, U, ...V];

describe('what means nothing without a row goes with it, and nothing else does', () => {
  it.each<[string, Readonly<Partial<Record<Name, Change>>>, string[], number?]>([
    ['nothing is left out (a change of a station is one of its platforms, too)', {}, ALL, 5],
    ['a route takes its trips and their frequencies', { 'routes.txt': without('2,') }, [T, U]],
    ['a route whose kind is none', { 'routes.txt': besides('3,3') }, ALL],
    ['a service takes its trips', { 'calendar.txt': without('daily'), 'calendar_dates.txt': (rows) => rows }, V],
    [
      'a service that exceptions alone speak of stays',
      { 'calendar.txt': without('sunday') },
      [T, U, 'b 10:00, d 10:30 (1 days)', 'b 10:30, d 11:00 (1 days)'],
    ],
    [
      'an exception takes no trip',
      { 'calendar_dates.txt': without('sunday') },
      [T, U, 'b 10:00, d 10:30 (4 days)', 'b 10:30, d 11:00 (4 days)'],
    ],
    ['a trip takes its frequencies', { 'trips.txt': without('2,sunday,v') }, [T, U]],
    ['a trip twice: the first one stays', { 'trips.txt': besides('2,sunday,t') }, ALL],
    ['a service twice: the first one stays', { 'calendar.txt': besides('daily,0,0,0,0,0,0,1,20240101,20240131') }, ALL],
    ['a stop twice: the first one stays', { 'stops.txt': besides('a,a,-31,-52,0,') }, ALL],
    ['a route twice: the first one stays', { 'routes.txt': besides('1,0') }, ALL],
    [
      'a stop takes its changes and its stop times',
      { 'stops.txt': without('c,') },
      ['a 7:00, d 7:20 (31 days)', ...V],
      1,
    ],
    ['a stop at 0, 0', { 'stops.txt': instead('c,', 'c,c,0,0,,') }, ['a 7:00, d 7:20 (31 days)', ...V], 1],
    [
      'a station takes its changes, and not its platforms',
      {
        'stops.txt': (rows) => instead('b,', 'b,b,-30,-51.01,0,')(instead('a,', 'a,a,-30,-51,0,')(without('P,')(rows))),
      },
      ALL,
      2,
    ],
    [
      'a platform without coordinates stands where its station does',
      { 'stops.txt': instead('a,', 'a,a,,,0,P') },
      ALL,
      5,
    ],
    [
      'a platform without coordinates and station',
      { 'stops.txt': instead('a,', 'a,a,,,0,') },
      ['c 7:10, d 7:20 (31 days)', ...V],
    ],
    ['all stop times of a trip', { 'stop_times.txt': without('u,') }, [T, ...V]],
    ['all stop times but one', { 'stop_times.txt': without('u,8:10') }, [T, ...V]],
    ['the stop times of a trip with frequencies', { 'stop_times.txt': without('v,') }, [T, U]],
    ['frequencies of a trip of another route', { 'frequencies.txt': besides('w,10:00:00,11:00:00,600') }, ALL],
    ['all frequencies: the template runs', { 'frequencies.txt': without('v,') }, [T, U, 'b 9:00, d 9:30 (5 days)']],
    [
      'a frequency that cannot be understood: it does not',
      { 'frequencies.txt': instead('v,', 'v,10,11,1800') },
      [T, U],
    ],
    ['a change that cannot be understood', { 'transfers.txt': instead('a,b', 'a,b,9,x') }, ALL, 4],
    ['a change of an unknown stop', { 'transfers.txt': besides('a,z,2,60') }, ALL, 5],
  ])('%s', async (_, changes, runs, transfers) => {
    const found = await read(changes);
    expect(found.runs).toEqual([...runs].sort());
    if (transfers !== undefined) expect(found.transfers).toBe(transfers);
  });

  it('rows at random: what stays runs when it ran before', async () => {
    const trip = fc.record({
      start: fc.integer({ min: 0, max: 1380 }),
      rides: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 }),
      faults: fc.array(fc.constantFrom('none', 'none', 'none', 'stop', 'time', 'place'), {
        minLength: 7,
        maxLength: 7,
      }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(trip, { minLength: 2, maxLength: 8 }), async (trips) => {
        const rows: string[] = [];
        const expected: string[] = [];
        trips.forEach(({ start, rides, faults }, i) => {
          const stayed: string[] = [];
          let minutes = start;
          [0, ...rides].forEach((ride, k) => {
            minutes += ride;
            const fault = faults[k]!;
            const at = `${clock(60 * minutes)}:00`;
            const stop = 'abcd'[k % 4]!;
            const time = fault === 'time' ? '7:77:00' : at;
            rows.push(`t${i},${time},${time},${fault === 'stop' ? '?' : stop},${fault === 'place' ? 'x' : k + 1}`);
            if (fault === 'none') stayed.push(`${stop} ${clock(60 * minutes)}`);
          });
          if (stayed.length > 1) expected.push(`${stayed.join(', ')} (31 days)`);
        });
        // One trip without a fault, so that the timetable has one.
        const { runs } = await read({
          'trips.txt': ([header]) => [header!, '1,daily,u', ...trips.map((_, i) => `1,daily,t${i}`)],
          'stop_times.txt': (all) => [all[0]!, ...all.filter((row) => row.startsWith('u,')), ...rows],
          'frequencies.txt': ([header]) => [header!],
        });
        expect(runs).toEqual([U, ...expected].sort());
      }),
      { numRuns: 60, seed: 20261127 },
    );
  });
});
