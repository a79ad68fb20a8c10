import { type Box, boxContains, expandBoxMeters, haversineMeters, type MultiPolygonCoordinates } from '@hinterland/geo';
import { iso1A2Code } from '@rapideditor/country-coder';
import { countryOf } from './countries.ts';
import { allTowns, type Town } from './towns.ts';

/** A box on one side of the antimeridian. */
export interface Side {
  readonly box: Box;
  readonly notes: readonly string[];
}

/** The box around a point, cut at the antimeridian. */
export function sideOfPoint(lng: number, lat: number, radiusKm: number): Side {
  const box = rounded(expandBoxMeters({ west: lng, south: lat, east: lng, north: lat }, radiusKm * 1000));
  const isCut = (box.east === 180 || box.west === -180) && box.east - box.west < 360;
  return { box, notes: isCut ? ['The box ends at the antimeridian, which no territory crosses.'] : [] };
}

/** Four decimals, some 10 m, are enough for a box that people read. */
export const rounded = ({ west, south, east, north }: Box): Box => ({
  west: Math.floor(west * 1e4) / 1e4,
  south: Math.floor(south * 1e4) / 1e4,
  east: Math.ceil(east * 1e4) / 1e4,
  north: Math.ceil(north * 1e4) / 1e4,
});

/** A box that passes the antimeridian is cut there; the side with more people in towns stays. */
export function oneSide(west: number, south: number, east: number, north: number): Side {
  if (west < east) return { box: { west, south, east, north }, notes: [] };
  const sides = [
    { west, south, east: 180, north },
    { west: -180, south, east, north },
  ];
  const [eastern, western] = sides.map((box) => townsInBox(box).reduce((sum, { population }) => sum + population, 0));
  const isWestern = western! > eastern!;
  return {
    box: sides[isWestern ? 1 : 0]!,
    notes: [
      `It reaches over the antimeridian, which no territory crosses: its part ${isWestern ? 'east' : 'west'} of it is taken, where more people live.`,
    ],
  };
}

/** A box as the outline of an area. */
export const boxOutline = ({ west, south, east, north }: Box): MultiPolygonCoordinates => [
  [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
];

export function townsInBox(box: Box): readonly Town[] {
  return allTowns().filter(({ lng, lat }) => boxContains(box, lng, lat));
}

/** Returns the nearest town of the table, with its distance in meters. */
export function nearestTown(lng: number, lat: number): { readonly town: Town; readonly meters: number } {
  let best: Town | undefined;
  let least = Infinity;
  for (const town of allTowns()) {
    const meters = haversineMeters(lng, lat, town.lng, town.lat);
    if (meters < least) [least, best] = [meters, town];
  }
  return { town: best!, meters: least };
}

/** Points along each side of a box at which countries are looked up. */
const SAMPLES = 9;
/** So far from a town of its own the part of a country in a box is taken for water, or for land that nobody lives on. */
const NEAR_METERS = 15_000;

/**
 * Codes of the countries that a box touches, `first` first, then by the people of their towns in the box, then by area. A country that
 * has no town near its part of the box is left out, which a note says: a box over a lake touches two countries and counts the people of one.
 */
export function countriesIn(
  box: Box,
  first?: string,
): { readonly codes: readonly string[]; readonly notes: readonly string[] } {
  const points = new Map<string, [lng: number, lat: number][]>();
  for (let i = 0; i < SAMPLES; i++) {
    for (let j = 0; j < SAMPLES; j++) {
      const lng = box.west + ((box.east - box.west) * (i + 0.5)) / SAMPLES;
      const lat = box.south + ((box.north - box.south) * (j + 0.5)) / SAMPLES;
      const code = iso1A2Code([lng, lat]);
      if (code !== null && countryOf(code) !== undefined) points.set(code, [...(points.get(code) ?? []), [lng, lat]]);
    }
  }
  const people = new Map<string, number>();
  for (const { country, population } of townsInBox(box)) people.set(country, (people.get(country) ?? 0) + population);
  const weight = (code: string) => (people.get(code) ?? 0) + (points.get(code)?.length ?? 0) / SAMPLES ** 2;
  const touched = [...new Set([...points.keys(), ...people.keys()])].filter((code) => countryOf(code) !== undefined);
  const near = townsInBox(expandBoxMeters(box, NEAR_METERS));
  const isEmpty = (code: string) =>
    !people.has(code) &&
    !near.some(
      (town) =>
        town.country === code &&
        points.get(code)!.some(([lng, lat]) => haversineMeters(lng, lat, town.lng, town.lat) < NEAR_METERS),
    );
  const main = first ?? touched.toSorted((a, b) => weight(b) - weight(a))[0];
  // Where no country has a town, all of them stay.
  const left = people.size === 0 ? [] : touched.filter((code) => code !== main && isEmpty(code));
  const others = touched.filter((code) => code !== main && !left.includes(code)).sort((a, b) => weight(b) - weight(a));
  return {
    codes: main === undefined ? [] : [main, ...others],
    notes: left.map(
      (code) =>
        `A part of the box lies in ${countryOf(code)!.name}, far from its towns: nobody is counted there. A larger --radius takes its people, too.`,
    ),
  };
}
