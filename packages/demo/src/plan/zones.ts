import { z } from 'zod';
import type { Ellipse } from '../geometry/ellipse.ts';
import { readFeatures } from './features.ts';
import { ellipseOf } from './snapped.ts';

const KINDS = ['park', 'airport', 'port', 'industry', 'campus', 'marina', 'reserve', 'hospital'] as const;

/** An ellipse that streets and houses keep out of, or where a town does something else. */
export interface Zone extends Ellipse {
  readonly name: string;
  readonly kind: (typeof KINDS)[number];
}

export const ZONES: readonly Zone[] = readFeatures(
  'zones.geojson',
  'LineString',
  z.strictObject({ name: z.string(), kind: z.enum(KINDS), widthMeters: z.number().positive() }),
).map(({ points, widthMeters, ...zone }) => ({ ...zone, ...ellipseOf(points, widthMeters) }));

/** Zones of a kind, in the order of the plan. */
export function zonesOf(...kinds: Zone['kind'][]): readonly Zone[] {
  return ZONES.filter(({ kind }) => kinds.includes(kind));
}
