import { type Box, haversineMeters, multiPolygonAreaSquareKm, pointInMultiPolygon } from '@hinterland/geo';
import { townsInBox } from '../places/boxes.ts';
import { countryOf } from '../places/countries.ts';
import type { Place } from '../places/place.ts';
import { type Extract, shippedExtracts } from '../places/regions.ts';
import { allTowns, type Town } from '../places/towns.ts';
import { cellRing, ringAreaSquareKm } from '../raster/cell.ts';
import { townsOfRim } from './rim.ts';
import { boxWithTowns, townShare, villagesShare } from './townShare.ts';

/** What a build is likely to need, within a factor of 1.5 of what was measured (estimate.test.ts). */
export interface Estimate {
  readonly people: number;
  readonly downloadMegabytes: number;
  readonly diskMegabytes: number;
  readonly memoryMegabytes: number;
  readonly buildSeconds: number;
}

/** The command took 315 MB for Krems, 335 for Malta, 345 for Lower Manhattan, 358 for Milan; a country of 10 million poles took 2.7 GB. */
const BASE_MEMORY_MEGABYTES = 315;
const MEMORY_BYTES_PER_PERSON = 80;
/** Malta took 7.7 s of processor time, Krems 3.4 s. */
const BASE_SECONDS = 3;
const SECONDS_PER_EXTRACT_MEGABYTE = 0.1;
const SECONDS_PER_PERSON = 6e-6;
/** The bundle of Malta has 12 MB. */
const BUNDLE_BYTES_PER_PERSON = 30;

export function estimateBuild(place: Place, extracts: readonly Extract[], fileMegabytes: readonly number[]): Estimate {
  const people = peopleOf(place);
  const download = fileMegabytes.reduce((sum, megabytes) => sum + megabytes, 0);
  const extract = extracts.reduce((sum, { megabytes }) => sum + (Number.isNaN(megabytes) ? 0 : megabytes), 0);
  return {
    people,
    downloadMegabytes: download,
    ...needsOf(people, extract),
    diskMegabytes: download + bundleOf(people),
  };
}

const bundleOf = (people: number): number => (people * BUNDLE_BYTES_PER_PERSON) / 1e6;

/** Memory and time of a build of so many people out of so many megabytes of extracts. */
export const needsOf = (
  people: number,
  extractMegabytes: number,
): Pick<Estimate, 'memoryMegabytes' | 'buildSeconds'> => ({
  memoryMegabytes: BASE_MEMORY_MEGABYTES + (people * MEMORY_BYTES_PER_PERSON) / 1e6,
  buildSeconds: BASE_SECONDS + extractMegabytes * SECONDS_PER_EXTRACT_MEGABYTE + people * SECONDS_PER_PERSON,
});

/**
 * People of a place: of a whole country as the table of countries has them; else those of its towns, each counted once, of a box the part of
 * each that lies in it, and people beside them, as many as the country has: half of them around its towns, half spread like its land. Where
 * people live in villages alone, as in Vermont, that is too few.
 */
export function peopleOf(place: Place): number {
  const { rim, whole } = place;
  if (rim === undefined || whole === undefined) return peopleWithin(place);
  const beyond = townsOfRim(place, shippedExtracts());
  const codes = new Set(beyond.map(({ country }) => country));
  const outline = shippedExtracts().find(({ id }) => id === whole.extract)?.outline ?? [];
  const areaSquareKm = Math.max(0, multiPolygonAreaSquareKm(rim.reach ?? []) - multiPolygonAreaSquareKm(outline));
  const inTowns = [...codes].reduce((sum, code) => {
    const own = withoutParts(beyond.filter(({ country }) => country === code));
    return sum + own.reduce((all, { population }) => all + population, 0) * (1 + besideTowns(code).perTownspeople);
  }, 0);
  const densities = [...codes].map((code) => besideTowns(code).perSquareKm);
  const density = densities.reduce((sum, one) => sum + one, 0) / Math.max(1, densities.length);
  return Math.round(peopleWithin(withoutRim(place)) + inTowns + areaSquareKm * density);
}

/** A place as it was asked for. */
export function withoutRim({ rim, ...place }: Place): Place {
  return rim === undefined ? place : { ...place, box: rim.asked };
}

function peopleWithin({ box, population, whole, countries }: Place): number {
  if (whole !== undefined && population > 0) return population;
  const outline = whole === undefined ? undefined : shippedExtracts().find(({ id }) => id === whole.extract)?.outline;
  const { perSquareKm, perTownspeople } = besideTowns(countries[0]!);
  if (outline === undefined) {
    // Of a town at the edge of a box, or larger than the box, a part lies in it.
    const inTowns = withoutParts(townsInBox(boxWithTowns(box))).reduce(
      (sum, town) =>
        sum +
        town.population * townShare(town, box) +
        town.population * besideTowns(town.country).perTownspeople * villagesShare(town, box),
      0,
    );
    return Math.round(inTowns + boxAreaSquareKm(box) * perSquareKm);
  }
  const towns = townsInBox(box).filter(({ lng, lat }) => pointInMultiPolygon(lng, lat, outline));
  const inTowns = withoutParts(towns).reduce((sum, town) => sum + town.population, 0);
  return Math.round(inTowns * (1 + perTownspeople) + multiPolygonAreaSquareKm(outline) * perSquareKm);
}

/** People per square kilometer of a city's built-up area: its parts lie within the circle that this makes. */
const CITY_DENSITY = 8000;
/** Smaller towns have no parts in the table. */
const CITY_PEOPLE = 100_000;

/** Towns without those that are parts of a larger one: the table has the boroughs of New York and the wards of Tokyo beside the city. */
function withoutParts(towns: readonly Town[]): readonly Town[] {
  const cities: { city: Town; meters: number }[] = [];
  return towns.filter((town) => {
    const { population, country, lng, lat } = town;
    const isPart = cities.some(
      ({ city, meters }) => city.country === country && haversineMeters(lng, lat, city.lng, city.lat) < meters,
    );
    if (!isPart && population >= CITY_PEOPLE) {
      cities.push({ city: town, meters: 1000 * Math.sqrt(population / CITY_DENSITY / Math.PI) });
    }
    return !isPart;
  });
}

/** Of a country's people at least this share is taken to live outside the towns of the table. */
const LEAST_BESIDE = 0.1;

interface BesideTowns {
  readonly perSquareKm: number;
  readonly perTownspeople: number;
}

const known = new Map<string, BesideTowns>();

/** The people of a country outside its towns. */
function besideTowns(code: string): BesideTowns {
  const found = known.get(code) ?? countBesideTowns(code);
  known.set(code, found);
  return found;
}

function countBesideTowns(code: string): BesideTowns {
  const { population } = countryOf(code)!;
  const towns = withoutParts(allTowns().filter(({ country }) => country === code));
  const inTowns = towns.reduce((sum, town) => sum + town.population, 0);
  const area = shippedExtracts()
    .filter(({ countries }) => countries.length === 1 && countries[0] === code)
    .reduce((sum, { outline }) => sum + multiPolygonAreaSquareKm(outline), 0);
  const half = Math.max(LEAST_BESIDE * population, population - inTowns) / 2;
  return { perSquareKm: area > 0 ? half / area : 0, perTownspeople: inTowns > 0 ? half / inTowns : 0 };
}

export const boxAreaSquareKm = ({ west, south, east, north }: Box): number =>
  ringAreaSquareKm(cellRing([west, south, east, north], null));
