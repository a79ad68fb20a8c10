import { isStreetType, nameWords } from '@hinterland/catalogue';
import { type Field, type Query, weightOf } from './query.ts';
import { type WordHits, Words } from './words.ts';

/** A query with what its words find. */
export interface Asked extends Query {
  readonly hits: readonly WordHits[];
  readonly countries: readonly string[];
  /** All tokens as bits. */
  readonly all: number;
}

/** Quality of the match between a name and a query. */
export interface Cover {
  /** Words of the query that stand for words of the name, as bits. */
  readonly mask: number;
  /** Sum of weight × quality of those. */
  readonly gain: number;
  /** Share of the name that is in the query, by weight, 0..1. */
  readonly share: number;
  /** Least quality of a word of the query that the name has, 0..1. */
  readonly quality: number;
}

export const NO_COVER: Cover = { mask: 0, gain: 0, share: 0, quality: 0 };

/** Words of a name with their weights. */
export interface NameText {
  readonly words: readonly string[];
  readonly weights: readonly number[];
}

const MOST_NAMES_KEPT = 20_000;

function nameText(text: string, countries: readonly string[]): NameText {
  const words = nameWords(text, countries);
  const weights = words.map((word) => weightOf(word, countries));
  // "Avenue E", "The Broadway": small words count if the name has no others.
  const isPlain = weights.includes(1);
  return { words, weights: isPlain ? weights : words.map((word) => (isStreetType(word, countries) ? 0.3 : 1)) };
}

/** Reads names and caches them: the same streets occur in every search of a town. */
export class NameTexts {
  readonly #kept = new Map<string, NameText>();
  readonly #countries: readonly string[];

  constructor(countries: readonly string[]) {
    this.#countries = countries;
  }

  of(text: string): NameText {
    let name = this.#kept.get(text);
    if (name === undefined) {
      name = nameText(text, this.#countries);
      if (this.#kept.size >= MOST_NAMES_KEPT) this.#kept.clear();
      this.#kept.set(text, name);
    }
    return name;
  }
}

/**
 * Matches the words of a name with the allowed words of a query, each used once. Equal words match first, so that an
 * unfinished "a" does not take the "Avenue" of "Avenue A".
 */
export function cover(name: NameText, asked: Asked, allowed: number, field: Field): Cover {
  const { words, weights } = name;
  const tokenOf = new Int8Array(words.length).fill(-1);
  let mask = 0;
  let gain = 0;
  let said = 0;
  let least = 1;
  for (const leastQuality of [1, 0]) {
    let previous = -1;
    for (let at = 0; at < words.length; at++) {
      if (tokenOf[at]! < 0) {
        const { token, quality } = bestToken(words[at]!, asked, allowed & ~mask, field, previous);
        if (token < 0 || quality < leastQuality) continue;
        tokenOf[at] = token;
        mask |= 1 << token;
        gain += asked.tokens[token]!.weight * quality;
        said += weights[at]!;
        least = Math.min(least, quality);
      }
      previous = tokenOf[at]!;
    }
    if (mask === (allowed & asked.all)) break;
  }
  if (mask === 0) return NO_COVER;
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  return { mask, gain: gain * orderFactor(words, tokenOf), share: said / whole, quality: least };
}

/**
 * Whether the allowed words of a query have the name word by word, with no other word between: "19 Pine Street, New York"
 * has Pine Street, but neither New Street nor York Street.
 */
export function isSaidInOneGo({ words }: NameText, { tokens }: Asked, allowed: number): boolean {
  const isSaid = (word: string, at: number) =>
    (allowed & (1 << at)) !== 0 && tokens[at]!.word === word && (tokens[at]!.only ?? 'street') === 'street';
  for (let first = 0; first + words.length <= tokens.length; first++) {
    if (words.every((word, i) => isSaid(word, first + i))) return true;
  }
  return false;
}

/** Returns the word of the query that fits best; of two equal ones that after the last matched word. */
function bestToken(word: string, { tokens, hits }: Asked, allowed: number, field: Field, previous: number) {
  let token = -1;
  let quality = 0;
  for (let i = 0; i < tokens.length; i++) {
    if ((allowed & (1 << i)) === 0) continue;
    const { only } = tokens[i]!;
    if (only !== undefined && only !== field) continue;
    const value = Words.quality(hits[i]!, word);
    if (value > quality || (value === quality && value > 0 && token < previous && i > previous)) {
      token = i;
      quality = value;
    }
  }
  return { token, quality };
}

/** Returns a factor below 1 for words in another order, less for numbers: "7 East 14th" is not East 7th. */
function orderFactor(words: readonly string[], tokenOf: Int8Array): number {
  let factor = 1;
  let previous = -1;
  for (let at = 0; at < words.length; at++) {
    const token = tokenOf[at]!;
    if (token < 0) continue;
    if (token < previous) factor = Math.min(factor, /^\d+$/.test(words[at]!) ? 0.7 : 0.98);
    previous = token;
  }
  return factor;
}
