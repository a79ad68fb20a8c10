import type { Territory } from '@hinterland/territory';
import { PerTerritory } from '../graph/perTerritory.ts';
import { SharedPerTerritory } from '../graph/sharedPerTerritory.ts';
import { BoxTree, boxesOf, type WriteBox } from './boxTree.ts';

/** A tree of boxes per territory, made at the first use and kept as long as the territory; threads share its boxes. */
export class KeptBoxTrees {
  readonly #boxes: SharedPerTerritory<{ readonly boxes: Int32Array }>;
  readonly #trees = new PerTerritory<BoxTree>();

  /** `name` must be its own among everything that threads share. */
  constructor(name: string) {
    this.#boxes = new SharedPerTerritory(name);
  }

  get(territory: Territory, rows: number, extendBy: () => WriteBox): BoxTree {
    return this.#trees.get(territory, '', () => {
      const { boxes } = this.#boxes.get(territory, '', () => ({ boxes: boxesOf(rows, extendBy()) }));
      return new BoxTree(rows, boxes);
    });
  }
}
