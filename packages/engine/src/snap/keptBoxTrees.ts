import { type BoxLevels, BoxTree } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import { PerTerritory } from '../memory/perTerritory.ts';
import { SharedPerTerritory } from '../memory/sharedPerTerritory.ts';

/** A tree of boxes per territory: stored with it, else made at the first use and shared by threads. */
export class KeptBoxTrees {
  readonly #boxes: SharedPerTerritory<BoxLevels>;
  readonly #trees = new PerTerritory<BoxTree>();

  /** `name` must be its own among everything that threads share. */
  constructor(name: string) {
    this.#boxes = new SharedPerTerritory(name);
  }

  get(territory: Territory, rows: number, stored: BoxLevels | undefined, make: () => BoxLevels): BoxTree {
    return this.#trees.get(territory, '', () => new BoxTree(rows, stored ?? this.#boxes.get(territory, '', make)));
  }
}
