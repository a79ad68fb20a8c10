import { ImportError } from '@hinterland/importers';
import { z } from 'zod';
import type { Point } from '../geometry/plane.ts';
import { readFeatures } from './features.ts';
import { snapped } from './snapped.ts';

/** A main road through control points. `wiggleMeters` bends it a little; 0 in towns. */
export interface RoadPlan {
  readonly name: string;
  readonly ref?: string;
  readonly class: 'trunk' | 'primary' | 'secondary' | 'tertiary' | 'unclassified';
  readonly course: readonly Point[];
  readonly wiggleMeters: number;
}

export const ROADS: readonly RoadPlan[] = readFeatures(
  'roads.geojson',
  'LineString',
  z.strictObject({
    name: z.string(),
    ref: z.string().optional(),
    class: z.enum(['trunk', 'primary', 'secondary', 'tertiary', 'unclassified']),
    wiggleMeters: z.number().nonnegative(),
  }),
).map(({ points, ...road }) => ({ ...road, course: points.map(snapped) }));

/** Where a road goes underground: the ends of a tunnel are positions of its road. */
export const TUNNELS = readFeatures('tunnels.geojson', 'LineString', z.strictObject({ name: z.string() })).map(
  ({ name, points }) => ({ name, from: snapped(points[0]!), to: snapped(points.at(-1)!) }),
);

for (const { name, from, to } of TUNNELS) {
  const course = ROADS.filter((road) => road.name === name).flatMap((road) => road.course);
  for (const end of [from, to]) {
    if (!course.some(({ x, y }) => x === end.x && y === end.y))
      throw new ImportError(`plan/tunnels.geojson: no position of ${name} in roads.geojson is an end of its tunnel`);
  }
}
