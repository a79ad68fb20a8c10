import { baseOf, scratchOf, type Territory } from '@hinterland/territory';
import { PerTerritory } from './perTerritory.ts';
import { type Columns, Scratch } from './scratch.ts';

/** Bytes that threads have made of a territory and share; 0 where each keeps its own. */
export function sharedBytes(territory: Territory): number {
  const memory = scratchOf(baseOf(territory));
  return memory === null ? 0 : new Scratch(memory).usedBytes;
}

/**
 * Like PerTerritory, for things that are columns and nothing else: all threads of a process that share a territory share
 * them too, so that they are made once and lie in memory once. A thread that asks while another makes them waits. What
 * is made must not be written to afterwards.
 */
export class SharedPerTerritory<T extends Columns<T>> {
  readonly #name: string;
  readonly #kept = new PerTerritory<T>();

  /** `name` must be its own among all such things. */
  constructor(name: string) {
    this.#name = name;
  }

  get(territory: Territory, key: string, make: () => T): T {
    return this.#kept.get(territory, key, () => {
      const memory = scratchOf(baseOf(territory));
      return memory === null ? make() : new Scratch(memory).get(`${this.#name}:${key}`, make);
    });
  }

  /** Makes it for threads that ask later. A thread that asks meanwhile makes its own and does not wait for this one. */
  offer(territory: Territory, key: string, make: () => T): void {
    const memory = scratchOf(baseOf(territory));
    if (this.#kept.peek(territory, key) !== undefined) return;
    if (memory !== null && new Scratch(memory).has(`${this.#name}:${key}`)) return;
    const made = make();
    this.get(territory, key, () => made);
  }

  /** Returns columns of zeros that threads fill step by step; every thread must write the same values. */
  zeros(territory: Territory, key: string, make: () => T): T {
    return this.#kept.get(territory, key, () => {
      const memory = scratchOf(baseOf(territory));
      return memory === null ? make() : new Scratch(memory).zeros(`${this.#name}:${key}`, make);
    });
  }
}
