import type { BackdropFeature } from '@hinterland/importers';
import { distanceToSegment, type Point } from '../geometry/plane.ts';
import type { HouseKind } from '../houses/lots.ts';
import type { SettledHouse, World } from '../world.ts';
import { feature, ringOf } from './feature.ts';

/** Meters along the street and away from it. */
const SIZES: Readonly<Record<HouseKind, readonly [number, number]>> = {
  house: [11, 9],
  terrace: [10, 10],
  flats: [17, 14],
  tower: [22, 22],
  hall: [38, 16],
  shop: [15, 13],
  works: [36, 24],
};

/** A building behind every entrance, square to its street. */
export function* buildings({ houses }: World): Generator<BackdropFeature> {
  for (const house of houses) yield feature('building', '', [[ringOf(footprint(house))]]);
}

function footprint(house: SettledHouse): Point[] {
  const { along, away } = axes(house);
  const [width, depth] = SIZES[house.kind];
  // The entrance is two meters inside the wall that faces the street.
  const corner = (u: number, v: number): Point => ({
    x: house.x + along.x * u + away.x * v,
    y: house.y + along.y * u + away.y * v,
  });
  return [corner(-width / 2, -2), corner(width / 2, -2), corner(width / 2, depth - 2), corner(-width / 2, depth - 2)];
}

/** Unit vectors along the street nearest to an entrance, and away from it to the side of the entrance. */
function axes({ x, y, street }: SettledHouse): { along: Point; away: Point } {
  const { points } = street;
  let least = Number.POSITIVE_INFINITY;
  let along: Point = { x: 1, y: 0 };
  let toHouse: Point = { x: 0, y: 1 };
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1]!, points[i]!];
    const { meters, fraction } = distanceToSegment({ x, y }, a, b);
    if (meters >= least) continue;
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const length = Math.hypot(dx, dy);
    if (length === 0) continue;
    least = meters;
    along = { x: dx / length, y: dy / length };
    toHouse = { x: x - (a.x + dx * fraction), y: y - (a.y + dy * fraction) };
  }
  const side = -along.y * toHouse.x + along.x * toHouse.y < 0 ? -1 : 1;
  return { along, away: { x: -along.y * side, y: along.x * side } };
}
