import { cutUnits, growLocalities, LOCALITIES, type UnitPlan } from './areas/areas.ts';
import { Mesh } from './areas/mesh.ts';
import { onGrid } from './geometry/plane.ts';
import { buildHouses, type House } from './houses/houses.ts';
import { drawRoads } from './streets/draw.ts';
import type { Line } from './streets/line.ts';
import { buildNetwork, edgesByLine, type Network } from './streets/network.ts';
import { degrees, refine } from './streets/refine.ts';
import { StreetNames, type StreetShape } from './streets/streetNames.ts';
import { towns as allTowns, type Town } from './streets/town.ts';
import { Terrain } from './terrain/terrain.ts';

export interface SettledHouse extends House {
  /** Row of `units`. */
  readonly unit: number;
}

/** The whole country, before it takes the shape of map, addresses, boundaries and census. */
export interface World {
  readonly terrain: Terrain;
  readonly towns: readonly Town[];
  readonly network: Network;
  readonly mesh: Mesh;
  readonly units: readonly UnitPlan[];
  readonly houses: readonly SettledHouse[];
  /** Names of the lines that have one, drawn or given. */
  readonly streetNames: ReadonlyMap<Line, string>;
}

export function makeWorld(seed: number): World {
  const terrain = new Terrain(seed);
  const towns = allTowns(terrain, seed);
  const network = buildNetwork(drawRoads(terrain, towns, seed));
  refine(network, towns, terrain, seed);
  const built = buildHouses(network, terrain, towns, seed);
  const localityOf = growLocalities(terrain, seed);
  const { unitOf, units } = cutUnits(localityOf, built, terrain);
  const mesh = new Mesh(unitOf);
  const houses = built.flatMap((house) => {
    const cell = mesh.cellAt(house);
    return cell < 0 ? [] : [{ ...house, unit: unitOf[cell]! }];
  });
  return { terrain, towns, network, mesh, units, houses, streetNames: nameStreets(network, mesh, units, seed) };
}

/** Footpaths and tracks have no names but those of the plan. */
const PATHS = new Set(['footway', 'path', 'cycleway', 'steps', 'track']);

/** Names for all streets that cars use or people live in; what the plan named keeps its name. */
function nameStreets(network: Network, mesh: Mesh, units: readonly UnitPlan[], seed: number): Map<Line, string> {
  const degree = degrees(network);
  const streets = [...edgesByLine(network.edges)].map(([line, edges]) => {
    const localities = new Map<number, number>();
    for (const { shape, lengthMeters } of edges) {
      for (const point of shape) {
        const cell = mesh.cellAt(onGrid(point));
        if (cell < 0) continue;
        const { locality } = units[mesh.groups[cell]!]!;
        localities.set(locality, (localities.get(locality) ?? 0) + lengthMeters / shape.length);
      }
    }
    const sorted = [...localities].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([locality]) => locality);
    return { line, edges, localities: sorted, length: edges.reduce((sum, edge) => sum + edge.lengthMeters, 0) };
  });
  const names = new StreetNames(seed + 91);
  const given = new Map<Line, string>();
  for (const { line, localities } of streets) {
    if (line.name === '') continue;
    names.take(line.name, localities);
    given.set(line, line.name);
  }
  const unnamed = streets.filter(
    ({ line }) => line.name === '' && (line.origin === 'street' || line.origin === 'lane'),
  );
  for (const { line, edges, localities, length } of unnamed.sort((a, b) => b.length - a.length)) {
    const [home] = localities;
    if (home === undefined || edges.every(({ highway }) => PATHS.has(highway))) continue;
    const loose = edges.some(({ from, to }) => degree[from] === 1 || degree[to] === 1);
    const shape: StreetShape =
      line.origin === 'lane'
        ? 'lane'
        : edges[0]!.highway === 'tertiary'
          ? 'main'
          : loose && length < 260
            ? 'deadEnd'
            : 'through';
    given.set(line, names.next(LOCALITIES[home]!.flavour, shape, localities));
  }
  return given;
}
