import { houseNumberKey, isStreetType, leadingDigits, nameKey } from '@hinterland/catalogue';
import { haversineMeters } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import type { ListingAddress } from '../inputs/listings.ts';
import { MATCH_PARAMETERS } from './parameters.ts';

/** The tables that addresses are looked up in. */
export type AddressTables = Pick<Territory, 'addresses' | 'texts' | 'poles' | 'poleAreas' | 'areas'>;

/** The pole of an address, or why there is none. `outside`: the address lies where the map does not reach. */
export type Match = { readonly pole: number } | { readonly reason: string; readonly outside: boolean };

/**
 * Finds the pole of a postal address as deeds and portals write it. The street is compared by its words (abbreviations,
 * points of the compass and ordinals in one form), without its kind where that leaves one street only. The number is
 * looked for as it is written, within ranges of the same side on either part, and without its letter. A postcode must
 * agree where both sides know one. Nothing is guessed: an address beside its neighbours, or in two places, has no pole.
 */
export class AddressMatcher {
  readonly #tables: AddressTables;
  readonly #countries: readonly string[];
  /** Rows of addresses by the words of the street. */
  readonly #byStreet = new Map<string, number[]>();
  /** Words without the kind of street to the only street that has them; null where several have. */
  readonly #byBareName = new Map<string, string | null>();
  readonly #numbers: readonly string[];
  readonly #lastNumbers: readonly string[];
  /** Words of every name met so far, in one text; names repeat from row to row. */
  readonly #keys = new Map<string, string>();
  /** Folded postcodes of the areas of the map. */
  readonly #postcodes = new Set<string>();

  constructor(tables: AddressTables, countries: readonly string[]) {
    this.#tables = tables;
    this.#countries = countries;
    const { addresses, texts } = tables;
    const keys = new Map<number, string>();
    for (let row = 0; row < addresses.rows; row++) {
      const street = addresses.street[row]!;
      let key = keys.get(street);
      if (key === undefined) {
        key = this.#key(texts.text.at(street));
        keys.set(street, key);
      }
      if (key === '') continue;
      const rows = this.#byStreet.get(key);
      if (rows === undefined) this.#byStreet.set(key, [row]);
      else rows.push(row);
    }
    for (const key of this.#byStreet.keys()) {
      const bare = this.#bare(key);
      if (bare !== '') this.#byBareName.set(bare, this.#byBareName.has(bare) ? null : key);
    }
    const keysOf = (column: typeof addresses.number) =>
      Array.from({ length: addresses.rows }, (_, row) => houseNumberKey(column.at(row)));
    this.#numbers = keysOf(addresses.number);
    this.#lastNumbers = keysOf(addresses.numberLast);
    for (let row = 0; row < addresses.rows; row++) for (const code of this.#postcodesOf(row)) this.#postcodes.add(code);
  }

  find(address: ListingAddress): Match {
    const postcode = postcodeKey(address.postcode);
    if (postcode !== '' && this.#postcodes.size > 0 && !this.#postcodes.has(postcode)) {
      return { reason: 'its postcode lies outside the map', outside: true };
    }
    const street = this.#street(address.street);
    if (street === null) return no(address.street === '' ? 'it names no street' : 'no street of the map has this name');
    const wanted = houseNumberKey(address.number);
    if (wanted === '') return no('it has no house number');
    const numbered = this.#withNumber(street, wanted, houseNumberKey(address.numberLast));
    if (numbered.length === 0) return no('the street has no such number on the map');
    const there = numbered.filter((row) => this.#agrees(row, postcode));
    if (there.length === 0) return no('the address is there, but in another postcode');
    return this.#pole(this.#preferred(there, address));
  }

  /** Addresses of a street by its name, or by what is left of it without its kind. */
  #street(name: string): readonly number[] | null {
    const key = this.#key(name);
    if (key === '') return null;
    const rows = this.#byStreet.get(key);
    if (rows !== undefined) return rows;
    const bare = this.#bare(key);
    const only = this.#byBareName.get(bare);
    // "East 3rd" may stand for East 3rd Street, but Third Avenue never for Third Street.
    return only === undefined || only === null || bare !== key ? null : this.#byStreet.get(only)!;
  }

  #key(name: string): string {
    let key = this.#keys.get(name);
    if (key === undefined) {
      key = nameKey(name, this.#countries);
      this.#keys.set(name, key);
    }
    return key;
  }

  #bare(key: string): string {
    const words = key.split(' ').filter((word) => !isStreetType(word, this.#countries));
    return words.join(' ');
  }

  #withNumber(rows: readonly number[], first: string, last: string): readonly number[] {
    const exact = rows.filter((row) => this.#numbers[row] === first || this.#lastNumbers[row] === first);
    if (exact.length > 0) return exact;
    const low = leadingDigits(first);
    const high = Math.max(low, leadingDigits(last));
    if (low === 0) return [];
    const inRange = rows.filter((row) => {
      const from = leadingDigits(this.#numbers[row]!);
      const to = Math.max(from, leadingDigits(this.#lastNumbers[row]!));
      // Ranges count along one side of the street.
      return from > 0 && (from - low) % 2 === 0 && from <= high && low <= to && (from < to || low < high);
    });
    if (inRange.length > 0) return inRange;
    return rows.filter(
      (row) => leadingDigits(this.#numbers[row]!) === low && isBareOrLettered(this.#numbers[row]!, first),
    );
  }

  #agrees(row: number, postcode: string): boolean {
    if (postcode === '') return true;
    const known = this.#postcodesOf(row);
    return known.length === 0 || known.includes(postcode);
  }

  /** The postcode that the address names, and that of the area in which its pole lies. */
  #postcodesOf(row: number): string[] {
    const { addresses, texts, poleAreas, areas } = this.#tables;
    const area = poleAreas.postcode[addresses.pole[row]!]!;
    const codes = [texts.text.at(addresses.postcode[row]!), area < 0 ? '' : areas.code.at(area)];
    return codes.map(postcodeKey).filter((code) => code !== '');
  }

  /** Of several addresses those of the same locality and the same flat, where there are any. */
  #preferred(rows: readonly number[], { locality, unit }: ListingAddress): readonly number[] {
    if (rows.length === 1) return rows;
    const { addresses, texts } = this.#tables;
    const inLocality = rows.filter(
      (row) => locality !== '' && this.#key(texts.text.at(addresses.locality[row]!)) === this.#key(locality),
    );
    const near = inLocality.length > 0 ? inLocality : rows;
    const sameUnit = near.filter(
      (row) => unit !== '' && houseNumberKey(addresses.unit.at(row)) === houseNumberKey(unit),
    );
    return sameUnit.length > 0 ? sameUnit : near;
  }

  #pole(rows: readonly number[]): Match {
    const { addresses, poles } = this.#tables;
    const found = [...new Set(rows.map((row) => addresses.pole[row]!))].sort((a, b) => a - b);
    const degrees = (pole: number) => [poles.lngMicrodegrees[pole]! / 1e6, poles.latMicrodegrees[pole]! / 1e6] as const;
    const first = found[0]!;
    const isOnePlace = found.every(
      (pole) => haversineMeters(...degrees(first), ...degrees(pole)) <= MATCH_PARAMETERS.samePlaceMeters,
    );
    return isOnePlace ? { pole: first } : no('several places of the map have this address');
  }
}

const no = (reason: string): Match => ({ reason, outside: false });

const postcodeKey = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/^0+$/, '');

/** "12" stands for "12A" and the other way round, but "12A" not for "12B", nor "12-1/2" for "12". */
function isBareOrLettered(held: string, wanted: string): boolean {
  const [digits, lettered] = [/^\d+$/, /^\d+\p{L}$/u];
  return (digits.test(held) && lettered.test(wanted)) || (lettered.test(held) && digits.test(wanted));
}
