import { haversineMeters } from '@hinterland/geo';
import type { Timetable } from '@hinterland/importers';
import { describe, expect, it } from 'vitest';
import { DAY_KINDS } from '../plan/lines.ts';
import { demo } from '../testing/demo.ts';
import { daysOf } from './days.ts';

const timetables: Timetable[] = [];
for await (const timetable of demo.transit!.timetables()) timetables.push(timetable);
const { stops, routes, trips, calls, services } = timetables[0]!;

/** Calls of the trips of a route on a kind of day, as [stop, seconds]. */
function tripsOf(route: string, service: number): (readonly [stop: number, seconds: number])[][] {
  const numbers = routes.flatMap(({ name, longName }, i) => (name === route || longName === route ? [i] : []));
  return Array.from(trips.route.keys())
    .filter((trip) => numbers.includes(trips.route[trip]!) && trips.service[trip] === service)
    .map((trip) =>
      Array.from({ length: trips.firstCall[trip + 1]! - trips.firstCall[trip]! }, (_, i) => {
        const call = trips.firstCall[trip]! + i;
        return [calls.stop[call]!, calls.departureSeconds[call]!] as const;
      }),
    );
}

const [WEEKDAY, SATURDAY, SUNDAY] = [0, 1, 2];

describe('the timetable of the demo', () => {
  it('has eight lines on roads and two ferries', () => {
    expect(timetables).toHaveLength(1);
    expect(routes.map(({ name }) => name)).toEqual(['T1', '2', '3', '4', '5', '10', '20', '30', 'F', 'F']);
    expect(routes.map(({ type }) => type)).toEqual([0, 3, 3, 3, 3, 3, 3, 3, 4, 4]);
  });

  it('runs trams every 8, 10 and 15 minutes, both ways, from 5, 6 and 7 on', () => {
    // (23:30 - 5:00) / 8 is 138.75, (25:00 - 6:00) / 10 is 114, (22:00 - 7:00) / 15 is 60.
    const counts = [WEEKDAY, SATURDAY, SUNDAY].map((service) => tripsOf('T1', service).length);
    expect(counts).toEqual([2 * 139, 2 * 115, 2 * 61]);
    const starts = tripsOf('T1', WEEKDAY).map((trip) => trip[0]![1] / 60);
    expect(starts.slice(0, 4)).toEqual([300, 300, 308, 308]);
    const [there, back] = tripsOf('T1', WEEKDAY);
    expect(there!.map(([stop]) => stop)).toEqual(back!.map(([stop]) => stop).toReversed());
    expect(Math.max(...tripsOf('T1', SATURDAY).map((trip) => trip.at(-1)![1]))).toBeGreaterThan(25 * 3600);
  });

  it('crosses the water in 12 and in 35 minutes', () => {
    for (const [name, minutes] of [
      ['Harbour Ferry', 12],
      ['Ōtamea – Vaimoana', 35],
    ] as const) {
      const boats = tripsOf(name, SUNDAY);
      expect(boats.length).toBeGreaterThan(10);
      for (const boat of boats) expect(boat[1]![1] - boat[0]![1]).toBe(60 * minutes);
    }
  });

  it('drives as fast as the plan says, on the straight way between stops', () => {
    for (const [line, kmh] of [
      ['T1', 20],
      ['5', 22],
      ['30', 40],
    ] as const) {
      const trip = tripsOf(line, WEEKDAY)[0]!;
      expect(trip.length).toBeGreaterThan(5);
      for (let i = 1; i < trip.length; i++) {
        const [from, to] = [stops[trip[i - 1]![0]]!, stops[trip[i]![0]]!];
        const seconds = (haversineMeters(from.lng, from.lat, to.lng, to.lat) * 3.6) / kmh;
        expect(trip[i]![1] - trip[i - 1]![1]).toBeGreaterThan(seconds - 5);
        expect(trip[i]![1] - trip[i - 1]![1]).toBeLessThan(seconds + 15);
      }
    }
  });

  it('runs on each day of its half year as on one kind of day; holidays are like Sundays', () => {
    const days = DAY_KINDS.flatMap(daysOf);
    expect(days.length).toBe(31 + 30 + 31 + 31 + 28 + 31);
    expect(new Set(days).size).toBe(days.length);
    const day = (date: string) => Date.parse(date) / 86_400_000;
    expect(services[WEEKDAY]).toContain(day('2026-10-05'));
    expect(services[SATURDAY]).toContain(day('2026-10-10'));
    expect(services[SUNDAY]).toContain(day('2026-10-11'));
    for (const holiday of ['2026-12-25', '2026-12-26', '2027-01-01', '2027-02-05']) {
      expect(services[SUNDAY]).toContain(day(holiday));
    }
  });

  it('names stops after the streets that meet there', () => {
    expect(stops.length).toBeGreaterThan(80);
    expect(stops.map(({ name }) => name)).toContain('Harbour Ferry, west');
    expect(stops.filter(({ name }) => name.includes(' / ')).length).toBeGreaterThan(stops.length / 2);
  });
});
