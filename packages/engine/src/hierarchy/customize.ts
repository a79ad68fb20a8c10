import type { HierarchyShape } from '@hinterland/geo';
import { MAX_COST } from '../graph/edgeCosts.ts';
import { int32Pages, uint8Pages } from '../memory/pages.ts';

/** No way, or one that costs more than any limit; the sum of two still fits a signed 32-bit number. */
const NO_WAY = MAX_COST;

/** Visits every arc of a graph by its ends' nodes. */
export type ForEachArc = (visit: (tail: number, head: number, cost: number) => void) => void;

/** Positions between two calls of a checkpoint. */
const POSITIONS_PER_CHECKPOINT = 1 << 15;

/**
 * Least costs between each node and its later neighbors, both ways; index = link of the tree. `up` from position p to
 * the ancestor, `down` from the ancestor to p; NO_WAY where there is none within MAX_COST.
 */
export interface LinkCosts {
  readonly up: Int32Array;
  readonly down: Int32Array;
  /** 1 where no shortest path needs the link in this sense: there is none, or a way over an ancestor is shorter. */
  readonly isUpIdle: Uint8Array;
  readonly isDownIdle: Uint8Array;
}

/**
 * Puts the costs of a graph on the links of a tree.
 *
 * First from the bottom up: a link gets its arc's cost or that of the best way through a common lower neighbor, which
 * makes some shortest path between any two nodes run up and then down (basic customization). Then from the top down:
 * each link gets the least cost of any path between its ends (perfect customization). A link that gets cheaper then is
 * on none of those up-and-down paths, because each part of a shortest path is a shortest path itself.
 * Source: J. Dibbelt, B. Strasser, D. Wagner, Customizable Contraction Hierarchies, ACM JEA 21 (2016).
 *
 * Time grows with the triangles of the tree. In: `positionOf` per node of the graph, the maximum number for none.
 */
export function customize(
  forEachArc: ForEachArc,
  tree: HierarchyShape,
  positionOf: Uint32Array,
  checkpoint?: () => void,
): LinkCosts {
  const { firstLink, links, positions } = tree;
  const up = int32Pages(links.length).fill(NO_WAY);
  const down = int32Pages(links.length).fill(NO_WAY);
  forEachArc((tailNode, headNode, cost) => {
    const [tail, head] = [positionOf[tailNode]!, positionOf[headNode]!];
    if (head < tail) {
      const link = linkTo(tree, tail, head);
      if (cost < up[link]!) up[link] = cost;
    } else if (tail < head) {
      const link = linkTo(tree, head, tail);
      if (cost < down[link]!) down[link] = cost;
    }
  });

  for (let position = positions - 1; position >= 0; position--) {
    if (position % POSITIONS_PER_CHECKPOINT === 0) checkpoint?.();
    const start = firstLink[position]!;
    const end = firstLink[position + 1]!;
    for (let near = start + 1; near < end; near++) {
      let across = firstLink[links[near]!]!;
      const nearUp = up[near]!;
      const nearDown = down[near]!;
      for (let far = start; far < near; far++) {
        const farPosition = links[far]!;
        while (links[across] !== farPosition) across++;
        const upCost = nearDown + up[far]!;
        if (upCost < up[across]!) up[across] = upCost;
        const downCost = down[far]! + nearUp;
        if (downCost < down[across]!) down[across] = downCost;
      }
    }
  }

  const isUpIdle = uint8Pages(links.length);
  const isDownIdle = uint8Pages(links.length);
  for (let link = 0; link < links.length; link++) {
    if (up[link]! >= NO_WAY) isUpIdle[link] = 1;
    if (down[link]! >= NO_WAY) isDownIdle[link] = 1;
  }
  for (let position = 0; position < positions; position++) {
    if (position % POSITIONS_PER_CHECKPOINT === 0) checkpoint?.();
    const start = firstLink[position]!;
    const end = firstLink[position + 1]!;
    for (let near = start + 1; near < end; near++) {
      let across = firstLink[links[near]!]!;
      let nearUp = up[near]!;
      let nearDown = down[near]!;
      for (let far = start; far < near; far++) {
        const farPosition = links[far]!;
        while (links[across] !== farPosition) across++;
        const acrossUp = up[across]!;
        const acrossDown = down[across]!;
        const farUp = up[far]!;
        const farDown = down[far]!;
        if (farUp + acrossDown < nearUp) {
          nearUp = farUp + acrossDown;
          isUpIdle[near] = 1;
        } else if (nearUp + acrossUp < farUp) {
          up[far] = nearUp + acrossUp;
          isUpIdle[far] = 1;
        }
        if (acrossUp + farDown < nearDown) {
          nearDown = acrossUp + farDown;
          isDownIdle[near] = 1;
        } else if (acrossDown + nearDown < farDown) {
          down[far] = acrossDown + nearDown;
          isDownIdle[far] = 1;
        }
      }
      up[near] = nearUp;
      down[near] = nearDown;
    }
  }
  return { up, down, isUpIdle, isDownIdle };
}

/** The link from a position to one of its ancestors, by halving. */
function linkTo(tree: HierarchyShape, position: number, ancestor: number): number {
  let low = tree.firstLink[position]!;
  let high = tree.firstLink[position + 1]! - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (tree.links[middle]! < ancestor) low = middle + 1;
    else high = middle;
  }
  return low;
}
