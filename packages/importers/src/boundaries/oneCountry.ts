import { haversineMeters, interiorPoint, multiPolygonAreaSquareKm, pointInMultiPolygon } from '@hinterland/geo';
import type { Boundary } from '../inputs/boundaries.ts';
import { allTowns } from '../places/towns.ts';

type Point = readonly [lng: number, lat: number];

/**
 * Areas of which the map does not say the country are read for each country that the recipe names: keeps one of each, in the country whose
 * outline holds it; else in that of the smallest area around it that says its own; else in that of the nearest town. The order stays.
 */
export function withOneCountry(boundaries: readonly Boundary[]): Boundary[] {
  const same = new Map<string, Boundary[]>();
  for (const boundary of boundaries) {
    const key = outlineKey(boundary);
    same.set(key, [...(same.get(key) ?? []), boundary]);
  }
  const isDoubtful = (boundary: Boundary) => countriesOf(same.get(outlineKey(boundary))!).size > 1;
  if (!boundaries.some(isDoubtful)) return [...boundaries];
  const sure = boundaries
    .filter((boundary) => boundary.kind !== 'postcode' && !isDoubtful(boundary))
    .map((boundary) => ({ ...boundary, areaSquareKm: multiPolygonAreaSquareKm(boundary.polygon) }))
    // Outlines of countries come first, then small areas before large ones.
    .sort((a, b) => Number(b.level === 2) - Number(a.level === 2) || a.areaSquareKm - b.areaSquareKm);
  const chosen = new Map<string, string>();
  for (const [key, found] of same) {
    const countries = countriesOf(found);
    if (countries.size < 2) continue;
    const [lng, lat] = interiorPoint(found[0]!.polygon) ?? (found[0]!.polygon[0]![0]![0] as unknown as Point);
    const around = sure.find(
      ({ country, polygon }) => countries.has(country) && pointInMultiPolygon(lng, lat, polygon),
    );
    chosen.set(key, around?.country ?? countryOfNearestTown(lng, lat, countries));
  }
  return boundaries.filter((boundary) => (chosen.get(outlineKey(boundary)) ?? boundary.country) === boundary.country);
}

const countriesOf = (found: readonly Boundary[]): ReadonlySet<string> => new Set(found.map(({ country }) => country));

/** One outline of one level is one area, whatever code an entry gave it. An area without an outline is one of its country. */
function outlineKey({ kind, level, name, country, code, polygon }: Boundary): string {
  const ring = polygon[0]?.[0];
  const what = ring === undefined ? [country, code] : [polygon.length, ring.length, ring[0]];
  return [kind, level, name, ...what].join(' ');
}

function countryOfNearestTown(lng: number, lat: number, countries: ReadonlySet<string>): string {
  let nearest: { readonly country: string; readonly meters: number } | undefined;
  for (const town of allTowns()) {
    if (!countries.has(town.country)) continue;
    const meters = haversineMeters(lng, lat, town.lng, town.lat);
    if (nearest === undefined || meters < nearest.meters) nearest = { country: town.country, meters };
  }
  return nearest?.country ?? [...countries][0]!;
}
