import { MODE_BIT, type Mode } from '@hinterland/catalogue';
import { buildShape, type HierarchyShape, NO_POSITION } from '@hinterland/geo';
import type { HIERARCHY_TABLE, LINK_TABLE } from '../format/tables.ts';
import type { TableInput } from '../memory/columns.ts';
import { readOnce } from '../memory/parts.ts';
import type { HierarchyTables } from '../memory/territory.ts';

interface Nodes {
  readonly lngMicrodegrees: Int32Array;
  readonly latMicrodegrees: Int32Array;
}
interface Edges {
  readonly fromNode: Uint32Array;
  readonly toNode: Uint32Array;
  readonly mainComponent: Uint8Array;
}

/** Builds the shape of a mode's hierarchy: an order of the nodes of all edges of its main component. */
export function shapeOfMode(nodes: Nodes, edges: Edges, mode: Mode, checkpoint?: () => void): HierarchyShape {
  const { fromNode, toNode, mainComponent } = edges;
  const tails = new Uint32Array(fromNode.length);
  const heads = new Uint32Array(fromNode.length);
  let count = 0;
  for (let edge = 0; edge < fromNode.length; edge++) {
    if ((mainComponent[edge]! & MODE_BIT[mode]) === 0) continue;
    tails[count] = fromNode[edge]!;
    heads[count++] = toNode[edge]!;
  }
  const { lngMicrodegrees, latMicrodegrees } = nodes;
  const roads = {
    nodes: lngMicrodegrees.length,
    tails: tails.subarray(0, count),
    heads: heads.subarray(0, count),
    lngMicrodegrees,
    latMicrodegrees,
  };
  return buildShape(roads, checkpoint);
}

/** Returns a shape as the tables `hierarchy-<mode>` and `links-<mode>`, without what follows from them. */
export function tablesOfShape(shape: HierarchyShape): {
  readonly positions: TableInput<typeof HIERARCHY_TABLE>;
  readonly links: TableInput<typeof LINK_TABLE>;
} {
  return {
    positions: { node: shape.nodeOf, linkStart: shape.firstLink.subarray(0, shape.positions) },
    links: { ancestor: shape.links },
  };
}

/**
 * Returns the shape that tables hold. In: number of nodes of the territory. Costs are put on a shape once, so its links
 * stay out of the memory that threads share.
 */
export function shapeFromTables({ positions, links }: HierarchyTables, nodes: number): HierarchyShape {
  const { rows, node } = positions;
  const ancestor = readOnce(links, 'ancestor');
  const firstLink = new Uint32Array(new SharedArrayBuffer(4 * (rows + 1)));
  firstLink.set(readOnce(positions, 'linkStart'));
  firstLink[rows] = links.rows;
  const parent = new Int32Array(new SharedArrayBuffer(4 * rows)).fill(-1);
  const positionOf = new Uint32Array(new SharedArrayBuffer(4 * nodes)).fill(NO_POSITION);
  for (let position = 0; position < rows; position++) {
    // Links ascend, so the nearest ancestor is the last one.
    const end = firstLink[position + 1]!;
    if (end > firstLink[position]!) parent[position] = ancestor[end - 1]!;
    positionOf[node[position]!] = position;
  }
  return { positions: rows, nodeOf: node, positionOf, parent, firstLink, links: ancestor };
}
