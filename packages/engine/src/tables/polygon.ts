import { PolygonIndex } from '@hinterland/geo';
import type { MultiPolygonCoordinates, Territory } from '@hinterland/territory';

/**
 * Poles inside a polygon, ascending. `polygons` are GeoJSON MultiPolygon coordinates in degrees. Holes are holes whatever
 * way the rings turn, and a pole on an edge shared by two polygons lies in exactly one of them (see
 * `pointInMultiPolygon`). A pole in several overlapping parts stands once.
 */
export function polesInPolygon(territory: Territory, polygons: MultiPolygonCoordinates): Uint32Array {
  const { lngMicrodegrees, latMicrodegrees } = territory.poles;
  const index = new PolygonIndex([polygons]);
  const found: number[] = [];
  for (let pole = 0; pole < lngMicrodegrees.length; pole++) {
    if (index.first(lngMicrodegrees[pole]! / 1e6, latMicrodegrees[pole]! / 1e6) === 0) found.push(pole);
  }
  return Uint32Array.from(found);
}
