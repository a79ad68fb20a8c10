import { LEVELS } from './parameters.ts';
import type { Traits } from './traits.ts';
import type { Model } from './weights.ts';

const level = (name: (typeof LEVELS.called)[number]) => LEVELS.called.indexOf(name);
const [SAME_NAME, SAME_BRAND, LIKE, PART] = [
  level('same_name'),
  level('same_brand'),
  level('like_name'),
  level('part_of_name'),
];
/** The rarest word says at most this much more than names that are alike usually do, natural logarithm. */
const MOST = Math.log(16);

/**
 * What the rarity of a name changes in the weight of agreement on it (Winkler's frequencies): two stores of a chain with a store at
 * every corner agree by chance as often as it is common, two called Ariccia hardly ever do. Of names that are only alike the rarest
 * common word counts, so that the name of the quarter in both says nothing.
 */
export class Rarity {
  readonly #counts = new Map<string, number>();
  readonly #model: Model;
  readonly #stores: number;

  constructor(traits: readonly Traits[], model: Model) {
    this.#model = model;
    this.#stores = traits.length;
    for (const { name, wikidata } of traits) {
      const words = new Set(name.split(' '));
      for (const key of [`name ${name}`, `brand ${wikidata}`, ...[...words].map((word) => `word ${word}`)]) {
        this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
      }
    }
  }

  /** Natural logarithm, for a level of agreement in what two stores are called. */
  weight(called: number, a: Traits, b: Traits): number {
    if (called === SAME_NAME) return this.#beside(called, `name ${a.name}`);
    if (called === SAME_BRAND) return this.#beside(called, `brand ${a.wikidata}`);
    if (called !== LIKE && called !== PART) return 0;
    const other = new Set(b.name.split(' '));
    const common = a.name.split(' ').filter((word) => word.length > 1 && other.has(word));
    return common.length === 0 ? 0 : Math.max(...common.map((word) => this.#beside(called, `word ${word}`)));
  }

  #beside(called: number, key: string): number {
    // One of the two stores is the one that is asked for.
    const others = Math.max(1, (this.#counts.get(key) ?? 1) - 1);
    return Math.min(MOST, Math.log((this.#model.apart.called[called]! * this.#stores) / others));
  }
}
