import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Report } from '../report/report.ts';
import { testFolder } from '../testing/folder.ts';
import { readTimetable } from './testing/readTimetable.ts';

const folder = await testFolder();

/** A feed of whole numbers, each of them marked by #: ids, codes, dates, sequences, seconds. */
const FEED = {
  'agency.txt': 'agency_id,agency_name,agency_timezone\n#7,Lines,Europe/Rome\n',
  'stops.txt':
    'stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station\n#10,Station,45,9,#1,\n#1,A,45,9,#0,#10\n#2,B,45,9.01,,\n#3,C,45,9.04,#0,\n',
  'routes.txt': 'route_id,agency_id,route_short_name,route_type\n#4,#7,4,#3\n',
  'trips.txt': 'route_id,service_id,trip_id\n#4,#5,#6\n',
  'stop_times.txt':
    'trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type,drop_off_type,shape_dist_traveled\n#6,7:00:00,7:00:00,#1,#1,#1,#0,#0\n#6,,,#2,#2,,#1,#500\n#6,7:40:00,7:40:00,#3,#3,#0,#0,#2000\n',
  'calendar.txt':
    'service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n#5,#1,#1,#1,#1,#1,#0,#0,#20240101,#20240114\n',
  'calendar_dates.txt': 'service_id,date,exception_type\n#5,#20240105,#2\n#5,#20240106,#1\n',
  'frequencies.txt': 'trip_id,start_time,end_time,headway_secs\n#6,7:00:00,8:00:00,#900\n',
  'transfers.txt': 'from_stop_id,to_stop_id,transfer_type,min_transfer_time\n#1,#2,#2,#120\n#10,#3,#1,\n',
};

let feeds = 0;

/** Reads the feed with its whole numbers as `written` has them, by file and column of text. */
async function read(written: (number: string, file: string, at: number) => string) {
  const path = join(folder.path, `decimals-${feeds++}`);
  await mkdir(path);
  for (const [name, text] of Object.entries(FEED)) {
    let at = 0;
    await writeFile(
      join(path, name),
      text.replace(/#(\d+)/g, (_, number: string) => written(number, name, at++)),
    );
  }
  const report = new Report('Test');
  const timetable = await readTimetable({ id: 'x', path }, report);
  return { timetable, report: report.toJson() };
}

describe('whole numbers of a timetable', () => {
  it.each<[string, (number: string, file: string, at: number) => string]>([
    ['decimals of pandas everywhere', (number) => `${number}.0`],
    ['two decimals', (number) => `${number}.00`],
    ['decimal commas of a spreadsheet', (number) => `"${number},0"`],
    ['Arabic digits', (number) => number.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]!)],
    ['decimals in every second cell', (number, _, at) => (at % 2 === 0 ? `${number}.0` : number)],
    [
      'decimals in references alone',
      (number, file) => (/stop_times|trips|transfers/.test(file) ? `${number}.0` : number),
    ],
    [
      'decimals in definitions alone',
      (number, file) => (/stops|routes|calendar.txt/.test(file) ? `${number}.0` : number),
    ],
  ])('are the same with %s', async (name, written) => {
    const plain = await read((number) => number);
    const { timetable } = await read(written);
    const ofStops = ({ stops }: typeof timetable) => stops.map(({ name: of, lng, lat }) => [of, lng, lat]);
    // Ids are texts: digits of another script are others in all files alike.
    expect(ofStops(timetable)).toEqual(ofStops(plain.timetable));
    expect(timetable.routes).toEqual(plain.timetable.routes);
    expect(timetable.services).toEqual(plain.timetable.services);
    expect(timetable.trips).toEqual(plain.timetable.trips);
    expect([name, timetable.calls]).toEqual([name, plain.timetable.calls]);
    expect(timetable.transfers).toEqual(plain.timetable.transfers);
  });

  it('that are none are counted and warned of', async () => {
    const { timetable, report } = await read((number, file, at) =>
      file === 'stop_times.txt' && at === 3 ? 'x' : number,
    );
    expect(Array.from(timetable.calls.rule.subarray(0, 3))).toEqual([0, 2, 0]);
    const changes = report.subjects.flatMap((subject) =>
      subject.changes.map(({ reason, count }) => `${reason}: ${count}`),
    );
    expect(changes).toContain('a pickup_type that is none, taken as 0: 1');
    expect(report.warnings).toContain(
      'Timetable x: cells of pickup_type hold no number of GTFS and were taken as 0; the first is in stop_times.txt, line 2.',
    );
  });
});
