import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { SECTORS, type SectorCode } from '@hinterland/catalogue';
import { feature, isIn } from '@rapideditor/country-coder';
import type { KnownBrand } from '../inputs/stores.ts';

/** An item of the name-suggestion-index; its README describes the format. */
interface IndexItem {
  readonly displayName: string;
  readonly locationSet: { readonly include?: readonly Location[]; readonly exclude?: readonly Location[] };
  readonly matchNames?: readonly string[];
  readonly tags: Readonly<Record<string, string>>;
}
/** A region code, the name of a file with an outline ("us-ny.geojson"), or [lng, lat, radius in km]. */
type Location = string | readonly number[];

const SECTOR_OF_PATH: ReadonlyMap<string, SectorCode> = new Map(
  SECTORS.flatMap(({ code, mapping }) => mapping.nsi.map((path) => [path, code] as const)),
);

/**
 * Brands of the name-suggestion-index (BSD-3-Clause) that do business in any of the countries, with their spellings, in
 * sectors of the catalogue only: what carries a brand without being a place of business of one (bicycle docks,
 * playgrounds, charging points) has no sector. A brand that is spelled differently elsewhere appears once, as here.
 */
export async function knownBrands(countries: readonly string[]): Promise<KnownBrand[]> {
  // The package's exports name its program only; the data are in the same folder.
  const program = createRequire(import.meta.url).resolve('name-suggestion-index');
  const path = join(dirname(program), '../json/nsi.min.json');
  const { nsi } = JSON.parse(await readFile(path, 'utf8')) as {
    nsi: Readonly<Record<string, { readonly items: readonly IndexItem[] }>>;
  };
  const brands: KnownBrand[] = [];
  const isHere = atAnyOf(countries);
  for (const [category, sector] of SECTOR_OF_PATH) {
    for (const item of nsi[category]?.items ?? []) {
      if (!isHere(item)) continue;
      const { tags } = item;
      const name = tags.brand ?? tags.name ?? item.displayName;
      const alternatives = Object.entries(tags).flatMap(([key, value]) =>
        /^(brand|name|alt_name|short_name|official_name|old_name)(:[a-z]{2})?$/.test(key) ? value.split(';') : [],
      );
      brands.push({
        name,
        wikidata: tags['brand:wikidata'] ?? '',
        sector,
        spellings: [...new Set([item.displayName, ...alternatives, ...(item.matchNames ?? [])])],
      });
    }
  }
  return brands;
}

/** Returns whether an item is at home in any of the countries; most items share a few location sets. */
function atAnyOf(countries: readonly string[]): (item: IndexItem) => boolean {
  const answers = new Map<string, boolean>();
  return (item) => {
    const key = JSON.stringify(item.locationSet);
    const known = answers.get(key) ?? countries.some((country) => isAt(item, country));
    answers.set(key, known);
    return known;
  };
}

function isAt({ locationSet: { include = ['001'], exclude = [] } }: IndexItem, country: string): boolean {
  return (
    include.some((location) => covers(location, country)) && !exclude.some((location) => isWhole(location, country))
  );
}

/** Whether a location lies in the country or holds it. A file's name begins with its country's code. */
function covers(location: Location, country: string): boolean {
  if (typeof location !== 'string') return isIn([location[0]!, location[1]!], country) === true;
  const code = location.replace(/\.geojson$/, '');
  if (code === '001') return true;
  if (code !== location || /^[a-z]{2}-/.test(code)) return code.slice(0, 2).toUpperCase() === country;
  return isWhole(location, country);
}

/** Whether a location holds all of the country. */
function isWhole(location: Location, country: string): boolean {
  if (typeof location !== 'string' || location.endsWith('.geojson')) return false;
  if (location.toUpperCase() === country) return true;
  return feature(country) !== null && feature(location) !== null && isIn(country, location) === true;
}
