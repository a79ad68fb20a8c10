import { z } from 'zod';
import { readFeatures } from './features.ts';
import { snapped } from './snapped.ts';

const [motorway] = readFeatures(
  'motorway.geojson',
  'LineString',
  z.strictObject({ name: z.string(), ref: z.string() }),
);

/** Center line of the only motorway; its carriageways, junctions and ramps are made of it. */
export const MOTORWAY = { name: motorway!.name, ref: motorway!.ref, course: motorway!.points.map(snapped) };

/** Junctions of the motorway, where a main road crosses it; ramps join the two. */
export const INTERCHANGES = readFeatures(
  'interchanges.geojson',
  'Point',
  z.strictObject({ name: z.string(), number: z.string() }),
).map(({ points, ...interchange }) => ({ ...interchange, at: snapped(points[0]!) }));
