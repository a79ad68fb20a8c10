import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Report } from '../report/report.ts';
import { readTimetable } from './testing/readTimetable.ts';

const FAULTS = resolve(import.meta.dirname, '../../../../../shared/data/gtfs-faults');

interface Expected {
  /** The sentence with which it is refused. */
  readonly refused?: RegExp;
  /** A line of the report: subject, reason and place. */
  readonly mended?: readonly [subject: string, reason: string, places: readonly string[]];
}

/** Every timetable with a fault, and what becomes of it. */
const EXPECTED: Readonly<Record<string, Expected>> = {
  bad_date_format: { refused: /calendar\.txt, line 2, start_date: "2007\.01\.01" is no date\. Correct it/ },
  'bad_eol.zip': {},
  bad_utf8: { refused: /agency\.txt: Line 1 is not written in utf-8\. Give its encoding in the recipe/ },
  contains_null: { refused: /stops\.txt: Line \d+ holds a NUL character/ },
  duplicate_schedule_id: {
    mended: ['services', 'a service_id that stands above already', ['calendar.txt, line 4']],
  },
  // Two stops 30 cm apart, each with an id of its own, are two stops with a short walk between them.
  duplicate_stop: {},
  duplicate_stop_sequence: {
    mended: ['stop times', 'a stop_sequence that its trip has already', ['stop_times.txt, line 4']],
  },
  empty_file: { refused: /agency\.txt: The file is empty/ },
  extra_row_cells: {
    mended: ['rows', 'empty cells beyond the header, left out', ['routes.txt, line 4']],
  },
  missing_calendar: { refused: /missing_calendar holds neither calendar\.txt nor calendar_dates\.txt/ },
  missing_column: { refused: /agency\.txt, line 1: there is no column "agency_name"/ },
  missing_departure_time: {
    mended: ['stop times', 'one of two times left open, taken from the other', ['stop_times.txt, line 3']],
  },
  missing_endpoint_times: {
    mended: ['trips', 'no time at its first or last stop', ['stop_times.txt, line 16', 'stop_times.txt, line 21']],
  },
  missing_stops: { refused: /missing_stops holds no stops\.txt/ },
  missing_trips: { refused: /missing_trips holds no trips\.txt/ },
  negative_stop_sequence: {
    mended: ['stop times', 'a stop_sequence that is no whole number from 0', ['stop_times.txt, line 9']],
  },
  only_calendar_dates: {},
  undefined_stop: {
    mended: [
      'stop times',
      'a stop_id that stops.txt does not have or has without coordinates',
      ['stop_times.txt, line 11'],
    ],
  },
  'unknown_format.zip': { refused: /unknown_format\.zip is no readable zip archive/ },
  utf16: {},
};

describe.skipIf(!existsSync(FAULTS))('timetables with one fault each (needs ../shared/data)', () => {
  it('are all in the list', () => {
    const others = readdirSync(FAULTS).filter((name) => name !== 'good_feed');
    expect(Object.keys(EXPECTED).sort()).toEqual(others.sort());
  });

  it('the good one: 8 trips, and 136 of frequencies by hand', async () => {
    const report = new Report('Test');
    const { trips, stops, transfers } = await readTimetable({ id: 'x', path: join(FAULTS, 'good_feed') }, report);
    // STBA every 30 minutes from 6 to 22: 32. CITY1 and CITY2: 4 + 12 + 12 + 18 + 6 each.
    expect(trips.service).toHaveLength(8 + 32 + 2 * 52);
    expect(stops).toHaveLength(10);
    expect(transfers.map(({ leastSeconds }) => leastSeconds)).toEqual([null, 1200]);
    expect(report.toJson().facts).toMatchObject({
      'timetable x: first day': '2007-01-01',
      'timetable x: last day': '2025-12-31',
    });
  });

  it.each(Object.entries(EXPECTED))('%s', async (name, { refused, mended }) => {
    const report = new Report('Test');
    const reading = readTimetable({ id: 'x', path: join(FAULTS, name) }, report);
    if (refused !== undefined) return expect(reading).rejects.toThrow(refused);
    expect((await reading).trips.service.length).toBeGreaterThan(0);
    if (mended === undefined) return;
    const [subject, reason, places] = mended;
    const { drops, changes } = report.toJson().subjects.find((one) => one.name === `timetable x: ${subject}`)!;
    expect([...drops, ...changes].find((line) => line.reason === reason)?.references).toEqual(places);
  });
});
