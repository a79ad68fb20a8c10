import type { Territory } from '@hinterland/territory';

/**
 * Remembers what is made once from a territory, by a key of its own, for as long as the territory itself is held. What is
 * made follows from the territory and the key alone, so this changes speed and memory and nothing else.
 */
export class PerTerritory<T> {
  readonly #kept = new WeakMap<Territory, Map<string, T>>();

  /** What is remembered; undefined for nothing. */
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
