import { fold } from '@hinterland/catalogue';
import { haversineMeters } from '@hinterland/geo';
import { shippedTable } from './shippedTable.ts';

/** A populated place of GeoNames. */
export interface Town {
  readonly name: string;
  readonly lat: number;
  readonly lng: number;
  /** ISO 3166-1, two letters. */
  readonly country: string;
  /** The state, province or the like that it lies in; "" where that is not known. */
  readonly region: string;
  readonly population: number;
  readonly timeZone: string;
}

/** Two rows of the table this near to each other are one town: the town, and the seat of its district. */
const SAME_TOWN_METERS = 8000;

let text: string | undefined;
/** All rows, the largest town first. Each ends with its names as `fold` makes them, each between bars. */
const table = (): string => {
  text ??= shippedTable('towns.tsv.br');
  return text;
};

/** Names that were asked for, with their towns. */
const asked = new Map<string, Town[]>();

/** Words behind the names of towns in East Asia, which people leave out: city, district, county. */
const SUFFIXES = ['市', '区', '區', '县', '縣', '시', '구', '군'];

/** Towns of any of their names in any script, the largest first. */
export function townsCalled(name: string): readonly Town[] {
  const key = fold(name);
  if (key === '') return [];
  let found = asked.get(key) ?? search(key);
  if (found.length === 0 && /^[\p{sc=Han}\p{sc=Hangul}]+$/u.test(key))
    found = SUFFIXES.flatMap((suffix) => search(key + suffix));
  asked.set(key, found);
  return found;
}

/** Whether a town bears a name itself, rather than in another language; "Halle" is also the name of "Halle (Saale)". */
export const isOwnName = ({ name }: Town, text: string): boolean =>
  fold(name) === fold(text) || (name.includes('(') && fold(name.replace(/\(.*\)/, '')) === fold(text));

function search(key: string): Town[] {
  const found: Town[] = [];
  const rows = table();
  for (let at = rows.indexOf(`|${key}|`); at >= 0; ) {
    const end = rows.indexOf('\n', at);
    const town = townOf(rows.slice(rows.lastIndexOf('\n', at) + 1, end));
    if (!found.some((other) => isSame(other, town))) found.push(town);
    at = rows.indexOf(`|${key}|`, end);
  }
  return found;
}

let towns: readonly Town[] | undefined;

/** Every town, the largest first. */
export function allTowns(): readonly Town[] {
  towns ??= table().trimEnd().split('\n').map(townOf);
  return towns;
}

/** Every town with all of its names, folded; read as it goes, since few ask. */
export function* namedTowns(): Generator<{ readonly town: Town; readonly names: readonly string[] }> {
  for (const row of table().trimEnd().split('\n')) {
    yield { town: townOf(row), names: row.slice(row.indexOf('|') + 1, -1).split('|') };
  }
}

function townOf(row: string): Town {
  const [name, lat, lng, country, region, population, timeZone] = row.split('\t', 7) as string[];
  return {
    name: name!,
    lat: Number(lat),
    lng: Number(lng),
    country: country!,
    region: region!,
    population: Number(population),
    timeZone: timeZone!,
  };
}

const isSame = (a: Town, b: Town): boolean =>
  a.country === b.country && a.region === b.region && haversineMeters(a.lng, a.lat, b.lng, b.lat) < SAME_TOWN_METERS;
