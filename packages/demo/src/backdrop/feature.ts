import type { BackdropFeature } from '@hinterland/importers';
import { latMicrodegrees, lngMicrodegrees, type Point } from '../geometry/plane.ts';

/** A place on the plane in degrees. */
export const degrees = ({ x, y }: Point): [number, number] => [lngMicrodegrees(x) / 1e6, latMicrodegrees(y) / 1e6];

/** A closed ring of degrees around points of the plane. */
export const ringOf = (points: readonly Point[]): number[][] => [...points, points[0]!].map(degrees);

/** A feature that nobody lives in. */
export const feature = (
  kind: BackdropFeature['kind'],
  name: string,
  parts: BackdropFeature['parts'],
): BackdropFeature => ({ kind, name, population: 0, parts });
