import { ImportError } from '@hinterland/importers';
import { z } from 'zod';
import type { Ellipse } from '../geometry/ellipse.ts';
import type { Point } from '../geometry/plane.ts';
import { readFeatures } from './features.ts';
import { ellipseOf, snapped } from './snapped.ts';

/** A town or village: streets fill its quarters, each as dense as its kind says. */
export interface TownPlan {
  readonly name: string;
  readonly kind: 'capital' | 'town' | 'village';
  readonly center: Point;
  readonly quarters: readonly Ellipse[];
  /** Angle of the oldest streets. */
  readonly gridAngleDegrees: number;
}

const quarters = readFeatures(
  'quarters.geojson',
  'LineString',
  z.strictObject({ town: z.string(), widthMeters: z.number().positive() }),
);

/** The capital first. */
export const TOWNS: readonly TownPlan[] = readFeatures(
  'towns.geojson',
  'Point',
  z.strictObject({
    name: z.string(),
    kind: z.enum(['capital', 'town', 'village']),
    gridAngleDegrees: z.number(),
  }),
).map(({ points, ...town }) => {
  const own = quarters.filter((quarter) => quarter.town === town.name);
  if (own.length === 0) throw new ImportError(`plan/towns.geojson: ${town.name} has no feature in quarters.geojson`);
  return {
    ...town,
    center: snapped(points[0]!),
    quarters: own.map((quarter) => ellipseOf(quarter.points, quarter.widthMeters)),
  };
});

for (const { town } of quarters) {
  if (!TOWNS.some(({ name }) => name === town))
    throw new ImportError(`plan/quarters.geojson: there is no town "${town}" in towns.geojson`);
}
