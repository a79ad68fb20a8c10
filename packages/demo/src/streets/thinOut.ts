import { hash2 } from '../geometry/noise.ts';
import type { Terrain } from '../terrain/terrain.ts';
import { type Edge, isForCars, MAIN, type Network } from './network.ts';
import { type Town, townAt } from './town.ts';

/**
 * Suburbs are no grids: some cross streets become footpaths or steps or were never built. Only streets outside a
 * spanning tree go, so that every house can still be reached by car.
 */
export function thinOut(network: Network, towns: readonly Town[], terrain: Terrain, seed: number): void {
  const rank = (edge: Edge) => (MAIN.has(edge.highway) ? 0 : edge.line.origin === 'street' ? 2 : 1);
  const cars = network.edges
    .filter(isForCars)
    .map((edge, index) => ({ edge, order: rank(edge) + hash2(index, 0, seed + 43) }));
  cars.sort((a, b) => a.order - b.order);
  const tree = new Set<Edge>();
  const parent = Int32Array.from({ length: network.nodes.length }, (_, i) => i);
  const find = (node: number): number => {
    while (parent[node] !== node) {
      parent[node] = parent[parent[node]!]!;
      node = parent[node]!;
    }
    return node;
  };
  for (const { edge } of cars) {
    const [a, b] = [find(edge.from), find(edge.to)];
    if (a === b) continue;
    parent[a] = b;
    tree.add(edge);
  }
  const gone = new Set<Edge>();
  let bollards = 0;
  for (const [index, edge] of network.edges.entries()) {
    if (edge.line.origin !== 'street' || tree.has(edge) || edge.lengthMeters > 260) continue;
    const middle = edge.shape[edge.shape.length >> 1]!;
    const town = townAt(towns, middle);
    if (town === undefined || (town.plan.kind === 'capital' && town.fromCenter(middle) < 1_300)) continue;
    const chance = hash2(index, 1, seed + 44);
    if (chance > 0.2) continue;
    const fate = hash2(index, 2, seed + 45);
    if (fate < 0.34) gone.add(edge);
    else if (fate < 0.4 && bollards < 12 && edge.lengthMeters > 90) {
      edge.tags = { ...edge.tags, bollard: 'yes' };
      bollards++;
    } else if (fate < 0.46 || terrain.height(middle) > 0.05) edge.highway = 'steps';
    else edge.highway = fate < 0.58 ? 'cycleway' : 'footway';
  }
  network.edges = network.edges.filter((edge) => !gone.has(edge));
}
