import { isStreetType, nameWords } from '@hinterland/territory';
import { type Field, type Query, weightOf } from './query.ts';
import { type WordHits, Words } from './words.ts';

/** A query with what its words find. */
export interface Asked extends Query {
  readonly hits: readonly WordHits[];
  readonly countries: readonly string[];
  /** All tokens as bits. */
  readonly all: number;
}

/** How a name and a query go together. */
export interface Cover {
  /** Words of the query that stand for words of the name, as bits. */
  readonly mask: number;
  /** Sum of weight × quality of those. */
  readonly gain: number;
  /** Share of the name that the query says, by weight, 0..1. */
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
  // "Avenue E", "The Broadway": where nothing else tells the name, small words do.
  const isPlain = weights.includes(1);
  return { words, weights: isPlain ? weights : words.map((word) => (isStreetType(word, countries) ? 0.3 : 1)) };
}

/** Reads names once: the same streets come up in every search of a town. */
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

/** The words of a name among those of a query that are allowed, each used once. */
export function cover(name: NameText, asked: Asked, allowed: number, field: Field): Cover {
  const { tokens, hits } = asked;
  let mask = 0;
  let gain = 0;
  let said = 0;
  let whole = 0;
  let least = 1;
  let previous = -1;
  let isInOrder = true;
  for (let at = 0; at < name.words.length; at++) {
    whole += name.weights[at]!;
    let best = -1;
    let bestQuality = 0;
    for (let token = 0; token < tokens.length; token++) {
      if ((allowed & ~mask & (1 << token)) === 0) continue;
      const { only } = tokens[token]!;
      if (only !== undefined && only !== field) continue;
      const quality = Words.quality(hits[token]!, name.words[at]!);
      // Of two that fit alike, the one that goes on where the last word ended.
      if (quality > bestQuality || (quality === bestQuality && quality > 0 && best < previous && token > previous)) {
        best = token;
        bestQuality = quality;
      }
    }
    if (best < 0) continue;
    if (best < previous) isInOrder = false;
    previous = best;
    mask |= 1 << best;
    gain += tokens[best]!.weight * bestQuality;
    said += name.weights[at]!;
    least = Math.min(least, bestQuality);
  }
  if (mask === 0) return NO_COVER;
  return { mask, gain: isInOrder ? gain : gain * 0.98, share: said / whole, quality: least };
}
