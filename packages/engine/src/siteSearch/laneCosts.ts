import { lengthened } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import type { EdgeCosts } from '../graph/edgeCosts.ts';
import { edgesByNode } from '../graph/edgesByNode.ts';
import { searchGraph } from '../graph/searchGraph.ts';
import { bucketSearch } from '../search/bucketSearch.ts';
import { originSeeds } from '../search/seeds.ts';
import { workspaceOf } from '../search/workspace.ts';
import type { RoadPlace } from '../snap/snapOrigins.ts';
import { snapStarts } from '../snap/snapStarts.ts';
import { NO_COST } from '../sweep/costs.ts';
import { preparedSweep } from '../sweep/preparedSweep.ts';
import { LANES } from '../sweep/sweepMemory.ts';

/** Least costs from up to 32 places to the nodes of a network, side by side: that of a lane is `costs[start + lane]`. */
export interface LaneCosts {
  /** Costs above the limit of the last run mean nothing but "beyond it". Changes with each run. */
  readonly costs: Uint32Array;
  run(places: readonly RoadPlace[], limitCost: number): void;
  /** Where the costs of a node start. */
  startOf(node: number): number;
  /** Visits every edge with poles that some place may reach over one of its ends, with where the costs of both ends start. */
  forEachEdge(visit: (edge: number, fromStart: number, toStart: number) => void): void;
}

/** One pass over the hierarchy of the network for all places: for modes that go far. `checkpoint` may throw while it is built. */
export function sweptCosts(territory: Territory, edgeCosts: EdgeCosts, checkpoint?: () => void): LaneCosts {
  const { sweep, tables } = preparedSweep(territory, edgeCosts, checkpoint);
  const { lanes, rowOf } = sweep.memory;
  return {
    costs: lanes,
    run(places, limitCost) {
      checkpoint?.();
      sweep.run(
        places.map((place) => originSeeds(territory, edgeCosts, [place])),
        limitCost,
      );
    },
    startOf: (node) => LANES * rowOf[tables.positionOf[node]!]!,
    forEachEdge(visit) {
      const { edge, near, far, isNearTo } = tables;
      sweep.forEachRoad((road) => {
        const nearStart = LANES * rowOf[near[road]!]!;
        const farStart = LANES * rowOf[far[road]!]!;
        if (isNearTo[road] === 1) visit(edge[road]!, farStart, nearStart);
        else visit(edge[road]!, nearStart, farStart);
      });
    },
  };
}

/** One search per place: for short ways, and for networks without a hierarchy. */
export function searchedCosts(territory: Territory, edgeCosts: EdgeCosts, checkpoint?: () => void): LaneCosts {
  const graph = searchGraph(territory, edgeCosts);
  const firstSnap = snapStarts(territory, edgeCosts.mode);
  const { firstFrom, firstTo, toEdges } = edgesByNode(territory);
  const { fromNode, toNode } = territory.edges;
  /** Row of a node's costs; those of nodes that no place reaches are row 0. */
  const rowOf = new Uint32Array(territory.nodes.rows);
  let costs = new Uint32Array(LANES << 10).fill(NO_COST, 0, LANES);
  let nodes = new Uint32Array(1 << 10);
  let rows = 1;
  const addRow = (node: number) => {
    if (rows === nodes.length) {
      nodes = lengthened(nodes);
      costs = lengthened(costs);
    }
    nodes[rows] = node;
    rowOf[node] = rows;
    costs.fill(NO_COST, LANES * rows, LANES * (rows + 1));
    rows++;
  };
  return {
    get costs() {
      return costs;
    },
    run(places, limitCost) {
      for (let row = 1; row < rows; row++) rowOf[nodes[row]!] = 0;
      rows = 1;
      const workspace = workspaceOf(territory);
      places.forEach((place, lane) => {
        workspace.clear();
        bucketSearch(graph, originSeeds(territory, edgeCosts, [place]), limitCost, workspace, checkpoint);
        const { labels, reached, reachedCount } = workspace;
        for (let i = 0; i < reachedCount; i++) {
          const node = reached[i]!;
          if (rowOf[node] === 0) addRow(node);
          costs[LANES * rowOf[node]! + lane] = labels[2 * node]!;
        }
      });
      workspace.clear();
    },
    startOf: (node) => LANES * rowOf[node]!,
    forEachEdge(visit) {
      for (let row = 1; row < rows; row++) {
        const node = nodes[row]!;
        for (let edge = firstFrom[node]!; edge < firstFrom[node + 1]!; edge++) {
          if (firstSnap[edge] !== firstSnap[edge + 1]) visit(edge, LANES * row, LANES * rowOf[toNode[edge]!]!);
        }
        for (let i = firstTo[node]!; i < firstTo[node + 1]!; i++) {
          const edge = toEdges[i]!;
          if (rowOf[fromNode[edge]!] === 0 && firstSnap[edge] !== firstSnap[edge + 1]) visit(edge, 0, LANES * row);
        }
      }
    },
  };
}
