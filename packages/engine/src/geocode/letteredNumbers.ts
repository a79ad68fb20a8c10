import { houseNumberKey, nameWords } from '@hinterland/catalogue';
import { type AddressSearchTables, type Territory, Utf8Column } from '@hinterland/territory';
import type { NumberReading, Query } from './query.ts';

/**
 * Keys of the held house numbers that begin with letters ("Pier 25", "km. 22", "A1"), of names of houses ("Rose Cottage"), by their
 * words: "pier 25"; and of thousands with a dot, by the number without: 1250 for "1.250".
 */
export type LetteredNumbers = ReadonlyMap<string, ReadonlySet<string>>;

/** The most words of such a number. */
const MOST_WORDS = 4;
/** The least letters of a name of a house; shorter ones are letters of houses, and words for none. */
const LEAST_LETTERS = 4;
const DOTTED = /^(\d{1,3})\.(\d{3})$/;
const DOT = 46;

/** Returns the numbers of a territory that begin with letters, and those with a dot for thousands. */
export function letteredNumbersOf(
  { addresses: { number } }: Territory,
  { numbers: { value } }: Pick<AddressSearchTables, 'numbers'>,
  countries: readonly string[],
): LetteredNumbers {
  const { offsets, bytes } = Utf8Column.from(number);
  const keys = new Map<string, Set<string>>();
  for (let row = 0; row < value.length; row++) {
    const isDotted = offsets[row + 1]! - offsets[row]! > 4 && bytes[offsets[row + 1]! - 4] === DOT;
    if (value[row] !== 0 && !isDotted) continue;
    const text = number.at(row);
    const dotted = DOTTED.exec(text);
    if (dotted === null && (value[row] !== 0 || (!/\d/.test(text) && text.length < LEAST_LETTERS))) continue;
    const words = dotted === null ? nameWords(text, countries).join(' ') : `${dotted[1]}${dotted[2]}`;
    keys.set(words, (keys.get(words) ?? new Set()).add(houseNumberKey(text)));
  }
  return keys;
}

/** Returns a query with the ways to read its words as a number that the territory holds and that begins with letters. */
export function withLetteredNumbers(query: Query, numbers: LetteredNumbers): Query {
  if (numbers.size === 0) return query;
  const { tokens, readings } = query;
  const more: NumberReading[] = [];
  for (let first = 0; first < tokens.length; first++) {
    let words = '';
    for (let end = first + 1; end <= Math.min(tokens.length, first + MOST_WORDS); end++) {
      const { word, only = 'street' } = tokens[end - 1]!;
      if (only !== 'street') break;
      words += words === '' ? word : ` ${word}`;
      for (const number of numbers.get(words) ?? []) {
        more.push({ number, unit: readings.at(-1)!.unit, tokens: 2 ** end - 2 ** first, quality: 1 });
      }
    }
  }
  return more.length === 0 ? query : { tokens, readings: [...more, ...readings] };
}
