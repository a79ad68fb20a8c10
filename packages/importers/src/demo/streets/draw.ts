import type { Point } from '../plane.ts';
import type { Terrain } from '../terrain.ts';
import type { Town } from '../town.ts';
import { countryLanes } from './lanes.ts';
import type { Line } from './line.ts';
import { ferries, mainRoads } from './mainRoads.ts';
import { Motorway } from './motorway.ts';
import { footways } from './paths.ts';
import { traceStreets } from './trace.ts';

/** Every road of the country as a line, from the motorway to garden paths; they are cut at junctions later. */
export function drawRoads(terrain: Terrain, towns: readonly Town[], seed: number): Line[] {
  const motorway = new Motorway();
  const main = mainRoads(terrain, motorway, seed);
  const carriageways = motorway.lines(main);
  const paths = footways(terrain, motorway);
  const lanes = countryLanes(terrain, towns, main, motorway, seed);
  const open = (town: Town) => (point: Point) => {
    if (terrain.coastMeters(point) < 58 || terrain.bankMeters(point) < 34) return false;
    if (terrain.height(point) > 0.5 || motorway.occupies(point)) return false;
    const zone = terrain.zone(point, 12);
    return zone === null ? town.depth(point) > 0 : zone.kind === 'industry' || zone.kind === 'port';
  };
  const grounded = [...main.filter(({ level }) => level === 0), ...paths, ...lanes];
  const streets = towns.flatMap((town, index) => traceStreets(town, grounded, open(town), seed + 13 * index));
  return [...main, ...carriageways, ...ferries(terrain), ...lanes, ...streets, ...paths];
}
