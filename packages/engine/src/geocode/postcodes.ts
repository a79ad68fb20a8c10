import { nameWords } from '@hinterland/catalogue';
import { type AddressSearchTables, SEARCH_NAME_KINDS, type Territory } from '@hinterland/territory';
import type { NumberReading, Query, Token } from './query.ts';

/** Postcodes that the addresses of a territory hold. */
export interface HeldPostcodes {
  /** As one word: "11000" of "110 00". */
  readonly joined: ReadonlySet<string>;
  /** Their words with spaces between them: "110 00". */
  readonly written: ReadonlySet<string>;
  /** Lengths of those that begin with a zero and have digits alone. */
  readonly lengthsWithZero: readonly number[];
}

/** The most words of a postcode. */
const MOST_WORDS = 3;
/** A postcode that lost its zeros has at least as many digits. */
const SHORTEST = 3;
/** Weight of the four digits behind a ZIP code, which no address holds. */
const EXTENSION_WEIGHT = 0.15;

export function heldPostcodesOf(
  { texts }: Territory,
  { names }: Pick<AddressSearchTables, 'names'>,
  countries: readonly string[],
): HeldPostcodes {
  const postcode = SEARCH_NAME_KINDS.indexOf('postcode');
  const joined = new Set<string>();
  const written = new Set<string>();
  const lengths = new Set<number>();
  for (let name = 0; name < names.rows; name++) {
    if (names.kind[name] !== postcode) continue;
    const words = nameWords(texts.text.at(names.text[name]!), countries);
    const whole = words.join('');
    joined.add(whole);
    written.add(words.join(' '));
    if (/^0\d+$/.test(whole)) lengths.add(whole.length);
  }
  return { joined, written, lengthsWithZero: [...lengths].sort((a, b) => a - b) };
}

/**
 * Returns a query with its postcodes as the territory holds them: words that are one only together become one ("110 00" where
 * 11000 is held), and digits that lost their zero may stand for the postcode with it.
 */
export function withPostcodes(query: Query, held: HeldPostcodes): Query {
  const { tokens, mended } = query;
  if (held.joined.size === 0 || !tokens.some(({ word }) => /\d/.test(word))) return query;
  const result: Token[] = [];
  /** Bit of the result for each token. */
  const places: number[] = [];
  for (let at = 0; at < tokens.length; ) {
    const taken = wordsOfPostcode(tokens, at, held);
    const token = tokens[at]!;
    for (let i = 0; i < Math.max(1, taken.words); i++) places.push(result.length);
    if (taken.words > 1) {
      const word = tokens
        .slice(at, at + taken.words)
        .map((one) => one.word)
        .join('');
      result.push({ ...token, word, typed: word, unfinished: false, weight: 1, ...also(taken.also) });
    } else result.push({ ...token, ...also(taken.also) });
    at += Math.max(1, taken.words);
    const next = tokens[at];
    const isExtended = taken.words > 0 && next !== undefined && next.piece === tokens[at - 1]!.piece;
    if (isExtended && /^\d{4}$/.test(next.word)) {
      places.push(result.length);
      result.push({ ...next, weight: EXTENSION_WEIGHT });
      at++;
    }
  }
  const readings = query.readings.flatMap((reading) => placed(reading, places, result) ?? []);
  return { tokens: result, readings, ...(mended === undefined ? {} : { mended: withPostcodes(mended, held) }) };
}

const also = (word: string | undefined) => (word === undefined ? {} : { also: word });

/** Returns how many tokens from a place on are a postcode, 0 for none, and what they stand for if they lost a zero. */
function wordsOfPostcode(tokens: readonly Token[], at: number, held: HeldPostcodes): { words: number; also?: string } {
  const most = Math.min(MOST_WORDS, tokens.length - at);
  const texts = (words: number) => tokens.slice(at, at + words).map(({ word }) => word);
  const mayBe = tokens.slice(at, at + most).map(({ only = 'postcode' }) => only === 'postcode');
  for (let words = most; words > 0; words--) {
    if (!mayBe.slice(0, words).every(Boolean)) continue;
    // As the index has it.
    if (held.written.has(texts(words).join(' '))) return { words: words === 1 ? 1 : 0 };
  }
  for (let words = Math.min(most, 2); words > 0; words--) {
    if (!mayBe.slice(0, words).every(Boolean) || tokens[at]!.segment !== tokens[at + words - 1]!.segment) continue;
    const whole = texts(words).join('');
    if (held.joined.has(whole)) return { words };
    if (!/^\d+$/.test(whole) || whole.length < SHORTEST) continue;
    for (const length of held.lengthsWithZero) {
      const padded = whole.padStart(length, '0');
      if (padded !== whole && held.joined.has(padded)) return { words, also: padded };
    }
  }
  return { words: 0 };
}

/** Factor of a reading that takes a postcode that lost its zero for a flat. */
const POSTCODE_AS_UNIT = 0.95;

/** Returns a reading with the tokens of the result; null if it has some of the words of a postcode only. */
function placed(reading: NumberReading, places: readonly number[], result: readonly Token[]): NumberReading | null {
  let tokens = 0;
  for (let token = 0; token < places.length; token++) {
    const isOwn = (reading.tokens & (1 << token)) !== 0;
    const bit = 1 << places[token]!;
    const isShared = places.some((place, other) => other < token && place === places[token]);
    if (isShared && isOwn !== ((tokens & bit) !== 0)) return null;
    if (isOwn) tokens |= bit;
  }
  const isUnit = result.some((token, at) => {
    return token.also !== undefined && (tokens & (1 << at)) !== 0 && reading.number !== token.word;
  });
  return { ...reading, tokens, quality: isUnit ? reading.quality * POSTCODE_AS_UNIT : reading.quality };
}
