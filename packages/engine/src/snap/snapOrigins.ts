import { JOIN_LIMITS, type Mode } from '@hinterland/catalogue';
import { haversineMeters } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import { CatchmentError, OutsideCoverageError, SnapError } from '../query/errors.ts';
import type { LatLng } from '../query/query.ts';
import { isOpen } from './edgeKind.ts';
import { joinRoad } from './joinRoad.ts';
import { isServed, nearestEdge } from './nearestEdge.ts';

/** The farthest that a road may be from its origin unless the query says otherwise (openrouteservice has the same). */
export const SNAP_LIMIT_METERS = 350;

/** The farthest that a query may ask for, and the limit at which poles were fastened to the network (R5's limit). */
export const SNAP_HARD_LIMIT_METERS = JOIN_LIMITS.maxMeters;

/** A place on the network. */
export interface RoadPlace {
  /** Row of `edges`. */
  readonly edge: number;
  /** Distance from the edge's `fromNode` along its line. */
  readonly positionMillimeters: number;
  /** Straight way between the place and the road. */
  readonly accessMillimeters: number;
}

/** An origin on the network; its edge is -1 under a radius. */
export interface SnappedOrigin extends RoadPlace {
  readonly origin: LatLng;
  /** The place on the roads that it joins; the origin itself under a radius. */
  readonly lat: number;
  readonly lng: number;
  /** Straight way from the origin to that place, walked at 5 km/h and included in every cost. */
  readonly distanceMeters: number;
}

/** Throws for places that are not coordinates, or outside the territory's box. */
export function checkOrigins(territory: Territory, origins: readonly LatLng[]): void {
  const { bbox, name } = territory.manifest;
  const isInside = (lat: number, lng: number) =>
    lat >= bbox.south && lat <= bbox.north && lng >= bbox.west && lng <= bbox.east;
  origins.forEach(({ lat, lng }, index) => {
    const isPlace = Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
    const looksSwapped = isInside(lng, lat);
    if (isPlace && isInside(lat, lng)) return;
    if (!isPlace && !looksSwapped) {
      throw new CatchmentError(
        'origin_invalid',
        `origins[${index}] is no place on earth (lat ${lat}, lng ${lng}): lat must lie between -90 and 90, lng between -180 and 180.`,
      );
    }
    const hint = looksSwapped
      ? 'The same numbers the other way round lie inside: swap lat and lng.'
      : `It covers lat ${bbox.south} to ${bbox.north}, lng ${bbox.west} to ${bbox.east}.`;
    throw new OutsideCoverageError(
      index,
      looksSwapped,
      `origins[${index}] (lat ${lat}, lng ${lng}) lies outside ${name}. ${hint}`,
    );
  });
}

/**
 * Snaps every origin to the road that it joins (`joinRoad`). Origins must have passed `checkOrigins`. Throws SnapError, which names the origin and the distance, where there is none near enough.
 */
export function snapOrigins(
  territory: Territory,
  mode: Mode,
  origins: readonly LatLng[],
  limitMeters: number = SNAP_LIMIT_METERS,
): SnappedOrigin[] {
  if (!(limitMeters > 0 && limitMeters <= SNAP_HARD_LIMIT_METERS)) {
    throw new CatchmentError(
      'snap_limit_invalid',
      `snapLimitMeters must lie above 0 and not above ${SNAP_HARD_LIMIT_METERS}, not at ${limitMeters}.`,
    );
  }
  return origins.map((origin, index) => {
    const snapped = snapPlace(territory, mode, origin, limitMeters);
    if (snapped === null) throw tooFar(territory, mode, origin, index, limitMeters);
    return snapped;
  });
}

/** Snaps a place to the road that it joins; null where none is within the limit. */
export function snapPlace(
  territory: Territory,
  mode: Mode,
  origin: LatLng,
  limitMeters: number = SNAP_HARD_LIMIT_METERS,
): SnappedOrigin | null {
  const foot = joinRoad(territory, mode, origin.lat, origin.lng, limitMeters);
  if (foot === null) return null;
  return {
    origin,
    lat: foot.lat,
    lng: foot.lng,
    distanceMeters: foot.distanceMillimeters / 1000,
    edge: foot.edge,
    positionMillimeters: foot.positionMillimeters,
    accessMillimeters: foot.distanceMillimeters,
  };
}

function tooFar(territory: Territory, mode: Mode, origin: LatLng, index: number, limitMeters: number): SnapError {
  const { lat, lng } = origin;
  const joined = joinRoad(territory, mode, lat, lng, Infinity);
  const place = `origins[${index}] (lat ${lat}, lng ${lng})`;
  if (joined === null) {
    return new SnapError(index, Infinity, limitMeters, `${place}: the territory has no road for mode ${mode}.`);
  }
  const distanceMeters = haversineMeters(lng, lat, joined.lng, joined.lat);
  const remedy =
    distanceMeters <= SNAP_HARD_LIMIT_METERS
      ? `move it, or raise snapLimitMeters (at most ${SNAP_HARD_LIMIT_METERS})`
      : 'move it nearer to a road';
  const cutOff = nearestEdge(
    territory,
    mode,
    lat,
    lng,
    limitMeters * 1000,
    (edge) => isOpen(territory, mode, edge) && !isServed(territory, mode, edge),
  );
  const where =
    cutOff === null
      ? `lies ${Math.round(distanceMeters)} m from the nearest road for mode ${mode}, the limit is ${limitMeters} m`
      : `stands by a road for mode ${mode}, ${Math.round(cutOff.distanceMillimeters / 1000)} m away, that the map joins to no network of some size, and ${Math.round(distanceMeters)} m from the nearest road of one; the limit is ${limitMeters} m`;
  return new SnapError(index, distanceMeters, limitMeters, `${place} ${where}; ${remedy}.`);
}
