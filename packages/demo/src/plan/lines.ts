import { ImportError } from '@hinterland/importers';
import { z } from 'zod';
import type { Point } from '../geometry/plane.ts';
import { readFeatures } from './features.ts';
import { snapped } from './snapped.ts';

/** Kinds of days, each with a timetable of its own; holidays are like Sundays. */
export const DAY_KINDS = ['weekday', 'saturday', 'sunday'] as const;
export type DayKind = (typeof DAY_KINDS)[number];

const minutes = z.int().positive();

/** A line of buses or trams, run both ways along its course. */
export interface LinePlan {
  readonly line: string;
  readonly kind: 'bus' | 'tram';
  readonly course: readonly Point[];
  /** Way between two stops, at least. */
  readonly stopMeters: number;
  /** With the time at stops. */
  readonly speedKmh: number;
  readonly headwayMinutes: Readonly<Record<DayKind, number>>;
}

export const LINES: readonly LinePlan[] = readFeatures(
  'lines.geojson',
  'LineString',
  z.strictObject({
    line: z.string(),
    kind: z.enum(['bus', 'tram']),
    stopMeters: z.number().min(100),
    speedKmh: z.number().positive(),
    headwayMinutes: z.strictObject({ weekday: minutes, saturday: minutes, sunday: minutes }),
  }),
).map(({ points, ...line }) => ({ ...line, course: points.map(snapped) }));

LINES.forEach(({ line }, i) => {
  if (LINES.findIndex((other) => other.line === line) < i)
    throw new ImportError(`plan/lines.geojson: two features are the line ${line}`);
});
