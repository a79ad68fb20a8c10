import { type Box, boxContains, haversineMeters } from '@hinterland/geo';
import { ImportError } from '../errors/importError.ts';
import type { TerritoryInputs } from '../inputs/territory.ts';
import type { OrderedPoles } from './tables/orderedPoles.ts';

interface Point {
  readonly lat: number;
  readonly lng: number;
}

/** So far from a pole that roads reach, and so far from its road, a journey may begin: calls look for roads within 350 m. */
const NEAR_METERS = 300;

/** Where poles join the roads of cars. */
interface CarJoins {
  readonly pole: ArrayLike<number>;
  readonly accessMillimeters: ArrayLike<number>;
}

/**
 * Returns the point that a territory is begun from: that of the recipe, else the middle of the map, which may be a hill, a lake or the sea.
 * Where no road is near it, the home nearest to it that cars reach, and the nearest pole of all where they reach none. Throws ImportError where
 * the recipe's own lies outside the map.
 */
export function centerOf(
  { center, mapBox, report }: Pick<TerritoryInputs, 'center' | 'mapBox' | 'report'>,
  bbox: Box,
  poles: OrderedPoles['table'],
  joins: CarJoins,
): Point {
  if (center !== undefined && !boxContains(bbox, center.lng, center.lat)) {
    throw new ImportError(
      `The center ${center.lat}, ${center.lng} (lat, lng) lies outside the map, which reaches from ${bbox.south}, ${bbox.west} to ${bbox.north}, ${bbox.east}. Correct center in the recipe.`,
    );
  }
  const { west, south, east, north } = mapBox ?? bbox;
  const wanted = center ?? { lat: (south + north) / 2, lng: (west + east) / 2 };
  const near = new Set<number>();
  for (let row = 0; row < joins.pole.length; row++) {
    if (joins.accessMillimeters[row]! <= 1000 * NEAR_METERS) near.add(joins.pole[row]!);
  }
  const joined = (pole: number) => near.has(pole);
  const any = nearestPole(wanted, poles, joined);
  if (center !== undefined && (any === null || any.meters <= NEAR_METERS)) return { ...center };
  const home =
    nearestPole(wanted, poles, (pole) => joined(pole) && poles.dwellings[pole]! > 0) ??
    any ??
    nearestPole(wanted, poles, () => true);
  if (home === null) return wanted;
  if (center !== undefined) {
    report.warn(
      `No road is near the center ${center.lat}, ${center.lng}: the nearest home, ${home.lat}, ${home.lng}, is taken in its place.`,
    );
  }
  return { lat: home.lat, lng: home.lng };
}

function nearestPole(
  { lat, lng }: Point,
  poles: OrderedPoles['table'],
  isGood: (pole: number) => boolean,
): (Point & { readonly meters: number }) | null {
  let best: (Point & { readonly meters: number }) | null = null;
  for (let pole = 0; pole < poles.kind.length; pole++) {
    if (!isGood(pole)) continue;
    const place = { lat: poles.latMicrodegrees[pole]! / 1e6, lng: poles.lngMicrodegrees[pole]! / 1e6 };
    const meters = haversineMeters(lng, lat, place.lng, place.lat);
    if (best === null || meters < best.meters) best = { ...place, meters };
  }
  return best;
}
