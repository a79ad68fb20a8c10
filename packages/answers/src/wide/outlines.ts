import type { Geometry } from '../layers.ts';
import { isObject, objectsIn } from '../parts.ts';
import { bandEnds } from './names.ts';

/** A polygon of an answer as a column: "outline_10min". */
export interface Outline {
  readonly name: string;
  readonly geometry: Geometry;
}

/** Returns the polygons of an answer, one per band. */
export function outlinesOf(result: unknown): readonly Outline[] {
  if (!isObject(result) || !isObject(result.geojson)) return [];
  const features = objectsIn(result.geojson.features);
  const limits = features.map(({ properties }) => (isObject(properties) ? properties : {}));
  const ends = bandEnds(limits);
  return features.flatMap(({ geometry }, i) =>
    isObject(geometry) ? [{ name: `outline_${ends[i]!.within}`, geometry: geometry as unknown as Geometry }] : [],
  );
}
