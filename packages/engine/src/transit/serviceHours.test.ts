import { describe, expect, it } from 'vitest';
import { drawnTimetable } from '../testing/drawnTimetable.ts';
import { serviceHours } from './serviceHours.ts';

/** 2026-03-02, a Monday. */
const MONDAY = 20_514;
const at = (hours: number, minutes = 0) => hours * 3600 + minutes * 60;
const stop = { edge: 0, positionMillimeters: 0, accessMillimeters: 0 };

/** The hours of a day, as "h:mm-h:mm", with trips given by their first and last time on service days. */
function hours(trips: readonly (readonly [from: number, to: number, ...days: number[]])[], day = MONDAY, zone = 'UTC') {
  const timetable = drawnTimetable({
    zones: [zone],
    stops: [stop, stop],
    trips: trips.map(([from, to, ...days]) => ({ stops: [0, 1], arrivals: [from, to], departures: [from, to], days })),
  });
  const clock = (minute: number) => `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`;
  return serviceHours(timetable, day).map(({ fromMinute, toMinute }) => `${clock(fromMinute)}-${clock(toMinute)}`);
}

describe('hours with trips', () => {
  it('run from the first departure to the minute of the last arrival; pauses of less than an hour belong to them', () => {
    const morning = [at(7), at(7, 20), MONDAY] as const;
    expect(hours([morning])).toEqual(['7:00-7:21']);
    expect(hours([morning, [at(8, 20), at(8, 40), MONDAY]])).toEqual(['7:00-8:41']);
    expect(hours([morning, [at(8, 21), at(8, 40), MONDAY]])).toEqual(['7:00-7:21', '8:21-8:41']);
    expect(hours([morning, [at(7, 10), at(7, 15), MONDAY], [at(7, 20) + 59, at(9), MONDAY]])).toEqual(['7:00-9:01']);
  });

  it('are those of the day alone, and of trips from the day before that run past midnight', () => {
    const trips = [
      [at(23), at(25, 30), MONDAY],
      [at(12), at(13), MONDAY + 1],
    ] as const;
    expect(hours(trips)).toEqual(['23:00-24:00']);
    expect(hours(trips, MONDAY + 1)).toEqual(['0:00-1:31', '12:00-13:01']);
    expect(hours(trips, MONDAY + 2)).toEqual([]);
  });

  it('follow the clock on the nights on which it changes', () => {
    // 2026-03-29: clocks in Rome go from 2:00 to 3:00; 4:00 of the service day is 8 hours before noon.
    expect(hours([[at(4), at(5), 20_541]], 20_541, 'Europe/Rome')).toEqual(['4:00-5:01']);
    // 1:00 of the service day is 11 hours before noon, midnight by the clock.
    expect(hours([[at(1), at(1, 30), 20_541]], 20_541, 'Europe/Rome')).toEqual(['0:00-0:31']);
    // 2026-10-25: clocks go back from 3:00 to 2:00; 1:30 of the service day is the first 2:30, and noon less 8 hours is 4:00.
    expect(hours([[at(4), at(5), 20_751]], 20_751, 'Europe/Rome')).toEqual(['4:00-5:01']);
    expect(hours([[at(0), at(0, 30), 20_751]], 20_751, 'Europe/Rome')).toEqual(['1:00-1:31']);
  });
});
