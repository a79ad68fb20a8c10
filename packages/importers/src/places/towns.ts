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

/** Towns of any of their names in any script, the largest first. */
export function townsCalled(name: string): readonly Town[] {
  const key = fold(name);
  if (key === '') return [];
  const found = asked.get(key) ?? search(key);
  asked.set(key, found);
  return found;
}

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
  a.country === b.country && haversineMeters(a.lng, a.lat, b.lng, b.lat) < SAME_TOWN_METERS;
