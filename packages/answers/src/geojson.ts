import { orientRings } from '@hinterland/geo';
import type { Feature, Geometry } from './layers.ts';

/** A feature beside the name of the layer that it is drawn in. */
export interface DrawnFeature {
  readonly layer: string;
  readonly feature: Pick<Feature, 'geometry' | 'properties'>;
}

/** Returns features as GeoJSON (RFC 7946): [lng, lat], outer rings counterclockwise, the layer among the properties. */
export function geoJsonText(features: readonly DrawnFeature[]): string {
  return JSON.stringify({
    type: 'FeatureCollection',
    features: features.map(({ layer, feature: { properties, geometry } }) => ({
      type: 'Feature',
      properties: { layer, ...properties },
      geometry: rightHanded(geometry),
    })),
  });
}

type Rings = number[][][];

function rightHanded(geometry: Geometry): Geometry {
  if (geometry.type === 'Point') return geometry;
  if (geometry.type === 'Polygon')
    return { type: 'Polygon', coordinates: orientRings([geometry.coordinates as Rings])[0] as Rings };
  return { type: 'MultiPolygon', coordinates: orientRings(geometry.coordinates as Rings[]) };
}
