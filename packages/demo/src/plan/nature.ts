import { z } from 'zod';
import type { Point } from '../geometry/plane.ts';
import { readFeatures } from './features.ts';
import { snapped } from './snapped.ts';

const meters = z.number().positive();

/** Coasts by control points, in any sense of rotation; noise of up to `roughnessMeters` makes them ragged. */
export const ISLANDS = readFeatures(
  'islands.geojson',
  'Polygon',
  z.strictObject({ name: z.string(), roughnessMeters: meters }),
).map(({ points, ...island }) => ({ ...island, coast: points.map(snapped) }));

/** Mountains as ridge lines: 1 on the ridge, falling to 0 at `halfWidthMeters`. Towns and lanes keep below 0.35. */
export const RIDGES = readFeatures(
  'ridges.geojson',
  'LineString',
  z.strictObject({ name: z.string(), halfWidthMeters: meters }),
).map(({ points, ...ridge }) => ({ ...ridge, line: points.map(snapped) }));

export interface RiverPlan {
  readonly name: string;
  /** From source to mouth. */
  readonly course: readonly Point[];
  readonly widthAtSourceMeters: number;
  readonly widthAtMouthMeters: number;
}

export const RIVERS: readonly RiverPlan[] = readFeatures(
  'rivers.geojson',
  'LineString',
  z.strictObject({ name: z.string(), widthAtSourceMeters: meters, widthAtMouthMeters: meters }),
).map(({ points, ...river }) => ({ ...river, course: points.map(snapped) }));
