import { fold } from '@hinterland/catalogue';
import { type Box, boxContains, emptyBox, expandBoxMeters, extendBox, pointInMultiPolygon } from '@hinterland/geo';
import { countriesIn, oneSide, rounded, sideOfPoint, townsInBox } from './boxes.ts';
import { type Country, countryOf } from './countries.ts';
import type { Place } from './place.ts';
import { type Extract, shippedExtracts } from './regions.ts';
import { isNamed, type Subdivision, subdivisionsCalled, townsOfSubdivision } from './subdivisions.ts';
import { allTowns, type Town, townsCalled } from './towns.ts';

export const idOf = (...parts: string[]): string =>
  parts
    .map((part) =>
      fold(part)
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, ''),
    )
    .filter((part) => part !== '')
    .join('-')
    .slice(0, 80) || 'place';

export const fullName = ({ name, region, country }: Town) =>
  [name, region, country].filter((part) => part !== '').join(', ');

/** The box around a town. */
export function townPlace(town: Town, radiusKm: number, notes: readonly string[]): Place {
  const isAlone = !townsCalled(town.name).some(
    (other) => other !== town && other.country === town.country && other.lat !== town.lat,
  );
  const around = sideOfPoint(town.lng, town.lat, radiusKm);
  const touched = countriesIn(around.box, town.country);
  return {
    id: isAlone ? idOf(town.name, town.country) : idOf(town.name, town.region, town.country),
    name: town.name,
    countries: touched.codes,
    timeZone: town.timeZone,
    box: around.box,
    center: { lat: town.lat, lng: town.lng },
    radiusKm,
    population: town.population,
    notes: [...notes, ...around.notes, ...touched.notes],
  };
}

/** Towns that an extract of a country must have. */
const MOST_POINTS = 200;

const townsOf = (code: string): [lng: number, lat: number][] =>
  allTowns()
    .filter(({ country }) => country === code)
    .slice(0, MOST_POINTS)
    .map(({ lng, lat }) => [lng, lat]);

export function countryPlace(country: Country, notes: readonly string[]): Place {
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
    notes: [...notes, ...side.notes],
  };
}

/** An extract of the index. */
export function extractPlace(region: Extract, notes: readonly string[]): Place {
  const box = boxOfExtract(region);
  const inside = townsInBox(box).filter(({ lng, lat }) => pointInMultiPolygon(lng, lat, region.outline));
  const [largest] = inside;
  return {
    id: idOf(region.id),
    name: nameOfExtract(region),
    countries: countriesOfExtract(region, inside),
    timeZone: largest?.timeZone ?? 'UTC',
    box,
    ...(largest === undefined ? {} : { center: { lat: largest.lat, lng: largest.lng } }),
    whole: { extract: region.id },
    population: 0,
    notes,
  };
}

/** "us/new-york" is New York; some names of the index come with markup. */
function nameOfExtract({ id, name }: Extract): string {
  if (!name.includes('/') || name.includes(' ')) return name.replace(/<[^>]*>/g, ' ').trim();
  const words = id.split('/').at(-1)!.replaceAll('-', ' ');
  const [called] = subdivisionsCalled(words);
  return called?.name ?? words.replace(/\b\p{L}/gu, (letter) => letter.toUpperCase());
}

/** Share of the people of an extract's towns that a country must have: outlines are drawn a little beyond the border. */
const LEAST_SHARE = 0.02;

function countriesOfExtract(region: Extract, towns: readonly Town[]): readonly string[] {
  for (let one: Extract | undefined = region; one !== undefined; one = parentOf(one)) {
    if (one.countries.length === 1 || (one === region && one.countries.length > 0)) return one.countries;
  }
  const people = new Map<string, number>();
  for (const { country, population } of towns) people.set(country, (people.get(country) ?? 0) + population);
  const all = [...people.values()].reduce((sum, one) => sum + one, 0);
  const codes = [...people]
    .filter(([code, count]) => count >= LEAST_SHARE * all && countryOf(code) !== undefined)
    .sort((a, b) => b[1] - a[1])
    .map(([code]) => code);
  return codes.length > 0 ? codes : countriesIn(boxOfExtract(region)).codes;
}

const parentOf = ({ parent }: Extract): Extract | undefined => shippedExtracts().find(({ id }) => id === parent);

/** The extract of the index that an id ("us/vermont"), its last part or its name means. */
export function extractCalled(text: string): Extract | undefined {
  const key = fold(text);
  const all = shippedExtracts();
  return (
    all.find(({ id }) => id === text.trim().toLowerCase()) ??
    all.find(({ id, name }) => fold(id.split('/').at(-1)!) === key || fold(name) === key)
  );
}

/** So far around its towns a region without an extract of its own is taken. */
const AROUND_TOWNS_METERS = 15_000;

/** A state or province: its extract, else a box around its towns. */
export function subdivisionPlace(one: Subdivision, notes: readonly string[]): Place {
  const country = countryOf(one.country)!;
  const about = `${one.name} (${country.name}) is taken, not the whole country.`;
  const towns = townsOfSubdivision(one);
  const extract = shippedExtracts().find(
    ({ id, name, outline }) =>
      [id.split('/').at(-1)!, name, name.replace(/\(.*\)|<br.*$/g, '')].some((text) => isNamed(one, fold(text))) &&
      towns.slice(0, 1).some(({ lng, lat }) => pointInMultiPolygon(lng, lat, outline)),
  );
  if (extract !== undefined) return { ...extractPlace(extract, [...notes, about]), countries: [one.country] };
  const box = emptyBox();
  for (const { lng, lat } of towns) extendBox(box, lng, lat);
  const around = rounded(expandBoxMeters(box, AROUND_TOWNS_METERS));
  const touched = countriesIn(around, one.country);
  const [largest] = towns as [Town];
  return {
    id: idOf(one.name, one.country),
    name: one.name,
    countries: touched.codes,
    timeZone: largest.timeZone,
    box: around,
    center: { lat: largest.lat, lng: largest.lng },
    population: 0,
    notes: [
      ...notes,
      about,
      `It has no extract of its own: the box around its ${towns.length} towns is taken.`,
      ...touched.notes,
    ],
  };
}

function boxOfExtract({ outline }: Extract): Box {
  const box = emptyBox();
  for (const [lng, lat] of outline.flat(2) as [number, number][]) extendBox(box, lng, lat);
  return box;
}
