import type { Territory } from '@hinterland/territory';
import { accessCost, type EdgeCosts, partialCost } from '../graph/edgeCosts.ts';
import type { RoadPlace } from '../snap/snapOrigins.ts';
import type { Seeds } from './bucketSearch.ts';
import { waysOut } from './waysOut.ts';

/**
 * Where the search from snapped origins begins: both ends of the edge that an origin lies on, as far as the edge may be
 * used toward them, each with the access leg and the part of the edge between. Origins on limited ways, out of which no other search comes,
 * also begin at every node to which these lead.
 */
export function originSeeds(territory: Territory, costs: EdgeCosts, origins: readonly RoadPlace[]): Seeds {
  const { fromNode, toNode, lengthMillimeters } = territory.edges;
  const nodes: number[] = [];
  const seedCosts: number[] = [];
  for (const { edge, positionMillimeters, accessMillimeters } of origins) {
    const access = accessCost(costs.measure, accessMillimeters);
    const length = lengthMillimeters[edge]!;
    const toEnd = partialCost(costs.enteredAtFrom[edge]!, length - positionMillimeters, length);
    const toStart = partialCost(costs.enteredAtTo[edge]!, positionMillimeters, length);
    if (toEnd >= 0) {
      nodes.push(toNode[edge]!);
      seedCosts.push(access + toEnd);
    }
    if (toStart >= 0) {
      nodes.push(fromNode[edge]!);
      seedCosts.push(access + toStart);
    }
  }
  for (const [node, cost] of waysOut(territory, costs, nodes, seedCosts)) {
    nodes.push(node);
    seedCosts.push(cost);
  }
  return { nodes, costs: seedCosts };
}
