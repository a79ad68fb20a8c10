import { bounds, overlap } from '../geometry/bounds.ts';
import { hash2 } from '../geometry/noise.ts';
import { alongDistances, type Point, placeAlong } from '../geometry/plane.ts';
import type { Terrain } from '../terrain/terrain.ts';
import { countryLanes } from './countryLanes.ts';
import { ferries } from './ferries.ts';
import { footways } from './footways.ts';
import { type Line, line } from './line.ts';
import { mainRoads } from './mainRoads.ts';
import { Motorway } from './motorway.ts';
import type { Town } from './town.ts';
import { traceStreets } from './traceStreets.ts';

/** A street leads out of the box of its town by less than this, and so does the way on to the next road. */
const FARTHEST_METERS = 1_500;

/** Every road of the country as a line, from the motorway to garden paths; they are cut at junctions later. */
export function drawRoads(terrain: Terrain, towns: readonly Town[], seed: number): Line[] {
  const motorway = new Motorway();
  const main = mainRoads(terrain, motorway, seed);
  const carriageways = motorway.lines(main, terrain);
  const paths = footways(terrain);
  const lanes = countryLanes(terrain, towns, main, motorway, seed);
  const dry = (point: Point) =>
    terrain.coastMeters(point) >= 28 &&
    terrain.bankMeters(point) >= 16 &&
    terrain.height(point) <= 0.5 &&
    !motorway.occupies(point);
  const open = (town: Town) => (point: Point) => {
    if (!dry(point) || terrain.coastMeters(point) < 58 || terrain.bankMeters(point) < 34) return false;
    const zone = terrain.zone(point, 12);
    return zone === null ? town.depth(point) > 0 : zone.kind === 'industry' || zone.kind === 'port';
  };
  const grounded = [...main.filter(({ level }) => level === 0), ...paths, ...lanes];
  const around = grounded.map(({ points }) => bounds(points, FARTHEST_METERS));
  const streets = towns.flatMap((town, index) => {
    const box = town.box();
    const near = grounded.filter((_, i) => overlap(around[i]!, box));
    return traceStreets(town, near, open(town), dry, seed + 13 * index);
  });
  const yards = alleys(streets, towns[0]!, seed);
  return [...main, ...carriageways, ...ferries(terrain), ...lanes, ...streets, ...yards, ...paths];
}

/** Dead-end service lanes into the yards of the capital's blocks. */
function alleys(streets: readonly Line[], capital: Town, seed: number): Line[] {
  return streets.flatMap(({ points }, number) => {
    const along = alongDistances(points);
    const yards: Line[] = [];
    for (let meters = 62; meters < along.at(-1)! - 40; meters += 97) {
      const { point, dx, dy } = placeAlong(points, along, meters);
      const chance = hash2(number, Math.round(meters), seed + 51);
      if (capital.fromCenter(point) > 1_150 || capital.depth(point) <= 0 || chance > 0.3) continue;
      const side = chance < 0.15 ? 1 : -1;
      const at = (across: number) => ({ x: point.x - dy * side * across, y: point.y + dx * side * across });
      // It begins a little before the street, so that the two certainly cross.
      yards.push(line([at(-2), at(44)], 'service', 'street', { tags: { service: 'alley' } }));
    }
    return yards;
  });
}
