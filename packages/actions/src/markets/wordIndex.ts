import { fold } from '@hinterland/catalogue';
import MiniSearch from 'minisearch';

/** A text that can be found, with its place in the list that it came from. */
export interface Entry {
  readonly position: number;
  /** Texts that rank first: names. */
  readonly names: readonly string[];
  /** Further texts: codes, tags. */
  readonly others?: readonly string[];
}

/** Letters per typo that a word may have. */
const TYPO_SHARE = 0.2;
/** Shorter words, and those with digits, must begin as typed. */
const LEAST_FUZZY_LETTERS = 4;

/**
 * Search in a short list of names: every word of the query must begin a word of the entry or be a typo away from it;
 * case, accents and punctuation do not matter, nor do spaces within a name ("7 eleven", "7-Eleven", "7eleven").
 * Results are positions, best first: names that are the query, then names that begin with it, then the rest.
 */
export class WordIndex {
  readonly #index: MiniSearch;
  readonly #foldedNames = new Map<number, readonly string[]>();

  constructor(entries: readonly Entry[]) {
    this.#index = new MiniSearch({
      idField: 'position',
      fields: ['names', 'joined', 'others'],
      tokenize: (text) => text.split(/\s+/),
      processTerm: (term) => term || null,
    });
    for (const { position, names, others = [] } of entries) {
      const folded = names.map(fold);
      this.#foldedNames.set(position, folded);
      this.#index.add({
        position,
        names: folded.join(' '),
        joined: folded.map((name) => name.replaceAll(' ', '')).join(' '),
        others: others.map(fold).join(' '),
      });
    }
  }

  /** Positions of the entries that fit, best first; none for a query without a letter or digit. */
  find(query: string): number[] {
    const text = fold(query);
    if (text === '') return [];
    const options = {
      prefix: true,
      fuzzy: (term: string) => (term.length >= LEAST_FUZZY_LETTERS && !/\d/.test(term) ? TYPO_SHARE : false),
      boost: { names: 3, joined: 2 },
      weights: { fuzzy: 0.3, prefix: 0.7 },
    };
    const found = new Map<number, number>();
    for (const each of [text, text.replaceAll(' ', '')]) {
      for (const { id, score } of this.#index.search(each, { ...options, combineWith: 'AND' })) {
        found.set(id, Math.max(found.get(id) ?? 0, score));
      }
    }
    const rank = (position: number) => {
      const names = this.#foldedNames.get(position)!;
      return names.includes(text) ? 0 : names.some((name) => name.startsWith(text)) ? 1 : 2;
    };
    return [...found]
      .sort(([a, first], [b, second]) => rank(a) - rank(b) || second - first || a - b)
      .map(([position]) => position);
  }
}
