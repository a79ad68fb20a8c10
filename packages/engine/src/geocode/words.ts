import { type Vocabulary, vocabularyOf } from '@hinterland/catalogue';
import type { Territory } from '@hinterland/territory';
import { editDistance, fillRow } from './editDistance.ts';
import type { Token } from './query.ts';
import { digitsOfOrdinal, hasUnreadable, shortenedEndings, unreadablePattern } from './slips.ts';

/** Words of the index from `first` to before `end`, and how well they match a word of a query, 0..1. */
export interface WordRange {
  readonly first: number;
  readonly end: number;
  readonly quality: number;
}

/** The words of the index that match a word of a query. */
export interface WordHits {
  /** Best first. */
  readonly ranges: readonly WordRange[];
  /** Quality of words that do not begin with the word of the query. */
  readonly quality: ReadonlyMap<string, number>;
  /** Longer words that begin with this match with `prefixQuality`; "" for none. */
  readonly prefix: string;
  readonly prefixQuality: number;
}

/** Whether misspelled words are searched for even if the exact word is known. */
export type Typos = 'where unknown' | 'everywhere';

const UNFINISHED = 0.95;
const ABBREVIATED = 0.75;
const ONE_TYPO = 0.8;
const TWO_TYPOS = 0.6;
const MISSPELLED_BEGINNING = 0.7;
const LOST_ZERO = 0.95;
/** The least length of a complete word of a query that may be the beginning of a longer word. */
const SHORTEST_BEGINNING = 3;

/** The words of an index, decoded once: a lookup reads a few thousand of them. */
export class Words {
  readonly #words: readonly string[];
  readonly #written: ReadonlyMap<string, string>;
  readonly #countries: readonly string[];
  readonly #endings: Vocabulary['endings'];

  constructor(words: Territory['texts']['text'], countries: readonly string[]) {
    this.#words = Array.from({ length: words.length }, (_, row) => words.at(row));
    const { kept, endings } = vocabularyOf(countries);
    this.#written = kept;
    this.#endings = endings;
    this.#countries = countries;
  }

  /** Returns how well a word of a name matches a word of a query, 0..1. */
  static quality(hits: WordHits, word: string): number {
    const known = hits.quality.get(word);
    if (known !== undefined) return known;
    return hits.prefix !== '' && word.startsWith(hits.prefix) ? hits.prefixQuality : 0;
  }

  has(word: string): boolean {
    return this.#row(word) >= 0;
  }

  find(token: Token, typos: Typos): WordHits {
    const quality = new Map<string, number>();
    const most = token.isMended ? ONE_TYPO : 1;
    const add = (word: string, value: number) => {
      if ((quality.get(word) ?? 0) < most * value) quality.set(word, most * value);
    };
    if (hasUnreadable(token.word)) {
      this.#unreadable(token.word, add);
      return { ranges: this.#rangesOf(quality), quality, prefix: '', prefixQuality: 0 };
    }
    if (token.also !== undefined) add(token.also, LOST_ZERO);
    const isKnown = this.#row(token.word) >= 0;
    if (isKnown) add(token.word, 1);
    const text = token.unfinished ? token.typed : token.word;
    const hasDigit = /\d/.test(text);
    if (token.unfinished && text.length > 1)
      this.#written.forEach((word, form) => {
        if (form.startsWith(text)) add(word, UNFINISHED);
      });
    const prefix = token.unfinished || (!hasDigit && text.length >= SHORTEST_BEGINNING) ? text : '';
    const prefixQuality = most * (token.unfinished ? UNFINISHED : ABBREVIATED);
    const begins = prefix === '' ? null : { first: this.#lowerBound(prefix), end: this.#lowerBound(`${prefix}\uffff`) };
    const isFound = isKnown || quality.size > 0 || (begins !== null && token.unfinished && begins.end > begins.first);
    if (!hasDigit && (!isFound || typos === 'everywhere')) this.#misspelled(token, typos, add);
    if (hasDigit && !isKnown) for (const digits of digitsOfOrdinal(token.word)) add(digits, ONE_TYPO);
    const ranges = this.#rangesOf(quality);
    if (begins !== null && begins.end > begins.first) ranges.push({ ...begins, quality: prefixQuality });
    ranges.sort((a, b) => b.quality - a.quality || a.first - b.first);
    return { ranges, quality, prefix, prefixQuality };
  }

  #rangesOf(quality: ReadonlyMap<string, number>): WordRange[] {
    const ranges: WordRange[] = [];
    for (const [word, value] of quality) {
      const row = this.#row(word);
      if (row >= 0) ranges.push({ first: row, end: row + 1, quality: value });
    }
    return ranges;
  }

  /** Adds the words that one with unreadable letters may be, also with a kind of street at its end as it is written. */
  #unreadable(word: string, add: (word: string, quality: number) => void): void {
    const pattern = unreadablePattern(word);
    for (const [form, kept] of this.#written) if (pattern.test(form)) add(kept, ONE_TYPO);
    for (const held of this.#words) {
      const isLike = (ending: Vocabulary['endings'][number]) =>
        held.endsWith(ending.kept) &&
        ending.written.some((form) => pattern.test(held.slice(0, held.length - ending.kept.length) + form));
      if (pattern.test(held) || this.#endings.some(isLike)) add(held, ONE_TYPO);
    }
  }

  #misspelled({ word, typed, unfinished }: Token, typos: Typos, add: (word: string, quality: number) => void): void {
    const text = unfinished ? typed : word;
    const allowed = text.length >= 8 ? 2 : text.length >= (typos === 'everywhere' ? 3 : 4) ? 1 : 0;
    for (let edits = 1; edits <= allowed; edits++) {
      let found = 0;
      const take = (other: string, distance: number, isWhole: boolean) => {
        found++;
        add(other, !isWhole ? MISSPELLED_BEGINNING : distance === 1 ? ONE_TYPO : TWO_TYPOS);
      };
      this.#walk(text, edits, unfinished, take);
      for (const shortened of shortenedEndings(text, this.#countries, edits)) {
        if (shortened.edits < edits)
          this.#walk(shortened.text, edits - shortened.edits, false, (other) => take(other, edits, true));
        if (this.#row(shortened.text) >= 0) take(shortened.text, shortened.edits, true);
      }
      for (const [form, kept] of this.#written) {
        if (form.length >= 3 && form !== text && editDistance(text, form, edits) <= edits) take(kept, edits, true);
      }
      if (found > 0) return;
    }
  }

  /**
   * Returns all words within this many edits of a text (letters inserted, left out, replaced or swapped with their neighbor),
   * or that begin with such a word. Words with the same beginning share its work; a beginning with too many edits excludes
   * all its words at once.
   */
  #walk(
    text: string,
    edits: number,
    beginnings: boolean,
    take: (word: string, distance: number, whole: boolean) => void,
  ) {
    const words = this.#words;
    const width = text.length + 1;
    const depthMax = text.length + edits + (beginnings ? 64 : 0) + 1;
    const rows = new Uint8Array(width * (depthMax + 1));
    for (let i = 0; i < width; i++) rows[i] = i;
    let last = '';
    /** Rows that hold for `last`. */
    let depth = 0;
    for (let at = 0; at < words.length; ) {
      const word = words[at]!;
      let shared = 0;
      while (shared < depth && word[shared] === last[shared]) shared++;
      let dead = -1;
      let begun = -1;
      const end = Math.min(word.length, depthMax);
      for (depth = shared; depth < end; ) {
        depth++;
        const least = fillRow(rows, width, depth, word, text);
        if (least > edits) {
          dead = depth;
          break;
        }
        if (beginnings && rows[depth * width + width - 1]! <= edits) {
          begun = depth;
          break;
        }
      }
      last = word;
      if (dead >= 0) {
        at = this.#skip(at, word.slice(0, dead));
        continue;
      }
      if (begun >= 0) {
        const next = this.#skip(at, word.slice(0, begun));
        const distance = rows[depth * width + width - 1]!;
        for (let i = at; i < next; i++) take(words[i]!, distance, words[i]!.length === begun);
        at = next;
        continue;
      }
      const distance = depth === word.length ? rows[depth * width + width - 1]! : edits + 1;
      if (distance <= edits && word !== text) take(word, distance, true);
      at++;
    }
  }

  /** Returns the first word after `at` that does not begin like it. */
  #skip(at: number, beginning: string): number {
    const words = this.#words;
    let step = 1;
    while (at + step < words.length && words[at + step]!.startsWith(beginning)) step *= 2;
    let low = at + (step >> 1);
    let high = Math.min(words.length, at + step);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (words[middle]!.startsWith(beginning)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #row(word: string): number {
    const row = this.#lowerBound(word);
    return this.#words[row] === word ? row : -1;
  }

  #lowerBound(word: string): number {
    let low = 0;
    for (let high = this.#words.length; low < high; ) {
      const middle = (low + high) >>> 1;
      if (this.#words[middle]! < word) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
