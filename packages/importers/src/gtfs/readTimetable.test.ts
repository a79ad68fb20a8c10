import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TRANSIT_RULE } from '@hinterland/territory';
import { describe, expect, it } from 'vitest';
import type { Timetable } from '../inputs/transit.ts';
import { Report } from '../report/report.ts';
import { testFolder } from '../testing/folder.ts';
import { zipOf } from '../testing/zip.ts';
import { GTFS_LIMITS, type GtfsLimits } from './limits.ts';
import { readTimetable } from './testing/readTimetable.ts';
import { dayOf, isoDay } from './timesAndDates.ts';

const folder = await testFolder();
let drawn = 0;

/** A line from a over b to c on weekdays of January 2024, but for the 5th, and on Saturday the 6th. */
const LINE = {
  'agency.txt': 'agency_id,agency_name,agency_timezone\nX,Lines of X,Europe/Rome\n',
  'stops.txt': 'stop_id,stop_name,stop_lat,stop_lon\na,Alpha,45,9\nb,Beta,45,9.01\nc,Gamma,45,9.04\n',
  'routes.txt': 'route_id,agency_id,route_short_name,route_long_name,route_type\n1,X,1,Alpha - Gamma,3\n',
  'trips.txt': 'route_id,service_id,trip_id\n1,work,t1\n',
  'stop_times.txt':
    'trip_id,arrival_time,departure_time,stop_id,stop_sequence\nt1,7:00:00,7:00:00,a,1\nt1,7:10:00,7:11:00,b,2\nt1,7:40:00,7:40:00,c,3\n',
  'calendar.txt':
    'service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\nwork,1,1,1,1,1,0,0,20240101,20240114\n',
  'calendar_dates.txt': 'service_id,date,exception_type\nwork,20240105,2\nwork,20240106,1\n',
};
type Files = Partial<Record<keyof typeof LINE | 'frequencies.txt' | 'transfers.txt', string | null>>;

/** Writes the line with other files in it; null takes a file away. */
async function timetable(changes: Files = {}): Promise<string> {
  const path = join(folder.path, `feed-${drawn++}`);
  await mkdir(path);
  for (const [name, text] of Object.entries({ ...LINE, ...changes })) {
    if (text !== null) await writeFile(join(path, name), text);
  }
  return path;
}

async function read(changes: Files = {}, limits: Partial<GtfsLimits> = {}) {
  const report = new Report('Test');
  const path = await timetable(changes);
  const timetableRead = await readTimetable({ id: 'x', path }, report, { ...GTFS_LIMITS, ...limits });
  return { timetable: timetableRead, ...repairs(report) };
}

/** Everything that a report says was left out or changed, as "subject: reason: file, line". */
function repairs(report: Report) {
  const { subjects, facts } = report.toJson();
  const lines = subjects.flatMap(({ name, drops, changes }) =>
    [...drops, ...changes].map(
      ({ reason, references }) => `${name.replace('timetable x: ', '')}: ${reason}: ${references.join('; ')}`,
    ),
  );
  const kept = Object.fromEntries(subjects.map(({ name, kept }) => [name.replace('timetable x: ', ''), kept]));
  return { lines, kept, facts };
}

/** Calls of each trip as "a 25200 25200". */
function trips({ trips: { firstCall }, calls, stops }: Timetable): string[][] {
  return Array.from({ length: firstCall.length - 1 }, (_, trip) =>
    Array.from({ length: firstCall[trip + 1]! - firstCall[trip]! }, (_, i) => {
      const call = firstCall[trip]! + i;
      return `${stops[calls.stop[call]!]!.id} ${calls.arrivalSeconds[call]} ${calls.departureSeconds[call]}`;
    }),
  );
}

const stopTimes = (...rows: string[]) =>
  `trip_id,arrival_time,departure_time,stop_id,stop_sequence\n${rows.map((row) => `${row}\n`).join('')}`;

describe('reading a timetable', () => {
  it('gives stops, routes, days and times', async () => {
    const { timetable: line, lines, kept } = await read();
    expect(line.zone).toBe('Europe/Rome');
    expect(line.stops.map(({ name }) => name)).toEqual(['Alpha', 'Beta', 'Gamma']);
    expect(line.routes).toEqual([{ name: '1', longName: 'Alpha - Gamma', agency: 'Lines of X', type: 3 }]);
    expect(line.services.map((days) => days.map((day) => Number(isoDay(day).slice(-2))))).toEqual([
      [1, 2, 3, 4, 6, 8, 9, 10, 11, 12],
    ]);
    expect(trips(line)).toEqual([['a 25200 25200', 'b 25800 25860', 'c 27600 27600']]);
    expect(lines).toEqual([]);
    expect(kept).toEqual({ files: 7, routes: 1, trips: 1, 'stop times': 3, stops: 3 });
  });

  it('reads the same from an archive, also with a folder inside, in any order of rows and with a byte order mark', async () => {
    const [header, ...rows] = LINE['stop_times.txt'].trim().split('\n');
    const files = { ...LINE, 'stop_times.txt': `\uFEFF${[header, ...rows.toReversed()].join('\r\n')}` };
    const nested = Object.fromEntries(Object.entries(files).map(([name, text]) => [`feed/${name}`, text]));
    const path = await folder.write('nested.zip', zipOf({ ...nested, '__MACOSX/feed/stops.txt': 'x' }));
    const other = await readTimetable({ id: 'x', path }, new Report('Test'));
    expect(other).toEqual((await read()).timetable);
  });

  it('takes times past midnight and a calendar of exceptions alone', async () => {
    const { timetable: line } = await read({
      'calendar.txt': null,
      'calendar_dates.txt': 'service_id,date,exception_type\nwork,20241027,1\nwork,20241026,1\n',
      'stop_times.txt': stopTimes('t1,23:50:00,23:50:00,a,1', 't1,26:30:00,26:30:00,c,9'),
    });
    expect(line.services).toEqual([[dayOf('20241026'), dayOf('20241027')]]);
    expect(trips(line)).toEqual([['a 85800 85800', 'c 95400 95400']]);
  });

  it('fills times that are left open along the straight way, or along the shape', async () => {
    // b lies at a quarter of the way from a to c: 40 minutes, 10 of them to b.
    const straight = await read({
      'stop_times.txt': stopTimes('t1,7:00:00,7:00:00,a,1', 't1,,,b,2', 't1,7:40:00,7:40:00,c,3'),
    });
    expect(trips(straight.timetable)).toEqual([['a 25200 25200', 'b 25800 25800', 'c 27600 27600']]);
    const header = 'trip_id,arrival_time,departure_time,stop_id,stop_sequence,shape_dist_traveled';
    const along = await read({
      'stop_times.txt': `${header}\nt1,7:00:00,7:00:00,a,1,0\nt1,,,b,2,3\nt1,7:40:00,7:40:00,c,3,4\n`,
    });
    expect(trips(along.timetable)).toEqual([['a 25200 25200', 'b 27000 27000', 'c 27600 27600']]);
  });

  it('writes frequencies out: the same as the trips themselves', async () => {
    const often = await read({
      'frequencies.txt':
        'trip_id,start_time,end_time,headway_secs\nt1,06:00:00,07:00:00,1200\nt1,07:00:00,07:30:00,1800\n',
    });
    const rows = [6 * 3600, 6 * 3600 + 1200, 6 * 3600 + 2400, 7 * 3600].flatMap((start, i) => {
      const time = (seconds: number) => {
        const at = start + seconds;
        const two = (n: number) => String(Math.floor(n)).padStart(2, '0');
        return `${two(at / 3600)}:${two((at % 3600) / 60)}:${two(at % 60)}`;
      };
      return [
        `w${i},${time(0)},${time(0)},a,1`,
        `w${i},${time(600)},${time(660)},b,2`,
        `w${i},${time(2400)},${time(2400)},c,3`,
      ];
    });
    const written = await read({
      'trips.txt': `route_id,service_id,trip_id\n${[0, 1, 2, 3].map((i) => `1,work,w${i}\n`).join('')}`,
      'stop_times.txt': stopTimes(...rows),
    });
    expect(often.timetable.calls).toEqual(written.timetable.calls);
    expect(often.timetable.trips).toEqual(written.timetable.trips);
  });

  it('keeps rules of boarding, stations, and rules about changing', async () => {
    const { timetable: line, lines } = await read({
      'stops.txt':
        'stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station\nS,Station,45,9,1,\na,Alpha,45,9,0,S\nb,Beta,,,,S\nc,Gamma,45,9.04,,\n',
      'stop_times.txt':
        'trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type,drop_off_type\nt1,7:00:00,7:00:00,a,1,0,1\nt1,7:10:00,7:11:00,b,2,2,3\nt1,7:40:00,7:40:00,c,3,1,0\n',
      'transfers.txt':
        'from_stop_id,to_stop_id,transfer_type,min_transfer_time,from_route_id\nS,c,2,300,\na,c,3,,\na,a,2,60,\na,c,4,,\na,c,2,9,1\nq,c,0,,\n',
    });
    expect([...line.calls.rule]).toEqual([TRANSIT_RULE.noAlighting, 0, TRANSIT_RULE.noBoarding]);
    const [, alpha, beta] = line.stops;
    expect([alpha!.station, beta!.station, beta!.lng]).toEqual(['S', 'S', 9]);
    const rules = new Map(
      line.transfers.map(({ from, to, leastSeconds }) => [
        `${line.stops[from]!.id}${line.stops[to]!.id}`,
        leastSeconds,
      ]),
    );
    expect(Object.fromEntries(rules)).toEqual({ Sc: 300, ac: null, bc: 300, aa: 60 });
    expect(lines).toEqual([
      'stops: without coordinates, put where its station is: stops.txt, line 4',
      'transfers: a stop that stops.txt does not have: transfers.txt, line 7',
      'transfers: about passengers who stay in their seats: transfers.txt, line 5',
      'transfers: about single routes or trips: transfers.txt, line 6',
    ]);
  });
});

describe('rows that cannot be understood are left out by name', () => {
  const trip2 = `${LINE['trips.txt']}1,work,t2\n`;
  const more = (...rows: string[]) => `${LINE['stop_times.txt']}${rows.map((row) => `${row}\n`).join('')}`;
  it.each<[string, Files, string[]]>([
    [
      'a stop without coordinates, and one in the sea at 0, 0',
      {
        'stops.txt': `${LINE['stops.txt']}d,Delta,,\ne,Epsilon,0,0\n`,
        'stop_times.txt': more('t1,8:00:00,8:00:00,d,4'),
      },
      [
        'stop times: a stop_id that stops.txt does not have or has without coordinates: stop_times.txt, line 5',
        'stops: without coordinates on earth: stops.txt, line 5; stops.txt, line 6',
      ],
    ],
    [
      'times that go back',
      { 'trips.txt': trip2, 'stop_times.txt': more('t2,8:00:00,8:00:00,a,1', 't2,7:59:59,8:00:00,b,2') },
      [
        'stop times: of a trip that is left out: stop_times.txt, line 5; stop_times.txt, line 6',
        'trips: times that go back: stop_times.txt, line 6',
      ],
    ],
    [
      'a departure before the arrival',
      { 'trips.txt': trip2, 'stop_times.txt': more('t2,8:00:00,8:00:00,a,1', 't2,8:30:00,8:29:00,b,2') },
      [
        'stop times: of a trip that is left out: stop_times.txt, line 5; stop_times.txt, line 6',
        'trips: times that go back: stop_times.txt, line 6',
      ],
    ],
    [
      'an unknown service, an unknown route and a service without a day',
      {
        'trips.txt': `${LINE['trips.txt']}1,nowhere,t2\n9,work,t3\n1,never,t4\n`,
        'calendar_dates.txt': `${LINE['calendar_dates.txt']}never,20240105,2\n`,
        'stop_times.txt': more('t2,8:00:00,8:00:00,a,1', 't2,8:30:00,8:30:00,b,2'),
      },
      [
        'stop times: of a trip that is left out: stop_times.txt, line 5; stop_times.txt, line 6',
        'trips: a route_id that routes.txt does not have: trips.txt, line 4',
        'trips: a service that runs on no day: trips.txt, line 5',
        'trips: a service_id that the calendar does not have: trips.txt, line 3',
      ],
    ],
    [
      'a time that is none',
      { 'stop_times.txt': more('t1,8:61:00,8:61:00,a,4') },
      ['stop times: a time that is none, such as 07:05:00: stop_times.txt, line 5'],
    ],
    [
      'a headway of nothing, and with it its trip',
      {
        'trips.txt': trip2,
        'stop_times.txt': more('t2,8:00:00,8:00:00,a,1', 't2,8:30:00,8:30:00,b,2'),
        'frequencies.txt': 'trip_id,start_time,end_time,headway_secs\nt2,06:00:00,07:00:00,0\n',
      },
      [
        'frequencies: a headway_secs that is no number of seconds: frequencies.txt, line 2',
        'stop times: of a trip that is left out: stop_times.txt, line 5; stop_times.txt, line 6',
        'trips: all of its frequencies are left out: trips.txt, line 3',
      ],
    ],
  ])('%s', async (_, changes, expected) => {
    const { lines, timetable: line } = await read(changes);
    expect(lines.toSorted()).toEqual(expected);
    expect(trips(line)).toEqual([['a 25200 25200', 'b 25800 25860', 'c 27600 27600']]);
  });
});

describe('a timetable is refused', () => {
  it.each<[string, Files, Partial<GtfsLimits>, RegExp]>([
    ['a missing file', { 'stops.txt': null }, {}, /holds no stops\.txt; it holds agency\.txt, .*complete timetable/],
    [
      'no calendar',
      { 'calendar.txt': null, 'calendar_dates.txt': null },
      {},
      /neither calendar\.txt nor calendar_dates\.txt/,
    ],
    [
      'a wrong zone',
      { 'agency.txt': LINE['agency.txt'].replace('Rome', 'Rom') },
      {},
      /agency\.txt, line 2, agency_timezone: "Europe\/Rom" is no time zone; did you mean "Europe\/Rome"\?/,
    ],
    [
      'two zones',
      { 'agency.txt': `${LINE['agency.txt']}Y,Lines of Y,Europe/Paris\n` },
      {},
      /agency\.txt, line 3, agency_timezone: "Europe\/Paris" is another time zone than "Europe\/Rome"/,
    ],
    [
      'a day that is none',
      { 'calendar.txt': LINE['calendar.txt'].replace('20240114', '20240230') },
      {},
      /calendar\.txt, line 2, end_date: "20240230" is no date/,
    ],
    [
      'a calendar without end',
      { 'calendar.txt': LINE['calendar.txt'].replace('20240114', '29990101') },
      {},
      /calendar\.txt, line 2, end_date: the service reaches over 356\d\d\d days, the most is 40000/,
    ],
    [
      'a weekday that is none',
      { 'calendar.txt': LINE['calendar.txt'].replace('work,1', 'work,yes') },
      {},
      /calendar\.txt, line 2, monday: "yes" is neither 0 nor 1/,
    ],
    [
      'cells beyond the header',
      { 'stops.txt': `${LINE['stops.txt']}d,Delta, north,45,9\n` },
      {},
      /stops\.txt, line 5: the row has 5 cells, the header has 4\. Put a cell that holds a comma in quotation marks/,
    ],
    ['more stop times than allowed', {}, { mostStopTimes: 2 }, /stop_times\.txt, line 4: .* more than 2 stop times/],
    [
      'more stop times than allowed once frequencies are written out',
      { 'frequencies.txt': 'trip_id,start_time,end_time,headway_secs\nt1,06:00:00,30:00:00,1\n' },
      { mostStopTimes: 1000 },
      /frequencies\.txt, line 2: the timetable has more than 1,000 stop times/,
    ],
    ['no trip left', { 'trips.txt': 'route_id,service_id,trip_id\n' }, {}, /has no trip that can be used: 0 trips/],
    [
      'no trip left, with the rows that are why',
      { 'stop_times.txt': stopTimes('t1,7:00:00,7:00:00,a,1.5', 't1,7:10:00,7:10:00,b,2') },
      {},
      /stop times: a stop_sequence that is no whole number from 0 \(1, first stop_times\.txt, line 2\)\. trips: fewer than two/,
    ],
  ])('%s', async (_, changes, limits, message) => {
    await expect(read(changes, limits)).rejects.toThrow(message);
  });

  it('above ten million stop times', () => {
    expect(GTFS_LIMITS.mostStopTimes).toBe(10_000_000);
  });

  it('that unpacks to more than the most bytes, long before all of them are unpacked', async () => {
    const rows = 't1,7:00:00,7:00:00,a,1\n'.repeat(200_000);
    const bomb = zipOf({ ...LINE, 'stop_times.txt': stopTimes().concat(rows) });
    expect(bomb.length).toBeLessThan(50_000);
    const path = await folder.write('bomb.zip', bomb);
    const reading = readTimetable({ id: 'x', path }, new Report('Test'), { ...GTFS_LIMITS, mostBytes: 100_000 });
    await expect(reading).rejects.toThrow(/bomb\.zip \(stop_times\.txt\): the files .* more than 100000 bytes/);
  });

  it.each([
    ['nowhere.zip', /nowhere\.zip is not there\. Give the timetable as its publisher packs it/],
    ['plain.txt', /plain\.txt is neither a folder nor a \.zip archive/],
    ['broken.zip', /broken\.zip is no readable zip archive/],
  ])('%s', async (name, message) => {
    const path = name === 'nowhere.zip' ? join(folder.path, name) : await folder.write(name, 'not a zip');
    await expect(readTimetable({ id: 'x', path }, new Report('Test'))).rejects.toThrow(message);
  });
});
