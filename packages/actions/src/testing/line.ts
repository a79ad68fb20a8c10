import { drawnTimetable, type GridTown, withTimetable } from '@hinterland/engine/testing';
import type { Territory } from '@hinterland/territory';
import { HALF } from './island.ts';

/** 2026-03-02, a Monday, and the Saturday after it: the days on which the line runs. */
export const LINE_MONDAY = 20_514;
export const LINE_SATURDAY = LINE_MONDAY + 5;

/** The engine's question for mode transit without further fields, on the line below. */
export const LINE_JOURNEY = {
  day: LINE_MONDAY,
  fromMinute: 420,
  toMinute: 540,
  percentile: 50,
  maxRides: 3,
  maxWalkSeconds: 900,
} as const;

/** The island with a bus from the middle to the east end of its street, 3 km in five minutes, every ten minutes from 6:00 to 10:00. */
export function withLine(territory: Territory, town: GridTown): Territory {
  const stopAt = (right: number, up: number) => {
    const snaps = territory.snaps.walk!;
    const row = snaps.pole.indexOf(town.poleRow[(up + HALF) * (2 * HALF + 1) + right + HALF]!);
    const at = { edge: snaps.edge[row]!, positionMillimeters: snaps.positionMillimeters[row]! };
    return { ...at, accessMillimeters: 0 };
  };
  const trips = Array.from({ length: 24 }, (_, i) => {
    const times = [6 * 3600 + i * 600, 6 * 3600 + i * 600 + 300];
    return { stops: [0, 1], arrivals: times, departures: times, days: [LINE_MONDAY, LINE_SATURDAY] };
  });
  return withTimetable(territory, drawnTimetable({ stops: [stopAt(0, 0), stopAt(HALF, 0)], trips }));
}
