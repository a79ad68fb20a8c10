import { EARTH_RADIUS_METERS, haversineMeters } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import type { LatLng } from '../query/query.ts';
import { poleTree } from '../snap/poleTree.ts';
import { bandOf } from './sweep.ts';

const MICRODEGREES_PER_METER = 180e6 / (EARTH_RADIUS_METERS * Math.PI);

/**
 * Visits every pole that lies within the last limit of an origin as the crow flies, with the distance to the nearest one
 * in millimeters (great circle, see `haversineMeters`). Each pole comes once, in ascending order.
 */
export function polesWithinRadius(
  territory: Territory,
  origins: readonly LatLng[],
  limitCosts: readonly number[],
  visit: (pole: number, cost: number, band: number) => void,
): void {
  const { lngMicrodegrees, latMicrodegrees } = territory.poles;
  const lastLimit = limitCosts[limitCosts.length - 1]!;
  const boxes = origins.map((origin) => boxAround(origin, lastLimit / 1000));
  let near: LatLng[] = [];
  poleTree(territory).visit(
    (west, south, east, north) => {
      near = origins.filter((_, i) => {
        const box = boxes[i]!;
        return west <= box.east && east >= box.west && south <= box.north && north >= box.south;
      });
      return near.length > 0;
    },
    (pole) => {
      const lng = lngMicrodegrees[pole]! / 1e6;
      const lat = latMicrodegrees[pole]! / 1e6;
      let least = Infinity;
      for (const origin of near) least = Math.min(least, haversineMeters(origin.lng, origin.lat, lng, lat));
      const cost = Math.round(least * 1000);
      const band = bandOf(limitCosts, cost);
      if (band < limitCosts.length) visit(pole, cost, band);
    },
  );
}

/** A box in microdegrees that holds the circle; all longitudes near a pole of the earth. */
function boxAround({ lat, lng }: LatLng, meters: number) {
  const latReach = meters * MICRODEGREES_PER_METER + 1;
  const farthestLat = Math.min(90, Math.abs(lat) + latReach / 1e6);
  const lngReach = farthestLat >= 89 ? 360e6 : latReach / Math.cos((farthestLat * Math.PI) / 180);
  return {
    west: lng * 1e6 - lngReach,
    south: lat * 1e6 - latReach,
    east: lng * 1e6 + lngReach,
    north: lat * 1e6 + latReach,
  };
}
