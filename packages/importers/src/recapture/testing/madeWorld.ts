import { SeededRandom } from '@hinterland/geo';
import { historiesOf } from '../histories.ts';

/** A made world: how many stores there are, and what lists hold of them. */
export interface MadeWorld {
  readonly stores: number;
  readonly lists: number;
  /** Share of the stores that each list finds by itself. */
  readonly recalls: readonly number[];
  /** Chance with which a list copies a store of the list that it copies from. */
  readonly copied: number;
  /** Per list the earlier one that it copies from; -1 for none. */
  readonly copiesFrom: readonly number[];
  readonly histories: readonly number[];
  /** Share of all stores that the lists hold together. */
  readonly truth: number;
}

/** A world of two to four lists of recalls 0.3 to 0.9, in which lists copy 0 to half of an earlier one. */
export function madeWorld(seed: number): MadeWorld {
  const random = new SeededRandom(seed * 7919 + 1);
  for (let i = 0; i < 8; i++) random.next();
  const lists = 2 + (seed % 3);
  const stores = Math.round(Math.exp(random.between(Math.log(60), Math.log(3000))));
  const recalls = Array.from({ length: lists }, () => random.between(0.3, 0.9));
  const copied = random.between(0, 0.5);
  const copiesFrom = recalls.map((_, list) =>
    list === 0 || (lists > 2 && random.next() < 0.5) ? -1 : random.int(list),
  );
  const sets = Array.from({ length: stores }, () =>
    recalls.reduce((set, recall, list) => {
      const from = copiesFrom[list]!;
      const isFound = random.next() < recall;
      const isCopied = from >= 0 && (set >> from) & 1 && random.next() < copied;
      return isFound || isCopied ? set | (1 << list) : set;
    }, 0),
  );
  const seen = sets.filter((set) => set > 0);
  return {
    stores,
    lists,
    recalls,
    copied,
    copiesFrom,
    histories: historiesOf(seen, lists),
    truth: seen.length / stores,
  };
}
