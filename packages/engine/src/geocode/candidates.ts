import { SEARCH_NAME_KINDS, type SearchNameKind } from '@hinterland/territory';
import type { Query, Token } from './query.ts';
import { lowerBound, type SearchIndex } from './searchIndex.ts';
import type { WordHits } from './words.ts';

/** Names that have words of the query, by kind. Rows of the index's names. */
export type Candidates = Readonly<Record<SearchNameKind, readonly number[]>>;

/** The most names examined per word and kind; those with most addresses come first. */
const MOST_POSTINGS = 30_000;
/** The most names kept of those that have the same words of the query. */
const MOST_PER_MASK = 80;
/** Words of this weight and below find, on their own, only the names with most addresses once other words found some. */
const COMMON = 0.3;
const MOST_COMMON = 300;
/** The most words examined of a run that begins with the same letters, as many do with a single one. */
const MOST_WORDS = 3_000;

const MAY_BE: Readonly<Record<NonNullable<Token['only']>, readonly SearchNameKind[]>> = {
  street: ['street', 'road'],
  place: ['locality', 'region', 'area'],
  postcode: ['postcode', 'area'],
};

/**
 * Returns the names that are compared with the whole query. For each set of words of the query that some name has, those
 * are the names with the rarest and best fitting words, then those with most addresses.
 */
export function findCandidates(index: SearchIndex, { tokens }: Query, hits: readonly WordHits[]): Candidates {
  const { postings, words, score, mask } = index;
  const touched: number[] = [];
  const postingsOf = (word: number) => words.firstPosting[word] ?? postings.rows;
  const note = (name: number, bit: number, value: number, isCommon: boolean) => {
    if ((mask[name]! & bit) !== 0) return;
    if (mask[name] === 0) {
      if (isCommon) return;
      touched.push(name);
    }
    mask[name]! |= bit;
    score[name]! += value;
  };
  // "Street" is in every other name, so it counts only for names that another word found, and for the largest.
  const order = tokens.map((_, i) => i).sort((a, b) => tokens[b]!.weight - tokens[a]!.weight || a - b);
  for (const i of order) {
    const token = tokens[i]!;
    const isCommon = token.weight <= COMMON && touched.length > 0;
    const kinds = token.only === undefined ? SEARCH_NAME_KINDS : MAY_BE[token.only];
    const left = new Map(kinds.map((kind) => [kind, MOST_POSTINGS]));
    for (const { first, end, quality } of hits[i]!.ranges) {
      const last = Math.min(end, first + MOST_WORDS);
      for (let word = first; word < last; word++) {
        const from = postingsOf(word);
        const to = postingsOf(word + 1);
        const value = token.weight * quality * rarity(to - from);
        for (const kind of kinds) {
          const start = lowerBound(postings.name, index.firstOfKind[kind], from, to);
          const allowed = left.get(kind)!;
          const stop = Math.min(lowerBound(postings.name, index.endOfKind[kind], start, to), start + allowed);
          for (let at = start; at < stop; at++) {
            note(postings.name[at]!, 1 << i, value, isCommon && at - start >= MOST_COMMON);
          }
          left.set(kind, allowed - (stop - start));
        }
      }
    }
  }
  return chooseBest(index, touched);
}

const rarity = (postings: number): number => 1 / Math.log2(2 + postings);

function chooseBest({ names, score, mask }: SearchIndex, touched: readonly number[]): Candidates {
  const byKind = new Map<number, Map<number, number[]>>();
  for (const name of touched) {
    const kind = names.kind[name]!;
    const byMask = byKind.get(kind) ?? new Map<number, number[]>();
    byKind.set(kind, byMask);
    const group = byMask.get(mask[name]!);
    if (group === undefined) byMask.set(mask[name]!, [name]);
    else group.push(name);
  }
  const chosen = Object.fromEntries(
    SEARCH_NAME_KINDS.map((kind, number) => {
      const groups = [...(byKind.get(number)?.values() ?? [])];
      const best = groups.flatMap((group) =>
        group.sort((a, b) => score[b]! - score[a]! || a - b).slice(0, MOST_PER_MASK),
      );
      return [kind, best];
    }),
  ) as unknown as Candidates;
  for (const name of touched) {
    score[name] = 0;
    mask[name] = 0;
  }
  return chosen;
}
