import {
  type AddressSearchTables,
  addressSearchTables,
  SEARCH_NAME_KINDS,
  type SearchNameKind,
  type Territory,
} from '@hinterland/territory';
import { PerTerritory } from '../memory/perTerritory.ts';
import { NameTexts } from './cover.ts';
import { Words } from './words.ts';

/** State that all searches of one territory share. */
export interface SearchIndex extends AddressSearchTables {
  readonly decoded: Words;
  readonly nameTexts: NameTexts;
  readonly countries: readonly string[];
  /** First row of `names` of each kind, and one behind the last. */
  readonly firstOfKind: Readonly<Record<SearchNameKind, number>>;
  readonly endOfKind: Readonly<Record<SearchNameKind, number>>;
  /** Marks that a search sets on names; every search resets them to zero. */
  readonly score: Float32Array;
  readonly mask: Uint32Array;
}

const indexes = new PerTerritory<SearchIndex>();

/** Returns the index of a territory; makes it if the bundle has none. */
export function searchIndexOf(territory: Territory): SearchIndex {
  return indexes.get(territory, 'search', () => {
    const tables = territory.search ?? addressSearchTables(territory);
    const { names, words } = tables;
    const { countries } = territory.manifest;
    const bounds = SEARCH_NAME_KINDS.map((_, kind) => lowerBound(names.kind, kind));
    const byKind = (at: (kind: number) => number) =>
      Object.fromEntries(SEARCH_NAME_KINDS.map((name, kind) => [name, at(kind)])) as Record<SearchNameKind, number>;
    return {
      ...tables,
      countries,
      decoded: new Words(words.word, countries),
      nameTexts: new NameTexts(countries),
      firstOfKind: byKind((kind) => bounds[kind]!),
      endOfKind: byKind((kind) => bounds[kind + 1] ?? names.rows),
      score: new Float32Array(names.rows),
      mask: new Uint32Array(names.rows),
    };
  });
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
