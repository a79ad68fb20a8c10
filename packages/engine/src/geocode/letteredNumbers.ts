import { houseNumberKey, nameWords } from '@hinterland/catalogue';
import type { AddressSearchTables, Territory } from '@hinterland/territory';
import type { NumberReading, Query } from './query.ts';

/** Keys of the held house numbers that begin with letters ("Pier 25", "km. 22", "A1"), by their words: "pier 25". */
export type LetteredNumbers = ReadonlyMap<string, ReadonlySet<string>>;

/** The most words of such a number. */
const MOST_WORDS = 3;

/** Returns the numbers of a territory that begin with letters and have a digit. */
export function letteredNumbersOf(
  { addresses: { number } }: Territory,
  { numbers: { value } }: Pick<AddressSearchTables, 'numbers'>,
  countries: readonly string[],
): LetteredNumbers {
  const keys = new Map<string, Set<string>>();
  for (let row = 0; row < value.length; row++) {
    const text = value[row] === 0 ? number.at(row) : '';
    if (!/\d/.test(text)) continue;
    const words = nameWords(text, countries).join(' ');
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
