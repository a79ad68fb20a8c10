import { arcsByTail, mostFrequent, strongComponents } from '@hinterland/geo';
import { hash2 } from '../geometry/noise.ts';
import { edgesByLine, isForCars, type Network } from './network.ts';

/** Lanes of the capital's core are one-way by turns; where that would cut something off, they stay open both ways. */
export function makeOneWay(network: Network, seed: number): void {
  const byLine = edgesByLine(
    network.edges.filter(({ line, highway, from }) => {
      const { x, y } = network.nodes[from]!;
      return line.origin === 'street' && highway === 'residential' && x > -1_450 && x < 650 && y > -650 && y < 1_300;
    }),
  );
  let number = 0;
  for (const edges of byLine.values()) {
    number++;
    if (hash2(number, 5, seed + 48) > 0.62) continue;
    for (const edge of edges) edge.tags = { ...edge.tags, oneway: number % 2 === 0 ? 'yes' : '-1' };
  }
  for (let pass = 0; pass < 4; pass++) {
    const cars = network.edges.filter(isForCars);
    const arcs = arcsByTail(network.nodes.length, (put) => {
      for (const { from, to, tags } of cars) {
        const isForward = tags.oneway === 'yes' || tags.junction === 'roundabout';
        if (isForward || tags.oneway !== '-1') put(from, to);
        if (!isForward) put(to, from);
      }
    });
    const { componentOfNode: part } = strongComponents(arcs);
    const main = mostFrequent(cars.map(({ from }) => part[from]!));
    for (const edge of cars) {
      if (edge.line.origin !== 'street' || edge.tags.oneway === undefined) continue;
      if (part[edge.from] !== main || part[edge.to] !== main) delete edge.tags.oneway;
    }
  }
}
