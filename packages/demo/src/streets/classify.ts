import { Buckets } from '../geometry/buckets.ts';
import { hash2 } from '../geometry/noise.ts';
import { distance, type Point } from '../geometry/plane.ts';
import type { Terrain } from '../terrain/terrain.ts';
import { degrees, type Edge, edgesByLine, MAIN, type Network } from './network.ts';
import { type Town, townAt } from './town.ts';

/** The pedestrian zone of the capital: south-west of the town hall. */
const PEDESTRIAN = { west: -430, east: -70, south: -420, north: 60 };

/** Gives streets their class, and some of them a speed limit or a barrier to the public. */
export function classify(network: Network, towns: readonly Town[], terrain: Terrain, seed: number): void {
  collectors(network, towns);
  const degree = degrees(network);
  for (const [index, edge] of network.edges.entries()) {
    if (edge.line.origin !== 'street' || edge.highway !== 'residential') continue;
    const middle = edge.shape[edge.shape.length >> 1]!;
    const town = townAt(towns, middle);
    const deadEnd = degree[edge.from] === 1 || degree[edge.to] === 1;
    const chance = hash2(index, 3, seed + 46);
    const zone = terrain.zone(middle)?.kind;
    if (town?.plan.kind === 'capital' && inside(middle, PEDESTRIAN)) edge.highway = 'pedestrian';
    else if (town === undefined || zone === 'industry' || zone === 'port')
      edge.highway = deadEnd ? 'service' : 'unclassified';
    else if (deadEnd && edge.lengthMeters < 170 && chance < 0.3) edge.highway = 'living_street';
    else if (deadEnd && chance > 0.982) edge.tags = { ...edge.tags, access: 'private' };
    else if (chance < 0.45)
      edge.tags = {
        ...edge.tags,
        maxspeed: town.plan.kind === 'capital' && town.fromCenter(middle) < 1_300 ? '30' : '50',
      };
  }
}

function inside(point: Point, box: typeof PEDESTRIAN): boolean {
  return point.x > box.west && point.x < box.east && point.y > box.south && point.y < box.north;
}

/** Collectors keep about this distance from each other and from main roads. */
const COLLECTOR_METERS = 300;

/** Long streets that main roads touch at two places, and that lie apart from the next, collect the traffic of their quarter. */
function collectors(network: Network, towns: readonly Town[]): void {
  const touches = new Set<number>();
  const taken = new Buckets<Point>(COLLECTOR_METERS);
  const take = (edge: Edge) => {
    for (const point of edge.shape) taken.add(point, point);
  };
  for (const edge of network.edges) {
    if (!MAIN.has(edge.highway)) continue;
    touches.add(edge.from);
    touches.add(edge.to);
    take(edge);
  }
  const lengthOf = (edges: readonly Edge[]) => edges.reduce((sum, { lengthMeters }) => sum + lengthMeters, 0);
  const streets = [
    ...edgesByLine(
      network.edges.filter(({ line, highway }) => line.origin === 'street' && highway === 'residential'),
    ).values(),
  ]
    .map((edges) => ({ edges, length: lengthOf(edges) }))
    .sort((a, b) => b.length - a.length);
  for (const { edges, length } of streets) {
    if (length < 700 || edges.filter(({ from, to }) => touches.has(from) || touches.has(to)).length < 2) continue;
    const nodes = edges.map(({ from }) => network.nodes[from]!);
    if (townAt(towns, nodes[0]!) === undefined) continue;
    const crowded = nodes.filter((node) =>
      taken.near(node, COLLECTOR_METERS, (point) => distance(point, node) < COLLECTOR_METERS),
    );
    if (crowded.length > 0.45 * nodes.length) continue;
    for (const edge of edges) {
      edge.highway = 'tertiary';
      edge.tags = { ...edge.tags, maxspeed: '50' };
      take(edge);
    }
  }
}
