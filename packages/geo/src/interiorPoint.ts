import { type MultiPolygonCoordinates, pointInMultiPolygon } from './polygon.ts';

/** Fractions of a polygon's height at which a horizontal line is tried first. */
const FIRST_HEIGHTS = [1 / 2, 1 / 4, 3 / 4, 3 / 8, 5 / 8, 1 / 8, 7 / 8];

/**
 * A point inside the multipolygon by the rule of `pointInMultiPolygon`, as [lng, lat], or null where it has no inside.
 * Of a few horizontal lines through each polygon it takes the middle of the longest inner piece, so the point keeps
 * clear of the outline. The same input gives the same point.
 */
export function interiorPoint(multiPolygon: MultiPolygonCoordinates): [number, number] | null {
  let best: { point: [number, number]; width: number } | null = null;
  for (const polygon of multiPolygon) {
    const found =
      onLines(polygon, firstLines(polygon), multiPolygon) ?? onLines(polygon, allLines(polygon), multiPolygon);
    if (found !== null && (best === null || found.width > best.width)) best = found;
  }
  return best?.point ?? null;
}

function onLines(polygon: number[][][], lats: readonly number[], whole: MultiPolygonCoordinates) {
  let best: { point: [number, number]; width: number } | null = null;
  for (const lat of lats) {
    const crossings = crossingLngs(polygon, lat);
    for (let i = 0; i + 1 < crossings.length; i++) {
      const west = crossings[i]!;
      const width = crossings[i + 1]! - west;
      if (width <= (best?.width ?? 0)) continue;
      const lng = west + width / 2;
      if (pointInMultiPolygon(lng, lat, whole)) best = { point: [lng, lat], width };
    }
  }
  return best;
}

function firstLines(polygon: number[][][]): number[] {
  const lats = (polygon[0] ?? []).map((point) => point[1]!);
  const south = lats.reduce((a, b) => Math.min(a, b), Infinity);
  const north = lats.reduce((a, b) => Math.max(a, b), -Infinity);
  return FIRST_HEIGHTS.map((fraction) => south + (north - south) * fraction);
}

/** Between every two neighboring heights of vertices: each piece of the inside is crossed by one of these lines. */
function allLines(polygon: number[][][]): number[] {
  const lats = [...new Set(polygon.flatMap((ring) => ring.map((point) => point[1]!)))].sort((a, b) => a - b);
  return lats.slice(1).map((lat, i) => lats[i]! + (lat - lats[i]!) / 2);
}

function crossingLngs(polygon: number[][][], lat: number): number[] {
  const lngs: number[] = [];
  for (const ring of polygon) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [ax, ay] = ring[j] as [number, number];
      const [bx, by] = ring[i] as [number, number];
      if (ay <= lat !== by <= lat) lngs.push(ax + ((bx - ax) * (lat - ay)) / (by - ay));
    }
  }
  return lngs.sort((a, b) => a - b);
}
