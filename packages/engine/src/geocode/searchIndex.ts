import { countryHabits, nameKey, nameWords, subdivisionsOf } from '@hinterland/catalogue';
import {
  type AddressSearchTables,
  addressCountries,
  addressSearchTables,
  SEARCH_NAME_KINDS,
  type SearchNameKind,
  type Territory,
  Utf8Column,
} from '@hinterland/territory';
import { PerTerritory } from '../memory/perTerritory.ts';
import { type NameText, NameTexts } from './cover.ts';
import { type LetteredNumbers, letteredNumbersOf } from './letteredNumbers.ts';
import { type HeldPostcodes, heldPostcodesOf } from './postcodes.ts';
import { Words } from './words.ts';

/** A state or province that addresses or areas of a territory are in. */
export interface Subdivision {
  readonly name: NameText;
  /** One word. */
  readonly abbreviation: NameText;
  /** Rows of `texts`: regions of addresses, those written as the name and those as the abbreviation. */
  readonly named: readonly number[];
  readonly abbreviated: readonly number[];
  /** Rows of `areas`. */
  readonly areas: readonly number[];
}

/** State that all searches of one territory share. */
export interface SearchIndex extends AddressSearchTables {
  readonly decoded: Words;
  readonly nameTexts: NameTexts;
  /** By row of `names`: equal for spellings of one name. */
  readonly nameKey: (name: number) => string;
  readonly countries: readonly string[];
  /** Codes of the countries, and their names in English and in their own languages. */
  readonly countryNames: readonly NameText[];
  readonly subdivisions: readonly Subdivision[];
  /** By row of `texts`, of regions of addresses. */
  readonly subdivisionOf: ReadonlyMap<number, Subdivision>;
  /** By row of `addresses`, the digits behind the slash of "806/3", 0 without; null where no country has such numbers. */
  readonly secondNumbers: Uint32Array | null;
  readonly letteredNumbers: LetteredNumbers;
  readonly postcodes: HeldPostcodes;
  /** First row of `names` of each kind, and one behind the last. */
  readonly firstOfKind: Readonly<Record<SearchNameKind, number>>;
  readonly endOfKind: Readonly<Record<SearchNameKind, number>>;
  /** Marks that a search sets on names; every search resets them to zero. */
  readonly score: Float32Array;
  readonly mask: Uint32Array;
}

const SLASH = 0x2f;
const ZERO = 0x30;

const indexes = new PerTerritory<SearchIndex>();
const countries = new PerTerritory<readonly string[]>();

/** Returns the countries by whose habits a territory's addresses and queries are read: see `addressCountries`. */
export const countriesOf = (territory: Territory): readonly string[] =>
  countries.get(territory, 'countries', () => addressCountries(territory));

/** Returns the index of a territory; makes it if the bundle has none. */
export function searchIndexOf(territory: Territory): SearchIndex {
  return indexes.get(territory, 'search', () => {
    const countries = countriesOf(territory);
    const { tables, decoded } = tablesOf(territory, countries);
    const { names } = tables;
    const bounds = SEARCH_NAME_KINDS.map((_, kind) => lowerBound(names.kind, kind));
    const byKind = (at: (kind: number) => number) =>
      Object.fromEntries(SEARCH_NAME_KINDS.map((name, kind) => [name, at(kind)])) as Record<SearchNameKind, number>;
    const nameTexts = new NameTexts(countries);
    const subdivisions = subdivisionsIn(territory, tables, nameTexts, countries);
    return {
      ...tables,
      countries,
      countryNames: territory.manifest.countries
        .flatMap((code) => [code, ...countryNames(code)])
        .map((text) => nameTexts.of(text)),
      decoded,
      nameTexts,
      nameKey: nameKeys(territory, tables, countries),
      secondNumbers: countries.some((code) => countryHabits(code).doubleNumbers !== null)
        ? secondNumbersOf(territory)
        : null,
      letteredNumbers: letteredNumbersOf(territory, tables, countries),
      postcodes: heldPostcodesOf(territory, tables, countries),
      subdivisions,
      subdivisionOf: new Map(
        subdivisions.flatMap((one) => [...one.named, ...one.abbreviated].map((row) => [row, one] as const)),
      ),
      firstOfKind: byKind((kind) => bounds[kind]!),
      endOfKind: byKind((kind) => bounds[kind + 1] ?? names.rows),
      score: new Float32Array(names.rows),
      mask: new Uint32Array(names.rows),
    };
  });
}

/** Names of which an index must hold the words. */
const NAMES_CHECKED = 500;

/** Returns the index of a bundle; makes it if the bundle has none, or one of code that read names in another way. */
function tablesOf(territory: Territory, countries: readonly string[]): { tables: AddressSearchTables; decoded: Words } {
  const held = territory.search;
  if (held !== null) {
    const decoded = new Words(held.words.word, countries);
    if (hasWordsOfNames(territory, held, decoded, countries)) return { tables: held, decoded };
  }
  const tables = addressSearchTables(territory);
  return { tables, decoded: new Words(tables.words.word, countries) };
}

function hasWordsOfNames(
  { texts, areas }: Territory,
  { names }: AddressSearchTables,
  decoded: Words,
  countries: readonly string[],
): boolean {
  const area = SEARCH_NAME_KINDS.indexOf('area');
  const step = Math.max(1, Math.floor(names.rows / NAMES_CHECKED));
  for (let name = 0; name < names.rows; name += step) {
    const row = names.text[name]!;
    const text = names.kind[name] === area ? areas.name.at(row) : texts.text.at(row);
    if (!nameWords(text, countries).every((word) => decoded.has(word))) return false;
  }
  return true;
}

/** Names of a country in English and in its own languages. */
function countryNames(code: string): string[] {
  const { streetLanguages, otherNames } = countryHabits(code);
  // Unassigned codes have no name, and other texts throw.
  const languages = /^[A-Z]{2}$/.test(code) ? [...new Set(['en', ...streetLanguages])] : [];
  const named = languages.flatMap(
    (language) => new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }).of(code) ?? [],
  );
  return [...named, ...otherNames];
}

const MOST_KEYS_KEPT = 20_000;

/** Keeps keys of names: the same streets occur in every search of a town. */
function nameKeys(
  { texts, areas }: Territory,
  { names }: AddressSearchTables,
  countries: readonly string[],
): (name: number) => string {
  const area = SEARCH_NAME_KINDS.indexOf('area');
  const kept = new Map<number, string>();
  return (name) => {
    let key = kept.get(name);
    if (key === undefined) {
      const row = names.text[name]!;
      key = nameKey(names.kind[name] === area ? areas.name.at(row) : texts.text.at(row), countries);
      if (kept.size >= MOST_KEYS_KEPT) kept.clear();
      kept.set(name, key);
    }
    return key;
  };
}

function secondNumbersOf({ addresses: { number, rows } }: Territory): Uint32Array {
  const { offsets, bytes } = Utf8Column.from(number);
  const values = new Uint32Array(rows);
  for (let row = 0; row < rows; row++) {
    const end = offsets[row + 1]!;
    let at = offsets[row]!;
    while (at < end && bytes[at] !== SLASH) at++;
    for (at++; at < end && bytes[at]! >= ZERO && bytes[at]! <= ZERO + 9; at++) {
      values[row] = 10 * values[row]! + bytes[at]! - ZERO;
    }
  }
  return values;
}

function subdivisionsIn(
  { manifest, texts, areas }: Territory,
  { names }: AddressSearchTables,
  nameTexts: NameTexts,
  countries: readonly string[],
) {
  const rowsBy = (kind: SearchNameKind, column: Territory['texts']['text']) => {
    const rows = new Map<string, number[]>();
    for (let name = 0; name < names.rows; name++) {
      if (names.kind[name] !== SEARCH_NAME_KINDS.indexOf(kind)) continue;
      const row = names.text[name]!;
      const key = nameKey(column.at(row), countries);
      rows.set(key, [...(rows.get(key) ?? []), row]);
    }
    return (text: string) => rows.get(nameKey(text, countries)) ?? [];
  };
  const regions = rowsBy('region', texts.text);
  const areasNamed = rowsBy('area', areas.name);
  return manifest.countries
    .flatMap(subdivisionsOf)
    .map(({ name, abbreviation }) => ({
      name: nameTexts.of(name),
      abbreviation: nameTexts.of(abbreviation),
      named: regions(name),
      abbreviated: regions(abbreviation),
      areas: areasNamed(name),
    }))
    .filter(({ named, abbreviated, areas }) => named.length + abbreviated.length + areas.length > 0);
}

/** Returns the first place of an ascending column, from `low` to before `high`, whose value is not below the given one. */
export function lowerBound(column: Uint8Array | Uint32Array, value: number, low = 0, high = column.length): number {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (column[middle]! < value) from = middle + 1;
    else to = middle;
  }
  return from;
}
