import { SECTORS, STRAIGHT_METERS_PER_SECOND } from '@hinterland/catalogue';
import { boxContains, expandBoxMeters, intersectBoxes, multiPolygonBox, PolygonIndex } from '@hinterland/geo';
import { rounded, townsInBox } from '../places/boxes.ts';
import { countryOf } from '../places/countries.ts';
import type { Place } from '../places/place.ts';
import { type Extract, shippedExtracts } from '../places/regions.ts';
import type { Town } from '../places/towns.ts';
import { reachAround } from './reach.ts';

/** Straight kilometers of the longest time by car from which customers of a sector come: so far reach answers from the edge of a place. */
export const USUAL_RIM_KM =
  (STRAIGHT_METERS_PER_SECOND.car * 60 * Math.max(...SECTORS.map(({ huff }) => huff.tmaxMinutes))) / 1000;
/** Some four hours by car at that speed; more is a place of its own. */
export const MOST_RIM_KM = 100;

/** The rim of a place where nobody says its width: `radiusKm` around a town or point is one already. */
export const usualRimKm = ({ radiusKm }: Place): number => (radiusKm === undefined ? USUAL_RIM_KM : 0);

/**
 * Widens a place by so many kilometers on each side, of a country or region by all that is so near to its outline. Countries of the rim
 * are those whose towns lie in it, those with most people in them first, behind the place's own.
 */
export function withRim(place: Place, km: number, extracts: readonly Extract[]): Place {
  const outline = outlineOf(place, extracts);
  const reach = outline === undefined ? undefined : reachAround(outline, 1000 * km);
  const around = reach === undefined ? expandBoxMeters(place.box, 1000 * km) : multiPolygonBox(reach);
  const box = intersectBoxes(rounded(around), { west: -180, south: -90, east: 180, north: 90 });
  const wide: Place = { ...place, box, rim: { km, asked: place.box, ...(reach === undefined ? {} : { reach }) } };
  const people = new Map<string, number>();
  for (const { country, population } of townsOfRim(wide, extracts)) {
    people.set(country, (people.get(country) ?? 0) + population);
  }
  const others = [...people.keys()].filter((code) => !place.countries.includes(code) && countryOf(code) !== undefined);
  return { ...wide, countries: [...place.countries, ...others.sort((a, b) => people.get(b)! - people.get(a)!)] };
}

/** The towns that a rim adds to a place, the largest first. */
export function townsOfRim({ box, rim, whole, countries }: Place, extracts: readonly Extract[]): readonly Town[] {
  if (rim === undefined) return [];
  const reach = rim.reach === undefined ? null : new PolygonIndex([rim.reach]);
  const outline = outlineOf({ whole }, extracts);
  const own = outline === undefined ? null : new PolygonIndex([outline]);
  // Outlines of extracts are drawn a little beyond the border.
  const isAsked = ({ lng, lat, country }: Town) =>
    own === null ? boxContains(rim.asked, lng, lat) : countries.includes(country) && own.first(lng, lat) >= 0;
  return townsInBox(box).filter((town) => !isAsked(town) && (reach === null || reach.first(town.lng, town.lat) >= 0));
}

/** The outline of a country or region of the index. */
function outlineOf({ whole }: Pick<Place, 'whole'>, extracts: readonly Extract[]): Extract['outline'] | undefined {
  if (whole === undefined) return undefined;
  return [...extracts, ...shippedExtracts()].find(({ id }) => id === whole.extract)?.outline;
}
