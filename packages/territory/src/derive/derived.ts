import { MODES, type Mode } from '@hinterland/catalogue';
import { type BoxLevels, boxLevels, extendByPoint } from '@hinterland/geo';

interface Points {
  readonly lngMicrodegrees: Int32Array;
  readonly latMicrodegrees: Int32Array;
}
interface Edges {
  readonly fromNode: Uint32Array;
  readonly toNode: Uint32Array;
  readonly shapeStart: Uint32Array;
}

/** Tables whose rows the derived ones follow from. */
interface DerivedFrom {
  readonly nodes: Points;
  readonly edges: Edges;
  readonly shapes: Points;
  readonly poles: Points;
  /** By mode the column `edge` of its snap table. */
  readonly snapEdges: Readonly<Partial<Record<Mode, Uint32Array>>>;
}

/** The tables DERIVED_TABLES and `snapStarts-<mode>`, by name. */
export function derivedTables({ nodes, edges, shapes, poles, snapEdges }: DerivedFrom) {
  const { firstFrom, firstTo, toEdges } = nodeEdges(nodes.lngMicrodegrees.length, edges);
  return {
    nodeEdges: { firstFrom, firstTo },
    edgesTo: { edge: toEdges },
    edgeBoxes: edgeBoxes(nodes, edges, shapes),
    poleBoxes: poleBoxes(poles),
    ...Object.fromEntries(
      MODES.flatMap((mode) => {
        const edgeOf = snapEdges[mode];
        if (edgeOf === undefined) return [];
        return [[`snapStarts-${mode}`, { firstSnap: snapStarts(edges.fromNode.length, edgeOf) }] as const];
      }),
    ),
  };
}

/** The edges at each node: see DERIVED_TABLES.nodeEdges. */
export function nodeEdges(nodes: number, { fromNode, toNode }: Pick<Edges, 'fromNode' | 'toNode'>) {
  const rows = fromNode.length;
  const firstFrom = new Uint32Array(nodes + 1);
  const firstTo = new Uint32Array(nodes + 1);
  for (let edge = 0; edge < rows; edge++) {
    firstFrom[fromNode[edge]! + 1]!++;
    if (fromNode[edge] !== toNode[edge]) firstTo[toNode[edge]! + 1]!++;
  }
  for (let node = 0; node < nodes; node++) {
    firstFrom[node + 1]! += firstFrom[node]!;
    firstTo[node + 1]! += firstTo[node]!;
  }
  const toEdges = new Uint32Array(firstTo[nodes]!);
  const next = firstTo.slice(0, nodes);
  for (let edge = 0; edge < rows; edge++) {
    if (fromNode[edge] !== toNode[edge]) toEdges[next[toNode[edge]!]!++] = edge;
  }
  return { firstFrom, firstTo, toEdges };
}

/** Boxes over the lines of edges. */
export function edgeBoxes(nodes: Points, { fromNode, toNode, shapeStart }: Edges, shapes: Points): BoxLevels {
  const rows = fromNode.length;
  return boxLevels(rows, (edge, box) => {
    for (const node of [fromNode[edge]!, toNode[edge]!]) {
      extendByPoint(box, nodes.lngMicrodegrees[node]!, nodes.latMicrodegrees[node]!);
    }
    const end = edge + 1 < rows ? shapeStart[edge + 1]! : shapes.lngMicrodegrees.length;
    for (let i = shapeStart[edge]!; i < end; i++) {
      extendByPoint(box, shapes.lngMicrodegrees[i]!, shapes.latMicrodegrees[i]!);
    }
  });
}

/** Boxes over poles. */
export function poleBoxes({ lngMicrodegrees, latMicrodegrees }: Points): BoxLevels {
  return boxLevels(lngMicrodegrees.length, (pole, box) =>
    extendByPoint(box, lngMicrodegrees[pole]!, latMicrodegrees[pole]!),
  );
}

/** First row of each edge's poles in a snap table, and the number of rows at the end. */
export function snapStarts(edges: number, edgeOf: Uint32Array): Uint32Array {
  const firstSnap = new Uint32Array(edges + 1);
  for (let row = 0; row < edgeOf.length; row++) firstSnap[edgeOf[row]! + 1]!++;
  for (let edge = 0; edge < edges; edge++) firstSnap[edge + 1]! += firstSnap[edge]!;
  return firstSnap;
}
