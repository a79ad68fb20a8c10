import { oncePer, SeededRandom } from '@hinterland/geo';
import { Buckets } from '../geometry/buckets.ts';
import { distance, distanceToSegment, onGrid, type Point, placeAlong } from '../geometry/plane.ts';
import { zonesOf } from '../plan/zones.ts';
import type { Line } from '../streets/line.ts';
import { type Edge, edgesByLine, type Network } from '../streets/network.ts';
import type { Town } from '../streets/town.ts';
import type { Terrain } from '../terrain/terrain.ts';
import { ESTATE, type HouseKind, isEstate, lotsOf } from './lots.ts';

/** A numbered entrance, on the grid of microdegrees. */
export interface House extends Point {
  readonly kind: HouseKind;
  readonly street: Line;
  /** "" for a farm without number. */
  readonly number: string;
  readonly numberLast: string;
  /** Private dwellings behind the door; 0 without residents. */
  readonly dwellings: number;
}

const FRONTS = new Set([
  'residential',
  'living_street',
  'pedestrian',
  'unclassified',
  'tertiary',
  'secondary',
  'primary',
]);

/**
 * Houses on both sides of every street, numbered outwards from its end nearer to the town's middle: odd numbers left,
 * even right, with gaps where a lot is empty. In the country numbers follow the distance, in tens of meters.
 */
export function buildHouses(network: Network, terrain: Terrain, towns: readonly Town[], seed: number): House[] {
  const random = new SeededRandom(seed + 71);
  const builder = new Builder(network, terrain, random);
  for (const [street, edges] of edgesByLine(
    network.edges.filter(({ line, tags }) => line.level === 0 && tags.bridge === undefined),
  )) {
    const fronts = edges.filter(({ highway }) => FRONTS.has(highway));
    if (fronts.length === 0 || street.points.length < 2) continue;
    const length = edges.at(-1)!.startMeters + edges.at(-1)!.lengthMeters;
    const middle = fronts[0]!.shape[0]!;
    const town = towns.find((candidate) => candidate.depth(middle) > 0) ?? nearestTown(towns, middle);
    const start = fronts[0]!.shape[0]!;
    const end = fronts.at(-1)!.shape.at(-1)!;
    const outwards = town.fromCenter(start) <= town.fromCenter(end);
    for (const side of [1, -1]) builder.walk(street, fronts, length, outwards, side, towns);
  }
  builder.halls(network);
  return builder.houses;
}

function nearestTown(towns: readonly Town[], point: Point): Town {
  return towns.reduce((best, town) => (town.fromCenter(point) < best.fromCenter(point) ? town : best));
}

class Builder {
  readonly houses: House[] = [];
  readonly #terrain: Terrain;
  readonly #random: SeededRandom;
  readonly #roads = new Buckets<{ a: Point; b: Point }>(50);
  readonly #built = new Buckets<Point>(30);

  constructor(network: Network, terrain: Terrain, random: SeededRandom) {
    this.#terrain = terrain;
    this.#random = random;
    for (const { shape, line } of network.edges) {
      if (line.level !== 0 && line.level !== 1) continue;
      for (let i = 1; i < shape.length; i++) {
        this.#roads.addSegment(shape[i - 1]!, shape[i]!, { a: shape[i - 1]!, b: shape[i]! });
      }
    }
  }

  /** One side of a street from its first house to its last. `side` 1 is left of the line's direction. */
  walk(
    street: Line,
    fronts: readonly Edge[],
    length: number,
    outwards: boolean,
    side: number,
    towns: readonly Town[],
  ): void {
    const random = this.#random;
    // Seen from where numbers begin, odd numbers are on the left.
    let number = (side === 1) === outwards ? 1 : 2;
    for (let meters = 4; meters < length; ) {
      const place = frontAt(fronts, outwards ? meters : length - meters);
      if (place === null) {
        meters += 15;
        continue;
      }
      const town = towns.find((candidate) => candidate.depth(place.point) > 0);
      const estate = isEstate(this.#terrain.zone(place.point));
      if (town === undefined && !estate) {
        meters += 110 + 800 * random.next() * random.next() * (1 + 3 * this.#terrain.height(place.point));
        const byDistance = 2 * Math.round(meters / 20) + (number % 2);
        number = Math.max(number, byDistance);
        if (this.#farm(street, place, side, number)) number += 2;
        continue;
      }
      const lots = estate || town === undefined ? ESTATE : lotsOf(town, place.point, place.edge);
      const width = lots.widthMeters * (0.85 + 0.3 * random.next());
      const here = frontAt(fronts, outwards ? meters + width / 2 : length - meters - width / 2);
      meters += width;
      if (here === null) continue;
      const point = this.#beside(here, side, lots.setbackMeters * (0.9 + 0.25 * random.next()));
      if (!this.#isFree(point, lots.setbackMeters * 0.72, lots.apart)) continue;
      const numbers = width > 27 ? 1 + random.int(3) : 1;
      if (random.next() >= lots.empty) {
        const { kind, dwellings } = lots.build(random);
        const last = numbers > 1 && random.next() < 0.55 ? `${number + 2 * (numbers - 1)}` : '';
        this.#place(point, { kind, street, number: `${number}`, numberLast: last, dwellings });
        if (kind === 'house' && random.next() < 0.045) {
          const behind = this.#beside(here, side, lots.setbackMeters + 21);
          if (this.#isFree(behind, 12, 10)) {
            this.#place(behind, { kind, street, number: `${number}A`, numberLast: '', dwellings: 1 });
          }
        }
      }
      number += 2 * numbers;
    }
  }

  /** Halls of residence on the campus: people live there, but in no private household. */
  halls(network: Network): void {
    const campus = zonesOf('campus')[0]!;
    const walk = network.edges.find(({ line }) => line.name === `${campus.name} Walk`);
    if (walk === undefined) return;
    for (let i = 0; i < 10; i++) {
      const turn = (i / 10) * 2 * Math.PI;
      const point = { x: campus.center.x + 150 * Math.cos(turn), y: campus.center.y + 105 * Math.sin(turn) };
      this.#place(point, { kind: 'hall', street: walk.line, number: `${i + 1}`, numberLast: '', dwellings: 0 });
    }
  }

  /** A house in the country, set back from the road; says whether there was room for it. */
  #farm(street: Line, place: Front, side: number, number: number): boolean {
    const random = this.#random;
    if (this.#terrain.height(place.point) > 0.5 * random.next() + 0.12) return false;
    const point = this.#beside(place, side, 18 + 60 * random.next() * random.next());
    if (!this.#isFree(point, 15, 22)) return false;
    const nameless = random.next() < 0.05;
    this.#place(point, { kind: 'house', street, number: nameless ? '' : `${number}`, numberLast: '', dwellings: 1 });
    return true;
  }

  #beside({ point, dx, dy }: Front, side: number, meters: number): Point {
    return { x: point.x - dy * side * meters, y: point.y + dx * side * meters };
  }

  #isFree(point: Point, fromRoad: number, apart: number): boolean {
    if (this.#terrain.coastMeters(point) < 45 || this.#terrain.bankMeters(point) < 16) return false;
    const zone = this.#terrain.zone(point);
    if (zone !== null && !isEstate(zone)) return false;
    const onRoad = this.#roads.near(point, fromRoad, ({ a, b }) => distanceToSegment(point, a, b).meters < fromRoad);
    return !onRoad && !this.#built.near(point, apart, (other) => distance(other, point) < apart);
  }

  #place(point: Point, rest: Omit<House, 'x' | 'y'>): void {
    const { x, y } = onGrid(point);
    this.#built.add(point, point);
    this.houses.push({ x, y, ...rest });
  }
}

interface Front {
  readonly edge: Edge;
  readonly point: Point;
  readonly dx: number;
  readonly dy: number;
}

/** Place and direction at a distance along a street, null where it has no houses or is interrupted. */
function frontAt(fronts: readonly Edge[], meters: number): Front | null {
  const edge = fronts.find(
    ({ startMeters, lengthMeters }) => meters >= startMeters && meters <= startMeters + lengthMeters,
  );
  if (edge === undefined) return null;
  return { edge, ...placeAlong(edge.shape, alongOf(edge), meters - edge.startMeters) };
}

const alongOf = oncePer(({ shape }: Edge) => {
  const along = [0];
  for (let i = 1; i < shape.length; i++) along.push(along[i - 1]! + distance(shape[i - 1]!, shape[i]!));
  return along;
});
