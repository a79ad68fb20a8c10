import { connectedComponents, mostFrequent } from '@hinterland/geo';
import { hash2 } from '../geometry/noise.ts';
import { degrees, type Network } from './network.ts';
import { type Town, townAt } from './town.ts';

/** Most streets that run out into the fields are not there yet. */
export function trimFringe(network: Network, towns: readonly Town[], seed: number): void {
  for (let pass = 0; pass < 2; pass++) {
    const degree = degrees(network);
    network.edges = network.edges.filter((edge, index) => {
      if (edge.line.origin !== 'street') return true;
      const end = degree[edge.from] === 1 ? edge.from : degree[edge.to] === 1 ? edge.to : null;
      if (end === null) return true;
      const depth = townAt(towns, network.nodes[end]!)?.depth(network.nodes[end]!) ?? 0;
      return depth > 0.16 || hash2(index, pass, seed + 41) < 0.25;
    });
  }
}

/** Takes out short dead ends, and those that become dead ends by it. */
export function dropStubs(network: Network): void {
  for (let dropped = true; dropped; ) {
    const degree = degrees(network);
    const before = network.edges.length;
    network.edges = network.edges.filter((edge) => {
      const loose = degree[edge.from] === 1 || degree[edge.to] === 1;
      return !loose || edge.line.origin === 'drawn' || edge.lengthMeters >= (edge.line.highway === 'service' ? 20 : 48);
    });
    dropped = network.edges.length < before;
  }
}

/** Keeps what hangs together, and the footpaths of the bird reserve, which do not. */
export function dropIslands(network: Network): void {
  const part = connectedComponents(
    network.nodes.length,
    network.edges.map(({ from, to }) => [from, to] as const),
  );
  const used = Int32Array.from(network.edges, ({ from }) => part[from]!);
  const main = mostFrequent(used);
  network.edges = network.edges.filter(({ from, line }) => part[from] === main || line.highway === 'path');
}
