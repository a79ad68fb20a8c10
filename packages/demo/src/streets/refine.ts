import { Buckets } from '../geometry/buckets.ts';
import { hash2 } from '../geometry/noise.ts';
import { distance, type Point } from '../geometry/plane.ts';
import type { Terrain } from '../terrain/terrain.ts';
import { components, mostFrequent, strongComponents } from './components.ts';
import { type Edge, edgesByLine, type Network } from './network.ts';
import { makeRoundabouts } from './roundabouts.ts';
import type { Town } from './town.ts';

/** Ways that cars may not use. */
const CARLESS = new Set(['footway', 'path', 'cycleway', 'steps', 'pedestrian', 'bridleway']);
const MAIN = new Set(['motorway', 'motorway_link', 'trunk', 'primary', 'secondary', 'tertiary']);

/** The pedestrian zone of the capital: south-west of the town hall. */
const PEDESTRIAN = { west: -430, east: -70, south: -420, north: 60 };

/**
 * Makes a town plan of a raw network: takes out what leads nowhere, turns some cross streets into footpaths and steps,
 * gives streets their class, makes lanes of the centre one-way, and puts roundabouts where main roads meet.
 */
export function refine(network: Network, towns: readonly Town[], terrain: Terrain, seed: number): void {
  trimFringe(network, towns, seed);
  dropStubs(network);
  dropIslands(network);
  thinOut(network, towns, terrain, seed);
  dropStubs(network);
  classify(network, towns, terrain, seed);
  makeRoundabouts(network, towns);
  makeOneWay(network, seed);
  dropIslands(network);
}

export function isForCars(edge: Edge): boolean {
  return !CARLESS.has(edge.highway) && edge.tags.motor_vehicle !== 'no' && edge.tags.access !== 'private';
}

export function degrees(network: Network): Int32Array {
  const degree = new Int32Array(network.nodes.length);
  for (const { from, to } of network.edges) {
    degree[from]!++;
    degree[to]!++;
  }
  return degree;
}

function townAt(towns: readonly Town[], point: Point): Town | undefined {
  return towns.find((town) => town.depth(point) > 0);
}

/** Most streets that run out into the fields are not there yet. */
function trimFringe(network: Network, towns: readonly Town[], seed: number): void {
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

function dropStubs(network: Network): void {
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
function dropIslands(network: Network): void {
  const part = components(
    network.nodes.length,
    network.edges.map(({ from, to }) => [from, to] as const),
  );
  const used = Int32Array.from(network.edges, ({ from }) => part[from]!);
  const main = mostFrequent(used);
  network.edges = network.edges.filter(({ from, line }) => part[from] === main || line.highway === 'path');
}

/**
 * Suburbs are no grids: some cross streets become footpaths or steps or were never built. Only streets outside a
 * spanning tree go, so that every house can still be reached by car.
 */
function thinOut(network: Network, towns: readonly Town[], terrain: Terrain, seed: number): void {
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

function classify(network: Network, towns: readonly Town[], terrain: Terrain, seed: number): void {
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

/** Lanes of the capital's core are one-way by turns; where that would cut something off, they stay open both ways. */
function makeOneWay(network: Network, seed: number): void {
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
    const arcs = cars.flatMap(({ from, to, tags }): [number, number][] => {
      if (tags.oneway === 'yes' || tags.junction === 'roundabout') return [[from, to]];
      return tags.oneway === '-1'
        ? [[to, from]]
        : [
            [from, to],
            [to, from],
          ];
    });
    const part = strongComponents(network.nodes.length, arcs);
    const main = mostFrequent(Int32Array.from(cars, ({ from }) => part[from]!));
    for (const edge of cars) {
      if (edge.line.origin !== 'street' || edge.tags.oneway === undefined) continue;
      if (part[edge.from] !== main || part[edge.to] !== main) delete edge.tags.oneway;
    }
  }
}
