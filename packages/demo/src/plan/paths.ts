import { ImportError } from '@hinterland/importers';
import { z } from 'zod';
import type { Point } from '../geometry/plane.ts';
import { readFeatures } from './features.ts';
import { snapped } from './snapped.ts';

const paths = readFeatures('paths.geojson', 'LineString', z.strictObject({ name: z.string() }));

/** Positions of a path that is drawn by hand. */
export function drawnPath(name: string): readonly Point[] {
  const path = paths.find((candidate) => candidate.name === name);
  if (path === undefined) throw new ImportError(`plan/paths.geojson has no feature "${name}"`);
  return path.points.map(snapped);
}
