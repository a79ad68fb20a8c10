import { fold } from '@hinterland/catalogue';
import { type Box, boxContains, emptyBox, expandBoxMeters, extendBox, haversineMeters } from '@hinterland/geo';
import { iso1A2Code } from '@rapideditor/country-coder';
import { ImportError } from '../errors/importError.ts';
import { type Country, countryCalled, countryOf } from './countries.ts';
import { Namesakes } from './namesakes.ts';
import type { Place } from './place.ts';
import { type Extract, shippedExtracts } from './regions.ts';
import { allTowns, type Town, townsCalled } from './towns.ts';

/** Half the side of a town's box where nothing else is said: what 30 minutes by car reach. */
const USUAL_RADIUS_KM = 25;
const LARGEST_RADIUS_KM = 300;
/** A town stands for its name alone where it has so many people, and so many times those of the next one. */
const KNOWN_PEOPLE = 100_000;
const KNOWN_TIMES = 10;
/** Namesakes that a sentence lists. */
const LISTED = 12;

/**
 * Returns the place that somebody means: a town ("Graz, Austria", "Porto"), a country or its code, a region of the index of
 * extracts ("hessen"), a box (west,south,east,north) or a point (lat,lng). Names are taken in any script. Throws ImportError
 * with the candidates where several places have the name, and with the nearest name where none has.
 */
export function findPlace(text: string, radiusKm: number = USUAL_RADIUS_KM): Place {
  if (!(radiusKm >= 1 && radiusKm <= LARGEST_RADIUS_KM)) {
    throw new ImportError(`A radius of ${radiusKm} km does not work; choose 1 to ${LARGEST_RADIUS_KM}.`);
  }
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (numbers.every(Number.isFinite)) {
    if (numbers.length === 4) return boxPlace(numbers as [number, number, number, number]);
    if (numbers.length === 2) return pointPlace(numbers[0]!, numbers[1]!, radiusKm);
  }
  const country = countryCalled(text);
  if (country !== undefined) return countryPlace(country);
  const region = regionCalled(text);
  const [name = '', ...rest] = text.split(',').map((part) => part.trim());
  const towns = bestNamed(text, rest.length === 0 ? townsCalled(name) : townsIn(townsCalled(name), rest));
  const largest = towns[0];
  if (region !== undefined && (largest === undefined || largest.population < KNOWN_PEOPLE)) return regionPlace(region);
  if (largest === undefined) throw unknownPlace(text, name, rest);
  const isKnown =
    towns.length === 1 ||
    (largest.population >= KNOWN_PEOPLE && largest.population >= KNOWN_TIMES * towns[1]!.population);
  if (!isKnown) throw namesakes(name, towns);
  return townPlace(largest, towns, radiusKm);
}

/** Of towns, those that bear the name themselves, unless one that has it as another name is far larger. */
function bestNamed(text: string, towns: readonly Town[]): readonly Town[] {
  const key = fold(text.split(',')[0]!);
  const own = towns.filter(({ name }) => fold(name) === key);
  const isOutgrown = towns.length > 0 && own.length > 0 && towns[0]!.population >= KNOWN_TIMES * own[0]!.population;
  return own.length === 0 || isOutgrown ? towns : own;
}

/** Towns of a country or region that the words after the name mean; all must fit. */
function townsIn(towns: readonly Town[], words: readonly string[]): Town[] {
  return words.reduce<Town[]>(
    (left, word) => {
      const country = countryCalled(word)?.code;
      const key = fold(word);
      return left.filter(
        (town) => town.country === country || (key !== '' && ` ${fold(town.region)} `.includes(` ${key} `)),
      );
    },
    [...towns],
  );
}

const people = (count: number) => (count > 0 ? `, ${count.toLocaleString('en-US')} people` : '');
const fullName = ({ name, region, country }: Town) => [name, region, country].filter((part) => part !== '').join(', ');

function namesakes(name: string, towns: readonly Town[]): Namesakes {
  const shown = towns.slice(0, LISTED).map((town) => `  "${fullName(town)}"${people(town.population)}`);
  const more = towns.length > LISTED ? `\n  and ${towns.length - LISTED} more` : '';
  return new Namesakes(
    `${towns.length} places are called ${name}. Say which, with its region or country, or as a point lat,lng:\n${shown.join('\n')}${more}`,
    towns.slice(0, LISTED).map((town) => ({ name: fullName(town), population: town.population })),
  );
}

function unknownPlace(text: string, name: string, rest: readonly string[]): ImportError {
  const elsewhere = rest.length > 0 ? townsCalled(name) : [];
  const hint =
    elsewhere.length > 0
      ? `${name} is a place in ${[...new Set(elsewhere.map(({ country }) => countryOf(country)?.name ?? country))].slice(0, 8).join(', ')}.`
      : `The table has towns of 5,000 people and more; of a smaller place give a point, such as 48.41,15.61, and a radius.`;
  return new ImportError(`No place is called "${text}". ${hint}`);
}

/** The extract of the index that an id ("us/vermont"), its last part or its name means. */
function regionCalled(text: string): Extract | undefined {
  const key = fold(text);
  const all = shippedExtracts();
  return (
    all.find(({ id }) => id === text.trim().toLowerCase()) ??
    all.find(({ id, name }) => fold(id.split('/').at(-1)!) === key || fold(name) === key)
  );
}

const idOf = (...parts: string[]): string =>
  parts
    .map((part) =>
      fold(part)
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, ''),
    )
    .filter((part) => part !== '')
    .join('-')
    .slice(0, 80) || 'place';

function townPlace(town: Town, namesake: readonly Town[], radiusKm: number): Place {
  const others = namesake.slice(1, 4).map((other) => `"${fullName(other)}"`);
  const isAlone = !townsCalled(town.name).some(
    (other) => other !== town && other.country === town.country && other.lat !== town.lat,
  );
  const around = sideOfPoint(town.lng, town.lat, radiusKm);
  return {
    id: isAlone ? idOf(town.name, town.country) : idOf(town.name, town.region, town.country),
    name: town.name,
    countries: countriesIn(around.box, town.country),
    timeZone: town.timeZone,
    box: around.box,
    center: { lat: town.lat, lng: town.lng },
    population: town.population,
    notes: [
      ...(others.length > 0
        ? [`The largest of ${namesake.length} places of that name is taken; others are ${others.join(', ')}.`]
        : []),
      ...around.notes,
    ],
  };
}

function pointPlace(lat: number, lng: number, radiusKm: number): Place {
  if (Math.abs(lat) > 90 || Math.abs(lng) > 180) {
    throw new ImportError(`${lat},${lng} lies off the globe. Latitude comes first (-90 to 90), then longitude.`);
  }
  const { box, notes } = sideOfPoint(lng, lat, radiusKm);
  return {
    ...boxed(
      box,
      `around ${lat}, ${lng}`,
      idOf('at', `${Math.abs(lat)}${lat < 0 ? 's' : 'n'}`, `${Math.abs(lng)}${lng < 0 ? 'w' : 'e'}`),
    ),
    center: { lat, lng },
    notes,
  };
}

function boxPlace([west, south, east, north]: [number, number, number, number]): Place {
  if (
    !(south < north && Math.abs(south) <= 90 && Math.abs(north) <= 90 && Math.abs(west) <= 180 && Math.abs(east) <= 180)
  ) {
    throw new ImportError(`${west},${south},${east},${north} is no box. Write west,south,east,north in degrees.`);
  }
  if (west === east) throw new ImportError(`The box ${west},${south},${east},${north} has no width.`);
  const { box, notes } = oneSide(west, south, east, north);
  return {
    ...boxed(
      box,
      `${west}, ${south} to ${east}, ${north}`,
      idOf('box', ...[west, south, east, north].map((side) => `${side < 0 ? 'm' : ''}${Math.abs(side)}`)),
    ),
    notes,
  };
}

function boxed(box: Box, name: string, id: string): Place {
  const [lng, lat] = [(box.west + box.east) / 2, (box.south + box.north) / 2];
  const inside = townsInBox(box);
  const nearest = inside[0] ?? nearestTown(lng, lat);
  const codes = countriesIn(box, inside[0]?.country);
  if (codes.length === 0) {
    throw new ImportError(`The box ${name} lies in the open sea: no country reaches into it. Choose a place on land.`);
  }
  return { id, name, countries: codes, timeZone: nearest.timeZone, box, population: 0, notes: [] };
}

function countryPlace(country: Country): Place {
  const { code, name } = country;
  const own = shippedExtracts().find(({ countries }) => countries.length === 1 && countries[0] === code);
  const { west, south, east, north } = country.box;
  const side = own === undefined ? oneSide(west, south, east, north) : { box: boxOfExtract(own), notes: [] };
  const capital = townsCalled(country.capital).find((town) => town.country === code);
  return {
    id: idOf(name),
    name,
    countries: [code],
    timeZone: country.timeZone,
    box: side.box,
    ...(capital === undefined || !boxContains(side.box, capital.lng, capital.lat)
      ? {}
      : { center: { lat: capital.lat, lng: capital.lng } }),
    ...(own === undefined ? { points: townsOf(code) } : { whole: { extract: own.id } }),
    population: country.population,
    notes: side.notes,
  };
}

/** Towns that an extract of a country must have. */
const MOST_POINTS = 200;

const townsOf = (code: string): [lng: number, lat: number][] =>
  allTowns()
    .filter(({ country }) => country === code)
    .slice(0, MOST_POINTS)
    .map(({ lng, lat }) => [lng, lat]);

function regionPlace(region: Extract): Place {
  const box = boxOfExtract(region);
  const [largest] = townsInBox(box);
  const codes = region.countries.length > 0 ? region.countries : countriesIn(box, largest?.country);
  return {
    id: idOf(region.id),
    name: region.name.includes('/') ? region.name.split('/').at(-1)! : region.name,
    countries: codes,
    timeZone: largest?.timeZone ?? 'UTC',
    box,
    ...(largest === undefined ? {} : { center: { lat: largest.lat, lng: largest.lng } }),
    whole: { extract: region.id },
    population: 0,
    notes: [],
  };
}

function boxOfExtract({ outline }: Extract): Box {
  const box = emptyBox();
  for (const [lng, lat] of outline.flat(2) as [number, number][]) extendBox(box, lng, lat);
  return box;
}

interface Side {
  readonly box: Box;
  readonly notes: readonly string[];
}

function sideOfPoint(lng: number, lat: number, radiusKm: number): Side {
  const box = rounded(expandBoxMeters({ west: lng, south: lat, east: lng, north: lat }, radiusKm * 1000));
  const isCut = (box.east === 180 || box.west === -180) && box.east - box.west < 360;
  return { box, notes: isCut ? ['The box ends at the antimeridian, which no territory crosses.'] : [] };
}

/** Four decimals, some 10 m, are enough for a box that people read. */
const rounded = ({ west, south, east, north }: Box): Box => ({
  west: Math.floor(west * 1e4) / 1e4,
  south: Math.floor(south * 1e4) / 1e4,
  east: Math.ceil(east * 1e4) / 1e4,
  north: Math.ceil(north * 1e4) / 1e4,
});

/** A box that passes the antimeridian is cut there; the side with more people in towns stays. */
function oneSide(west: number, south: number, east: number, north: number): Side {
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

function townsInBox(box: Box): readonly Town[] {
  return allTowns().filter(({ lng, lat }) => boxContains(box, lng, lat));
}

function nearestTown(lng: number, lat: number): Town {
  let best: Town | undefined;
  let least = Infinity;
  for (const town of allTowns()) {
    const meters = haversineMeters(lng, lat, town.lng, town.lat);
    if (meters < least) [least, best] = [meters, town];
  }
  return best!;
}

/** Points along each side of a box at which countries are looked up. */
const SAMPLES = 9;

/** Codes of the countries that a box touches, `first` first; those of its middle come before those of its edge. */
function countriesIn({ west, south, east, north }: Box, first?: string): string[] {
  const found = new Map<string, number>();
  for (let i = 0; i < SAMPLES; i++) {
    for (let j = 0; j < SAMPLES; j++) {
      const [u, v] = [(i + 0.5) / SAMPLES, (j + 0.5) / SAMPLES];
      const code = iso1A2Code([west + (east - west) * u, south + (north - south) * v]);
      if (code !== null && countryOf(code) !== undefined) found.set(code, (found.get(code) ?? 0) + 1);
    }
  }
  const byCount = [...found].sort((a, b) => b[1] - a[1]).map(([code]) => code);
  return first === undefined ? byCount : [first, ...byCount.filter((code) => code !== first)];
}
