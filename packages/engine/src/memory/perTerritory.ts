import { baseOf, type Territory } from '@hinterland/territory';

/**
 * A cache by territory and key, which lives as long as the territory. A value must follow from territory and key alone, so
 * that the cache changes speed and memory and nothing else. A territory with corrected stores has the values of the one that it
 * is made of, unless they follow from its stores.
 */
export class PerTerritory<T> {
  readonly #kept = new WeakMap<Territory, Map<string, T>>();
  readonly #followsFromStores: boolean;

  constructor({ followsFromStores = false }: { readonly followsFromStores?: boolean } = {}) {
    this.#followsFromStores = followsFromStores;
  }

  /** Returns the cached value; undefined if there is none. */
  peek(territory: Territory, key: string): T | undefined {
    return this.#kept.get(this.#keyOf(territory))?.get(key);
  }

  get(territory: Territory, key: string, make: () => T): T {
    const of = this.#keyOf(territory);
    let byKey = this.#kept.get(of);
    if (byKey === undefined) {
      byKey = new Map();
      this.#kept.set(of, byKey);
    }
    const kept = byKey.get(key);
    if (kept !== undefined) return kept;
    const made = make();
    byKey.set(key, made);
    return made;
  }
  #keyOf(territory: Territory): Territory {
    return this.#followsFromStores ? territory : baseOf(territory);
  }
}
