import { multiPolygonBox, simplifyRing } from '@hinterland/geo';
import type { MultiPolygonCoordinates, Territory } from '@hinterland/territory';

/** Outline of an area as GeoJSON, moved by at most so many meters; null where the territory has none. */
export function outlineOf(
  territory: Territory,
  row: number,
  simplifyMeters?: number,
): { type: 'MultiPolygon'; coordinates: MultiPolygonCoordinates } | null {
  const polygon = territory.areaPolygon(row);
  if (polygon === null || multiPolygonBox(polygon).west > multiPolygonBox(polygon).east) return null;
  const coordinates =
    simplifyMeters === undefined
      ? polygon
      : polygon.map((rings) => rings.map((ring) => simplifyRing(ring, simplifyMeters)));
  return { type: 'MultiPolygon', coordinates };
}
