import { EARTH_RADIUS_METERS } from './distance.ts';

/** A box in degrees, edges included. It never crosses 180° longitude: west ≤ east, or it is empty. */
export interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** A box that holds nothing; extending it by a point gives that point. */
export function emptyBox(): Box {
  return { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
}

export function isEmptyBox(box: Box): boolean {
  return !(box.west <= box.east && box.south <= box.north);
}

/** Grows `box` in place until it holds the point, and returns it. */
export function extendBox(box: Box, lng: number, lat: number): Box {
  if (lng < box.west) box.west = lng;
  if (lng > box.east) box.east = lng;
  if (lat < box.south) box.south = lat;
  if (lat > box.north) box.north = lat;
  return box;
}

/** Returns whether the point lies in the box or on its edge. */
export function boxContains(box: Box, lng: number, lat: number): boolean {
  return lng >= box.west && lng <= box.east && lat >= box.south && lat <= box.north;
}

/** Returns whether the boxes share at least a point. */
export function boxesIntersect(a: Box, b: Box): boolean {
  return a.west <= b.east && b.west <= a.east && a.south <= b.north && b.south <= a.north;
}

/**
 * A box that holds every point within `meters` of the given one (great-circle distance), not much more, cut at the
 * poles and at 180°. The extent in longitude is that of a spherical cap: asin(sin(d/R) / cos(lat)).
 */
export function expandBoxMeters(box: Box, meters: number): Box {
  if (isEmptyBox(box)) return emptyBox();
  const angle = meters / EARTH_RADIUS_METERS;
  const degrees = (angle * 180) / Math.PI;
  const farLat = Math.max(Math.abs(box.south), Math.abs(box.north));
  const ratio = Math.sin(Math.min(angle, Math.PI / 2)) / Math.cos((farLat * Math.PI) / 180);
  const lngDegrees = farLat + degrees >= 90 || ratio >= 1 ? 360 : (Math.asin(ratio) * 180) / Math.PI;
  return {
    west: Math.max(-180, box.west - lngDegrees),
    south: Math.max(-90, box.south - degrees),
    east: Math.min(180, box.east + lngDegrees),
    north: Math.min(90, box.north + degrees),
  };
}

/** The box that two boxes share; an empty box (west > east or south > north) where they share nothing. */
export function intersectBoxes(a: Box, b: Box): Box {
  return {
    west: Math.max(a.west, b.west),
    south: Math.max(a.south, b.south),
    east: Math.min(a.east, b.east),
    north: Math.min(a.north, b.north),
  };
}
