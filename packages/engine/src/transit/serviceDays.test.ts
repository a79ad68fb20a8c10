import { SeededRandom } from '@hinterland/geo';
import { describe, expect, it } from 'vitest';
import { type DrawnTrip, drawnTimetable } from '../testing/drawnTimetable.ts';
import { type DayKind, typicalDay } from './serviceDays.ts';

/** 2024-01-01, a Monday. */
const MONDAY = 19_723;
const stop = { edge: 0, positionMillimeters: 0, accessMillimeters: 0 };
const trip = (days: readonly number[]): DrawnTrip => ({ stops: [0, 1], arrivals: [0, 60], departures: [0, 60], days });
const span = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => MONDAY + first + i);

/** Typical weekday, Saturday and Sunday as days since the Monday. */
function days(trips: readonly (readonly number[])[]) {
  const timetable = drawnTimetable({ stops: [stop, stop], trips: trips.map(trip) });
  return (['weekday', 'saturday', 'sunday'] as const).map((kind) => {
    const day = typicalDay(timetable, kind);
    return day === null ? null : day - MONDAY;
  });
}

describe('a day that stands for its kind', () => {
  it.each<[string, number[][], (number | null)[]]>([
    ['a year from a Monday', [span(0, 365)], [1, 5, 6]],
    ['a year from a Sunday', [span(-1, 365)], [0, 5, 6]],
    ['a year from a Saturday', [span(-2, 365)], [0, 5, -1]],
    ['a week', [span(0, 6)], [1, 5, 6]],
    ['a week and a Monday', [span(0, 7)], [1, 5, 6]],
    ['two weeks that end on a Saturday', [span(0, 12)], [1, 5, 6]],
    ['two weeks from a Sunday to a Sunday', [span(-1, 13)], [0, 5, 6]],
    ['from a Saturday to a Sunday', [span(5, 13)], [7, 12, 6]],
    ['Monday to Friday', [span(0, 4)], [1, null, null]],
    ['one day, which is all that there is', [span(0, 0)], [0, null, null]],
    ['two days, neither with both neighbors', [span(0, 1)], [0, null, null]],
    ['a weekend alone', [span(5, 6)], [null, 5, 6]],
    ['most trips on the first day', [span(0, 13), span(0, 0)], [1, 5, 6]],
    ['most trips on the last day', [span(0, 11), span(11, 11)], [1, 5, 6]],
    ['most trips in the second week', [span(0, 13), span(8, 8)], [8, 5, 6]],
    ['a holiday on the second day', [[...span(0, 0), ...span(2, 13)]], [2, 5, 6]],
    ['weekdays alone, three weeks', [[...span(0, 4), ...span(7, 11), ...span(14, 18)]], [1, null, null]],
    ['Saturdays alone', [[MONDAY + 5, MONDAY + 12, MONDAY + 19]], [null, 12, null]],
    ['Sundays alone, two', [[MONDAY + 6, MONDAY + 13]], [null, null, 6]],
    ['a Friday and a Saturday', [span(4, 5)], [4, 5, null]],
    ['from a Thursday to a Tuesday', [span(3, 8)], [4, 5, 6]],
    ['from a Friday to a Monday, which are both at the edge', [span(4, 7)], [4, 5, 6]],
    ['from a Saturday to a Wednesday', [span(5, 9)], [7, 5, 6]],
    ['a Sunday and the week after it to its Saturday', [span(6, 12)], [7, 12, 6]],
    ['from a Monday to a Sunday, a week later', [span(7, 13)], [8, 12, 13]],
    ['a season that begins on a Wednesday', [span(2, 30)], [3, 5, 6]],
    ['Mondays alone, two', [[MONDAY, MONDAY + 7]], [0, null, null]],
    ['Mondays alone, three', [[MONDAY, MONDAY + 7, MONDAY + 14]], [7, null, null]],
    ['nights of Fridays alone', [[MONDAY + 4, MONDAY + 11, MONDAY + 18]], [11, null, null]],
    [
      'Saturdays, and one Sunday after them',
      [[5, 12, 19, 26, 33].map((day) => MONDAY + day), [MONDAY + 34]],
      [null, 12, 34],
    ],
    [
      'a holiday with the trips of a Sunday',
      [[...span(0, 1), ...span(3, 4)], [2, 6, 13].map((day) => MONDAY + day)],
      [1, null, 6],
    ],
    ['most trips on the first and the last day', [span(0, 13), span(0, 0), span(13, 13)], [1, 5, 6]],
    ['most trips on the first Saturday, which is the first day', [span(-2, 13), span(-2, -2)], [0, 5, -1]],
    ['most trips on the last Saturday but one day', [span(0, 13), span(12, 12)], [1, 12, 6]],
    ['three times as many trips on a Tuesday', [span(0, 13), span(8, 8), span(8, 8)], [8, 5, 6]],
    ['three times as many trips on the Tuesday that is the last day', [span(0, 8), span(8, 8), span(8, 8)], [1, 5, 6]],
    ['trips of school days from the second week on', [span(0, 13), span(7, 11)], [7, 5, 6]],
    ['two timetables one after the other', [span(0, 6), span(7, 13)], [1, 5, 6]],
    ['two timetables with a week in common', [span(0, 13), span(7, 20)], [7, 12, 13]],
    ['a week without service in between', [[...span(0, 6), ...span(14, 20)]], [1, 5, 6]],
    ['nothing on Sundays', [span(0, 20).filter((day) => (day - MONDAY) % 7 !== 6)], [1, 5, null]],
  ])('%s', (_, trips, expected) => {
    expect(days(trips)).toEqual(expected);
  });

  it('has both neighbors in every calendar that it lies in', () => {
    const drawn = drawnTimetable({
      zones: ['UTC', 'UTC'],
      stops: [stop, stop],
      trips: [trip(span(0, 60)), { ...trip(span(0, 60)), feed: 1 }],
    });
    // The second calendar begins a week later.
    const firstDay = Int32Array.of(MONDAY, MONDAY + 7);
    const timetable = { ...drawn, feeds: { ...drawn.feeds, firstDay, days: Uint32Array.of(61, 54) } };
    expect(typicalDay(timetable, 'weekday')! - MONDAY).toBe(8);
  });

  it('is what a search through all days finds', () => {
    const kinds: readonly DayKind[] = ['weekday', 'weekday', 'weekday', 'weekday', 'weekday', 'saturday', 'sunday'];
    for (let seed = 1; seed <= 200; seed++) {
      const random = new SeededRandom(seed);
      const first = random.int(7);
      const trips = Array.from({ length: 3 }, () =>
        span(first, first + random.int(20)).filter(() => random.int(4) > 0),
      );
      const all = trips.flat();
      if (trips.some((own) => own.length === 0)) continue;
      const [from, to] = [Math.min(...all), Math.max(...all)];
      const timetable = drawnTimetable({ stops: [stop, stop], trips: trips.map(trip) });
      for (const kind of ['weekday', 'saturday', 'sunday'] as const) {
        const candidates = [...new Set(all)]
          .filter((day) => kinds[(((day - MONDAY) % 7) + 7) % 7] === kind)
          .map((day) => ({ day, inside: from < day && day < to, count: all.filter((other) => other === day).length }))
          .sort((a, b) => Number(b.inside) - Number(a.inside) || b.count - a.count || a.day - b.day);
        expect(typicalDay(timetable, kind), `seed ${seed}, ${kind}`).toBe(candidates[0]?.day ?? null);
      }
    }
  });
});
