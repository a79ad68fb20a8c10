import { MODE_BIT } from '@hinterland/catalogue';
import { lengthened } from '@hinterland/geo';
import { accessCost } from '../graph/edgeCosts.ts';
import { edgesByNode } from '../graph/edgesByNode.ts';
import { type NodeField, UNREACHED } from '../search/workspace.ts';
import type { SnappedOrigin } from '../snap/snapOrigins.ts';
import { GROUP_BITS } from './edgeGroup.ts';
import { EDGE_MASK, polesByEdge } from './polesByEdge.ts';
import { bandOf, dearestPlace, type Sweep } from './sweep.ts';

/** The walk from the line of a road to a house, for which drawings on fine cells leave room. */
export const BESIDE_ROAD_MILLIMETERS = 25_000;

/** No band: some of a group's edges lie in another one, or not within the last limit. */
const MIXED = -1;

/**
 * The edges that a search reached: groups that lie in one band as a whole, and the edges of all other groups one by one.
 * A group lies in a band if each of its edges does with its poles, their access legs and the walk beside the road. Edges
 * that cannot hold a pole or a cell (of other modes, outside the components that serve places) count in neither.
 */
export interface ReachedEdges {
  /** Only the first `groupCount` count. */
  readonly groups: Uint32Array;
  readonly groupBands: Uint8Array;
  readonly groupCount: number;
  /** Only the first `edgeCount` count; costs at an end that the search did not reach are UNREACHED. */
  readonly edges: Uint32Array;
  readonly costsAtFrom: Int32Array;
  readonly costsAtTo: Int32Array;
  readonly edgeCount: number;
}

/**
 * Returns the reached edges of a sweep, its reached nodes being sorted. The last ones are kept, so that counting and
 * drawing the same catchment look at the roads once. The next call may overwrite them.
 */
export function reachedEdges(sweep: Sweep): ReachedEdges {
  const { field } = sweep.workspace;
  const isKept =
    field !== null &&
    field === keptField &&
    sweep.origins === keptOrigins &&
    sweep.limitCosts.length === keptLimits.length &&
    sweep.limitCosts.every((limit, i) => limit === keptLimits[i]);
  if (!isKept) {
    keptField = null;
    scratch.find(sweep);
    keptField = field;
    keptOrigins = sweep.origins;
    keptLimits = sweep.limitCosts;
  }
  return scratch;
}

class FoundEdges implements ReachedEdges {
  groups = new Uint32Array(256);
  groupBands = new Uint8Array(256);
  groupCount = 0;
  edges = new Uint32Array(4096);
  costsAtFrom = new Int32Array(4096);
  costsAtTo = new Int32Array(4096);
  edgeCount = 0;

  find(sweep: Sweep): void {
    const { territory, costs, workspace } = sweep;
    const { firstFrom, firstTo, toEdges } = edgesByNode(territory);
    const { fromNode, toNode, mainComponent } = territory.edges;
    const { labels, reached, reachedCount } = workspace;
    const bit = MODE_BIT[costs.mode];
    const bandOfGroup = judge(sweep);
    this.groupCount = 0;
    let group = -1;
    let band = MIXED;
    let { edges, costsAtFrom, costsAtTo } = this;
    let count = 0;
    for (let i = 0; i < reachedCount; i++) {
      const node = reached[i]!;
      const cost = labels[2 * node]!;
      const end = firstFrom[node + 1]!;
      const endTo = firstTo[node + 1]!;
      let edge = firstFrom[node]!;
      if (count + end - edge + endTo - firstTo[node]! > edges.length) {
        this.#lengthen();
        ({ edges, costsAtFrom, costsAtTo } = this);
      }
      while (edge < end) {
        // The edges of a group follow each other; so do those of a node.
        if (edge >>> GROUP_BITS !== group) {
          group = edge >>> GROUP_BITS;
          band = bandOfGroup(group);
          if (band !== MIXED) this.#addGroup(group, band);
        }
        if (band !== MIXED) {
          edge = (group + 1) << GROUP_BITS;
          continue;
        }
        if ((mainComponent[edge]! & bit) !== 0) {
          edges[count] = edge;
          costsAtFrom[count] = cost;
          costsAtTo[count++] = labels[2 * toNode[edge]!]!;
        }
        edge++;
      }
      for (let k = firstTo[node]!; k < endTo; k++) {
        const entering = toEdges[k]!;
        if (labels[2 * fromNode[entering]!] !== UNREACHED || (mainComponent[entering]! & bit) === 0) continue;
        edges[count] = entering;
        costsAtFrom[count] = UNREACHED;
        costsAtTo[count++] = cost;
      }
    }
    this.edgeCount = count;
  }

  #addGroup(group: number, band: number): void {
    if (this.groupCount === this.groups.length) {
      this.groups = lengthened(this.groups);
      this.groupBands = lengthened(this.groupBands);
    }
    this.groups[this.groupCount] = group;
    this.groupBands[this.groupCount++] = band;
  }

  #lengthen(): void {
    this.edges = lengthened(this.edges);
    this.costsAtFrom = lengthened(this.costsAtFrom);
    this.costsAtTo = lengthened(this.costsAtTo);
  }
}

/** Returns a function that answers the band of a group, MIXED where it lies in none as a whole. */
function judge({ territory, costs, origins, workspace, limitCosts }: Sweep): (group: number) => number {
  const { fromNode, toNode, mainComponent, rows } = territory.edges;
  const { enteredAtFrom, enteredAtTo, measure } = costs;
  const { labels } = workspace;
  const bit = MODE_BIT[costs.mode];
  const poles = polesByEdge(territory, costs.mode);
  const beside = accessCost(measure, BESIDE_ROAD_MILLIMETERS);
  const withOrigin = new Set(origins.map(({ edge }) => edge >>> GROUP_BITS));
  return (group) => {
    if (withOrigin.has(group)) return MIXED;
    const first = group << GROUP_BITS;
    const end = Math.min(rows, first + (1 << GROUP_BITS));
    const { longestAccess } = poles.blockOf(first);
    let band = MIXED;
    let above = -1;
    let limit = 0;
    for (let edge = first; edge < end; edge++) {
      if ((mainComponent[edge]! & bit) === 0) continue;
      const costAtFrom = labels[2 * fromNode[edge]!]!;
      const costAtTo = labels[2 * toNode[edge]!]!;
      if (costAtFrom === UNREACHED || costAtTo === UNREACHED) return MIXED;
      const least = costAtFrom < costAtTo ? costAtFrom : costAtTo;
      if (band === MIXED) {
        band = bandOf(limitCosts, least);
        if (band === limitCosts.length) return MIXED;
        limit = limitCosts[band]!;
        if (band > 0) above = limitCosts[band - 1]!;
      } else if (least <= above) return MIXED;
      const access = accessCost(measure, longestAccess[edge & EDGE_MASK]!);
      const dearest = dearestPlace(costAtFrom, costAtTo, enteredAtFrom[edge]!, enteredAtTo[edge]!);
      if (dearest + (access > beside ? access : beside) > limit) return MIXED;
    }
    return band;
  };
}

/** Shared by all calls, for its memory. */
const scratch = new FoundEdges();
let keptField: NodeField | null = null;
let keptOrigins: readonly SnappedOrigin[] = [];
let keptLimits: readonly number[] = [];
