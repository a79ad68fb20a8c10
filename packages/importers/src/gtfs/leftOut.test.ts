import { describe, expect, it } from 'vitest';
import { Report } from '../report/report.ts';
import { testFolder } from '../testing/folder.ts';
import { zipOf } from '../testing/zip.ts';
import { allTimetables } from './testing/readTimetable.ts';

const folder = await testFolder();
let written = 0;

const HEADER = 'trip_id,arrival_time,departure_time,stop_id,stop_sequence';
const FREQUENCIES = 'trip_id,start_time,end_time,headway_secs';

/** A timetable of the stops a to e, a quarter of a degree apart from west to east, whose trips run every day of January 2024. */
function line({
  trips = ['t'],
  stopTimes,
  frequencies,
  columns = HEADER,
  zone = 'Europe/Rome',
}: {
  trips?: readonly string[];
  stopTimes: readonly string[];
  frequencies?: readonly string[] | undefined;
  columns?: string;
  zone?: string;
}): Record<string, string> {
  const table = (header: string, rows: readonly string[]) => `${[header, ...rows].join('\n')}\n`;
  return {
    'agency.txt': table('agency_id,agency_name,agency_timezone', [`X,Lines,${zone}`]),
    'stops.txt': table(
      'stop_id,stop_name,stop_lat,stop_lon',
      ['a', 'b', 'c', 'd', 'e'].map((id, i) => `${id},${id},45,${9 + i / 4}`),
    ),
    'routes.txt': table('route_id,route_type', ['1,3']),
    'trips.txt': table(
      'route_id,service_id,trip_id',
      trips.map((trip) => `1,daily,${trip}`),
    ),
    'calendar.txt': table('service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date', [
      'daily,1,1,1,1,1,1,1,20240101,20240131',
    ]),
    'stop_times.txt': table(columns, stopTimes),
    ...(frequencies === undefined ? {} : { 'frequencies.txt': table(FREQUENCIES, frequencies) }),
  };
}

/** Trips of all timetables as "a 7:00, b 7:10"; the report of reading them. */
async function read(files: Record<string, string>) {
  const path = await folder.write(`feed-${written++}.zip`, zipOf(files));
  const report = new Report('Test');
  const timetables = await allTimetables({ id: 'x', path }, report);
  const clock = (seconds: number) => `${Math.floor(seconds / 3600)}:${String((seconds % 3600) / 60).padStart(2, '0')}`;
  const runs = timetables.flatMap(({ trips: { firstCall }, calls, stops }) =>
    Array.from({ length: firstCall.length - 1 }, (_, trip) =>
      Array.from({ length: firstCall[trip + 1]! - firstCall[trip]! }, (__, i) => {
        const call = firstCall[trip]! + i;
        return `${stops[calls.stop[call]!]!.id} ${clock(calls.departureSeconds[call]!)}`;
      }).join(', '),
    ),
  );
  return { runs, timetables, warnings: report.toJson().warnings, subjects: report.toJson().subjects };
}

const FOUR = ['t,7:00:00,7:00:00,a,1', 't,7:10:00,7:10:00,b,2', 't,7:20:00,7:20:00,c,3', 't,7:40:00,7:40:00,d,4'];
const without = (place: number, ...rows: string[]) => [...FOUR.slice(0, place - 1), ...rows, ...FOUR.slice(place)];
const OTHER = ['u,9:00:00,9:00:00,a,1', 'u,9:05:00,9:05:00,b,2'];
const OTHER_RUNS = 'a 9:00, b 9:05';

describe('a row that is left out makes no trip run at another time', () => {
  it.each<[string, string[], string[] | undefined, string[]]>([
    // A row without a known stop keeps its place in time.
    ['unknown stop in the middle', without(2, 't,7:10:00,7:10:00,?,2'), undefined, ['a 7:00, c 7:20, d 7:40']],
    ['unknown first stop', without(1, 't,7:00:00,7:00:00,?,1'), undefined, ['b 7:10, c 7:20, d 7:40']],
    ['unknown last stop', without(4, 't,7:40:00,7:40:00,?,4'), undefined, ['a 7:00, b 7:10, c 7:20']],
    ['a time that is none', without(3, 't,7:80:00,7:80:00,c,3'), undefined, ['a 7:00, b 7:10, d 7:40']],
    ['a place that is none', without(2, 't,7:10:00,7:10:00,b,two'), undefined, ['a 7:00, c 7:20, d 7:40']],
    ['the same place twice', [...FOUR, 't,7:15:00,7:15:00,e,2'], undefined, ['a 7:00, b 7:10, c 7:20, d 7:40']],
    [
      'an unknown stop at a place where a known one stands, too',
      [...FOUR, 't,7:15:00,7:15:00,?,2'],
      undefined,
      ['a 7:00, b 7:10, c 7:20, d 7:40'],
    ],
    [
      'a known stop behind an unknown one at the same place',
      without(2, 't,7:15:00,7:15:00,?,2', FOUR[1]!),
      undefined,
      ['a 7:00, b 7:10, c 7:20, d 7:40'],
    ],
    // Open times lie between the times of the rows around them, also of those that are left out.
    [
      'an open time before an unknown stop',
      ['t,7:00:00,7:00:00,a,1', 't,,,b,2', 't,7:04:00,7:04:00,?,3', 't,8:00:00,8:00:00,d,4'],
      undefined,
      ['a 7:00, b 7:02, d 8:00'],
    ],
    [
      'an open time behind an unknown stop',
      ['t,7:00:00,7:00:00,a,1', 't,7:30:00,7:30:00,?,2', 't,,,c,3', 't,7:34:00,7:34:00,d,4'],
      undefined,
      ['a 7:00, c 7:32, d 7:34'],
    ],
    [
      'an unknown stop with an open time between open ones',
      ['t,7:00:00,7:00:00,a,1', 't,,,b,2', 't,,,?,3', 't,,,c,4', 't,7:30:00,7:30:00,d,5'],
      undefined,
      ['a 7:00, b 7:10, c 7:20, d 7:30'],
    ],
    [
      'an unknown stop whose time fits nowhere',
      ['t,7:00:00,7:00:00,a,1', 't,,,b,2', 't,6:00:00,6:00:00,?,3', 't,7:20:00,7:20:00,c,4'],
      undefined,
      ['a 7:00, b 7:10, c 7:20'],
    ],
    [
      'an unknown stop that is later than the next one',
      ['t,7:00:00,7:00:00,a,1', 't,,,b,2', 't,9:00:00,9:00:00,?,3', 't,7:20:00,7:20:00,c,4'],
      undefined,
      ['a 7:00, b 7:10, c 7:20'],
    ],
    [
      'unknown stops at both ends of open times',
      ['t,7:00:00,7:00:00,?,1', 't,,,b,2', 't,,,c,3', 't,7:30:00,7:30:00,?,4'],
      undefined,
      ['b 7:10, c 7:20'],
    ],
    // Frequencies count from the trip's first stop, whatever becomes of it.
    [
      'a frequency',
      FOUR,
      ['t,10:00:00,10:30:00,1200'],
      ['a 10:00, b 10:10, c 10:20, d 10:40', 'a 10:20, b 10:30, c 10:40, d 11:00'],
    ],
    [
      'a frequency whose first stop is unknown',
      without(1, 't,7:00:00,7:00:00,?,1'),
      ['t,10:00:00,10:30:00,1800'],
      ['b 10:10, c 10:20, d 10:40'],
    ],
    [
      'a frequency whose first two stops are unknown',
      ['t,7:00:00,7:00:00,?,1', 't,7:10:00,7:10:00,!,2', ...FOUR.slice(2)],
      ['t,10:00:00,10:30:00,1800'],
      ['c 10:20, d 10:40'],
    ],
    ['a frequency whose first time is none', without(1, 't,7h,7h,a,1'), ['t,10:00:00,10:30:00,1800'], []],
    ['a frequency whose first time is open', without(1, 't,,,a,1'), ['t,10:00:00,10:30:00,1800'], []],
    ['a frequency with an unknown first stop without a time', without(1, 't,,,?,1'), ['t,10:00:00,10:30:00,1800'], []],
    ['a frequency with a row at no known place', without(2, 't,7:10:00,7:10:00,b,-'), ['t,10:00:00,10:30:00,1800'], []],
    [
      'a frequency with an unknown stop in its middle',
      without(2, 't,7:10:00,7:10:00,?,2'),
      ['t,10:00:00,10:30:00,1800'],
      ['a 10:00, c 10:20, d 10:40'],
    ],
    [
      'a frequency with a time in its middle that is none',
      without(2, 't,25,25,b,2'),
      ['t,10:00:00,10:30:00,1800'],
      ['a 10:00, c 10:20, d 10:40'],
    ],
    // A trip of frequencies.txt has no times of day of its own.
    [
      'a frequency over midnight',
      FOUR,
      ['t,23:00:00,00:20:00,3600'],
      ['a 23:00, b 23:10, c 23:20, d 23:40', 'a 24:00, b 24:10, c 24:20, d 24:40'],
    ],
    ['a frequency past 24:00 that ends before it begins', FOUR, ['t,25:00:00,24:00:00,600'], []],
    ['a frequency that ends where it begins', FOUR, ['t,10:00:00,10:00:00,600'], []],
    ['a headway of 0', FOUR, ['t,10:00:00,11:00:00,0'], []],
    ['no headway', FOUR, ['t,10:00:00,11:00:00,'], []],
    ['a negative headway', FOUR, ['t,10:00:00,11:00:00,-600'], []],
    ['a headway in words', FOUR, ['t,10:00:00,11:00:00,ten minutes'], []],
    ['a start that is none', FOUR, ['t,ten,11:00:00,600'], []],
    ['an end that is none', FOUR, ['t,10:00:00,late,600'], []],
    ['no start and no end', FOUR, ['t,,,600'], []],
    ['two rows that are both left out', FOUR, ['t,30:00:00,29:00:00,600', 't,12:00:00,13:00:00,0'], []],
    [
      'one row of two that is left out',
      FOUR,
      ['t,22:00:00,22:00:00,600', 't,12:00:00,12:10:00,600'],
      ['a 12:00, b 12:10, c 12:20, d 12:40'],
    ],
    ['a frequency past 24:00', FOUR, ['t,24:00:00,24:10:00,600'], ['a 24:00, b 24:10, c 24:20, d 24:40']],
    // Frequencies of another trip, or of none, say nothing about this one.
    ['a frequency of an unknown trip', FOUR, ['v,22:00:00,23:00:00,600'], ['a 7:00, b 7:10, c 7:20, d 7:40']],
    ['no frequency', FOUR, [], ['a 7:00, b 7:10, c 7:20, d 7:40']],
  ])('%s', async (_, stopTimes, frequencies, expected) => {
    const { runs } = await read(line({ trips: ['t', 'u'], stopTimes: [...stopTimes, ...OTHER], frequencies }));
    expect(runs).toEqual([...expected, OTHER_RUNS]);
  });

  it('along a shape, where an unknown stop has its place, too', async () => {
    const { runs } = await read(
      line({
        columns: `${HEADER},shape_dist_traveled`,
        stopTimes: [
          't,7:00:00,7:00:00,a,1,0',
          't,,,b,2,1',
          't,7:30:00,7:30:00,?,3,3',
          't,,,c,4,4',
          't,8:30:00,8:30:00,d,5,6',
        ],
      }),
    );
    expect(runs).toEqual(['a 7:00, b 7:10, c 7:50, d 8:30']);
  });
});

describe('rows that are left out are warned of', () => {
  it('with their counts, where an answer may miss them', async () => {
    const { warnings } = await read(
      line({
        trips: ['t', 'u'],
        stopTimes: [...without(2, 't,7:10:00,7:10:00,?,2'), ...OTHER],
        frequencies: ['u,1:00:00,2:00:00,x'],
      }),
    );
    expect(warnings).toEqual([
      'Timetable x: 1 frequencies, 1 stop times, 1 trips are left out, so rides or changes may be missing. report.txt names the rows and says why.',
    ]);
  });

  it('but not of stops at which no trip stops', async () => {
    const { warnings, subjects } = await read(line({ stopTimes: FOUR }));
    expect(warnings).toEqual([]);
    expect(subjects.find(({ name }) => name === 'timetable x: stops')).toMatchObject({ kept: 4, dropped: 1 });
  });
});

describe('an archive with several folders', () => {
  const bus = line({ stopTimes: FOUR });
  const rail = line({ stopTimes: ['t,8:00:00,8:00:00,a,1', 't,8:10:00,8:10:00,e,2'], zone: 'Europe/Paris' });
  const inFolder = (name: string, files: Record<string, string>) =>
    Object.fromEntries(Object.entries(files).map(([file, text]) => [`${name}/${file}`, text]));
  const [BUS, RAIL] = ['a 7:00, b 7:10, c 7:20, d 7:40', 'a 8:00, e 8:10'];

  it.each<[string, Record<string, string>, string[], string[], RegExp[]]>([
    ['one at the top', bus, [BUS], ['x'], []],
    ['one in a folder', inFolder('bus', bus), [BUS], ['x'], []],
    ['one three folders down', inFolder('a/b/c', bus), [BUS], ['x'], []],
    ['one with another file beside its folder', { ...inFolder('bus', bus), 'read me.txt': 'x' }, [BUS], ['x'], []],
    [
      'two in two folders',
      { ...inFolder('bus', bus), ...inFolder('rail', rail) },
      [BUS, RAIL],
      ['x/bus', 'x/rail'],
      [/holds 2 timetables in folders of their own, which are all read: bus, rail\./],
    ],
    [
      'one at the top and one in a folder',
      { ...bus, ...inFolder('rail', rail) },
      [BUS, RAIL],
      ['x/its top', 'x/rail'],
      [/which are all read: its top, rail\./],
    ],
    [
      'three',
      { ...inFolder('1', bus), ...inFolder('2', rail), ...inFolder('3/inner', bus) },
      [BUS, RAIL, BUS],
      ['x/1', 'x/2', 'x/3/inner'],
      [/holds 3 timetables/],
    ],
    [
      'a whole one and a part of one',
      { ...inFolder('bus', bus), 'old/stops.txt': rail['stops.txt']!, 'old/trips.txt': rail['trips.txt']! },
      [BUS],
      ['x'],
      [/2 files of .*zip are not read/],
    ],
    ['one with what a Mac adds', { ...bus, ...inFolder('__MACOSX', bus) }, [BUS], ['x'], []],
  ])('%s', async (_, files, runs, ids, warnings) => {
    const found = await read(files);
    expect(found.runs).toEqual(runs);
    expect(found.timetables.map(({ id }) => id)).toEqual(ids);
    expect(found.warnings).toHaveLength(warnings.length);
    for (const [i, warning] of warnings.entries()) expect(found.warnings[i]).toMatch(warning);
  });

  it('keeps the time zone of each', async () => {
    const { timetables } = await read({ ...inFolder('bus', bus), ...inFolder('rail', rail) });
    expect(timetables.map(({ zone }) => zone)).toEqual(['Europe/Rome', 'Europe/Paris']);
  });

  it('is refused by the names of the folders where none holds a whole timetable', async () => {
    const { 'stops.txt': stops, ...rest } = bus;
    await expect(read({ ...inFolder('one', rest), 'two/stops.txt': stops! })).rejects.toThrow(
      /parts of timetables in 2 folders, none of which has all of agency\.txt, .*: one, two\. Put the files of one timetable/,
    );
  });

  it('is refused by the names of the archives in it', async () => {
    await expect(read({ '1/bus.zip': 'x', '2/rail.zip': 'x' })).rejects.toThrow(/holds no agency\.txt/);
  });
});
