import type { BoxTree } from '@hinterland/geo';
import { poleBoxes, type Territory } from '@hinterland/territory';
import { KeptBoxTrees } from './keptBoxTrees.ts';

const trees = new KeptBoxTrees('poleTree');

/** Boxes over the poles, which lie in Hilbert order. Kept as long as the territory. */
export function poleTree(territory: Territory): BoxTree {
  const { poles, derived } = territory;
  return trees.get(territory, poles.rows, derived?.poleBoxes, () => poleBoxes(poles));
}
