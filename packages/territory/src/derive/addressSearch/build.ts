import { leadingDigits, MOST_DIGITS, nameWords } from '@hinterland/catalogue';
import { NONE, SEARCH_NAME_KINDS, SEARCH_TABLES, type SearchNameKind } from '../../format/tables.ts';
import { tableOf } from '../../memory/columns.ts';
import type { AddressSearchTables, Territory } from '../../memory/territory.ts';
import { Utf8Column } from '../../memory/text.ts';
import { addressCountries } from './addressCountries.ts';
import { addressMiddles, type Groups, groupOf } from './middles.ts';
import { roadNames } from './roadNames.ts';
import { wordIndex } from './wordIndex.ts';

/** Tables that the index is made from. */
type SearchableTerritory = Pick<Territory, 'texts' | 'addresses' | 'poles' | 'areas' | 'edges' | 'nodes'> & {
  readonly manifest: { readonly countries: readonly string[] };
};

interface Name {
  readonly kind: SearchNameKind;
  readonly text: number;
  readonly first: number;
  readonly count: number;
  readonly addresses: number;
  readonly middle: number;
}

/**
 * Makes the index of address search over a territory's addresses, roads and areas. Streets, localities, regions,
 * postcodes and areas are names that are found by their words, each once for the whole territory; house numbers are
 * found in the order of the addresses of a street. So the index grows with the number of different names, and by 8
 * bytes per address.
 */
export function addressSearchTables(territory: SearchableTerritory): AddressSearchTables {
  const { addresses, texts, areas } = territory;
  const countries = addressCountries(territory);
  const streets = streetRuns(territory);
  const names = [
    ...streetNames(territory, streets),
    ...roadNames(territory),
    ...namesOf(territory, 'locality'),
    ...namesOf(territory, 'region'),
    ...namesOf(territory, 'postcode'),
    ...Array.from({ length: areas.rows }, (_, row) => ({ ...NOTHING, kind: 'area' as const, text: row })),
  ].sort(byKindAndSize);
  const wordsOf = ({ kind, text }: Name): readonly string[] => {
    const words = nameWords(kind === 'area' ? areas.name.at(text) : texts.text.at(text), countries);
    // "1012 AB" is typed as "1012ab", too.
    return kind === 'postcode' && words.length > 1 ? [...words, words.join('')] : words;
  };
  const index = wordIndex(names.length, (row) => wordsOf(names[row]!));
  const column = (of: (name: Name) => number) => Uint32Array.from(names, of);
  return {
    names: tableOf(SEARCH_TABLES.searchNames, {
      kind: Uint8Array.from(names, ({ kind }) => SEARCH_NAME_KINDS.indexOf(kind)),
      text: column(({ text }) => text),
      first: column(({ first }) => first),
      count: column(({ count }) => count),
      addresses: column((name) => name.addresses),
      middle: column(({ middle }) => middle),
    }),
    streets: tableOf(SEARCH_TABLES.searchStreets, { firstAddress: streets.first, middle: streets.middle }),
    words: tableOf(SEARCH_TABLES.searchWords, { word: index.words, firstPosting: index.firstPosting }),
    postings: tableOf(SEARCH_TABLES.searchPostings, { name: index.postings }),
    numbers: tableOf(SEARCH_TABLES.searchNumbers, { value: numberValues(addresses) }),
    poles: tableOf(SEARCH_TABLES.searchPoles, { address: byPole(territory) }),
  };
}

/** The same tables under their names in the bundle. */
export const namedSearchTables = ({ names, streets, words, postings, numbers, poles }: AddressSearchTables) => ({
  searchNames: names,
  searchStreets: streets,
  searchWords: words,
  searchPostings: postings,
  searchNumbers: numbers,
  searchPoles: poles,
});

const NOTHING = { first: NONE, count: 0, addresses: 0, middle: NONE };

/** Ties are broken by text, so that the same addresses give the same index. */
function byKindAndSize(a: Name, b: Name): number {
  return (
    SEARCH_NAME_KINDS.indexOf(a.kind) - SEARCH_NAME_KINDS.indexOf(b.kind) ||
    b.addresses - a.addresses ||
    a.text - b.text ||
    a.first - b.first
  );
}

interface Runs extends Groups {
  readonly middle: Uint32Array;
}

/** Addresses in a row that share street, locality and region. */
function streetRuns(territory: SearchableTerritory): Runs {
  const { addresses } = territory;
  const first: number[] = [];
  for (let row = 0; row < addresses.rows; row++) {
    const before = row - 1;
    const goesOn =
      row > 0 &&
      addresses.street[row] === addresses.street[before] &&
      addresses.locality[row] === addresses.locality[before] &&
      addresses.region[row] === addresses.region[before];
    if (!goesOn) first.push(row);
  }
  const runs = { first: Uint32Array.from(first), rows: addresses.rows };
  return { ...runs, middle: addressMiddles(territory, groupOf(runs), first.length) };
}

/** Streets by name; addresses without a street go by the name of their locality. */
function streetNames({ addresses }: SearchableTerritory, runs: Runs): Name[] {
  const nameAt = (run: number) => {
    const row = runs.first[run]!;
    return addresses.street[row] === 0 ? addresses.locality[row]! : addresses.street[row]!;
  };
  const end = (run: number) => runs.first[run + 1] ?? runs.rows;
  const names: Name[] = [];
  for (let run = 0; run < runs.first.length; ) {
    const text = nameAt(run);
    const isUnnamed = addresses.street[runs.first[run]!] === 0;
    let next = run;
    let largest = run;
    for (; next < runs.first.length && nameAt(next) === text; next++) {
      if ((addresses.street[runs.first[next]!] === 0) !== isUnnamed) break;
      if (end(next) - runs.first[next]! > end(largest) - runs.first[largest]!) largest = next;
    }
    const count = end(next - 1) - runs.first[run]!;
    if (text !== 0) {
      names.push({
        kind: 'street',
        text,
        first: run,
        count: next - run,
        addresses: count,
        middle: runs.middle[largest]!,
      });
    }
    run = next;
  }
  return names;
}

/** Every different text of a column, with its addresses and the one in their middle. */
function namesOf(territory: SearchableTerritory, kind: 'locality' | 'region' | 'postcode'): Name[] {
  const column = territory.addresses[kind];
  const size = territory.texts.rows;
  const counts = new Uint32Array(size);
  for (const text of column) counts[text]!++;
  const middles = addressMiddles(territory, column, size);
  const names: Name[] = [];
  counts.forEach((addresses, text) => {
    if (text !== 0 && addresses > 0) names.push({ ...NOTHING, kind, text, addresses, middle: middles[text]! });
  });
  return names;
}

/** The digits that each number begins with, read from its bytes: see `leadingDigits`. */
function numberValues({ number, rows }: Territory['addresses']): Uint32Array {
  const { offsets, bytes } = Utf8Column.from(number);
  const values = new Uint32Array(rows);
  for (let row = 0; row < rows; row++) {
    const end = Math.min(offsets[row + 1]!, offsets[row]! + MOST_DIGITS);
    // Digits of another script are more than a byte each.
    if (bytes[offsets[row]!]! > 0x7f) {
      values[row] = Math.min(NONE, leadingDigits(number.at(row)));
      continue;
    }
    let value = 0;
    for (let at = offsets[row]!; at < end; at++) {
      const digit = bytes[at]! - 0x30;
      if (digit < 0 || digit > 9) break;
      value = 10 * value + digit;
    }
    values[row] = Math.min(NONE, value);
  }
  return values;
}

function byPole({ addresses, poles }: SearchableTerritory): Uint32Array {
  const next = new Uint32Array(poles.rows + 1);
  for (const pole of addresses.pole) next[pole + 1]!++;
  for (let pole = 0; pole < poles.rows; pole++) next[pole + 1]! += next[pole]!;
  const order = new Uint32Array(addresses.rows);
  addresses.pole.forEach((pole, row) => {
    order[next[pole]!++] = row;
  });
  return order;
}
