import type { Territory } from '@hinterland/territory';

/**
 * A cache by territory and key, which lives as long as the territory. A value must follow from territory and key alone, so
 * that the cache changes speed and memory and nothing else.
 */
export class PerTerritory<T> {
  readonly #kept = new WeakMap<Territory, Map<string, T>>();

  /** Returns the cached value; undefined if there is none. */
  peek(territory: Territory, key: string): T | undefined {
    return this.#kept.get(territory)?.get(key);
  }

  get(territory: Territory, key: string, make: () => T): T {
    let byKey = this.#kept.get(territory);
    if (byKey === undefined) {
      byKey = new Map();
      this.#kept.set(territory, byKey);
    }
    const kept = byKey.get(key);
    if (kept !== undefined) return kept;
    const made = make();
    byKey.set(key, made);
    return made;
  }
}
