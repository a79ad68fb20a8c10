import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Report } from '../report/report.ts';
import { readTimetable } from './testing/readTimetable.ts';

const DATA = resolve(import.meta.dirname, '../../../../../shared/data');

/** Rows of a subject of the report: kept, and left out. */
function rows(report: Report, subject: string): readonly [kept: number, dropped: number] {
  const found = report.toJson().subjects.find(({ name }) => name === `timetable x: ${subject}`)!;
  return [found.kept, found.dropped];
}

/** Real timetables against the rows that a count of their lines gives. */
describe.skipIf(!existsSync(join(DATA, 'porto-alegre')))('real timetables (need ../shared/data)', () => {
  it('the buses of Porto Alegre: 3,986 stops, 115 routes, 2,374 trips, 130,019 stop times', async () => {
    const report = new Report('Test');
    const path = join(DATA, 'porto-alegre/poa_eptc.zip');
    const { zone, routes, calls } = await readTimetable({ id: 'x', path }, report);
    expect(zone).toBe('America/Sao_Paulo');
    expect(routes).toHaveLength(115);
    const [stops, otherStops] = rows(report, 'stops');
    expect(stops + otherStops).toBe(3986);
    expect(rows(report, 'trips')).toEqual([2374, 0]);
    expect(rows(report, 'stop times')).toEqual([130_019, 0]);
    expect(calls.stop).toHaveLength(130_019);
    const { facts } = report.toJson();
    expect([facts['timetable x: first day'], facts['timetable x: last day']]).toEqual(['2019-04-15', '2019-07-15']);
  });

  it('the trains of Porto Alegre: 14,855 stop times', async () => {
    const report = new Report('Test');
    const path = join(DATA, 'porto-alegre/poa_trensurb.zip');
    const { stops } = await readTimetable({ id: 'x', path }, report);
    expect(stops.map(({ name }) => name)).toContain('ESTACAO MERCADO');
    const [times, otherTimes] = rows(report, 'stop times');
    expect(times + otherTimes).toBe(14_855);
    expect(otherTimes).toBe(0);
  });

  it('Milan: 516 stops, 15 routes, 10,608 trips, 248,555 stop times, to 26:30', async () => {
    const report = new Report('Test');
    const path = join(DATA, 'milan/milano_small_gtfs.zip');
    const { zone, routes, calls } = await readTimetable({ id: 'x', path }, report);
    expect([zone, routes.length]).toEqual(['Europe/Rome', 15]);
    expect(rows(report, 'stops')).toEqual([516, 0]);
    expect(rows(report, 'trips')).toEqual([10_608, 0]);
    expect(rows(report, 'stop times')).toEqual([248_555, 0]);
    const last = calls.arrivalSeconds.reduce((most, seconds) => Math.max(most, seconds), 0);
    expect(last).toBeGreaterThan(26 * 3600);
    expect(last).toBeLessThan(26.75 * 3600);
    const { facts } = report.toJson();
    expect([facts['timetable x: first day'], facts['timetable x: last day']]).toEqual(['2014-10-19', '2014-11-01']);
  });
});
