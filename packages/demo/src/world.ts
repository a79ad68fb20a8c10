import { cutUnits, type UnitPlan } from './areas/cutUnits.ts';
import { growLocalities } from './areas/growLocalities.ts';
import { Mesh } from './areas/mesh.ts';
import { nameStreets } from './areas/nameStreets.ts';
import { buildHouses, type House } from './houses/houses.ts';
import { buildNetwork } from './streets/buildNetwork.ts';
import { drawRoads } from './streets/drawRoads.ts';
import type { Line } from './streets/line.ts';
import type { Network } from './streets/network.ts';
import { refine } from './streets/refine.ts';
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
