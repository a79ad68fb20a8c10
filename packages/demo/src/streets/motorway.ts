import { Buckets } from '../geometry/buckets.ts';
import { alongDistances, distance, distanceToSegment, type Point, placeAlong, smoothLine } from '../geometry/plane.ts';
import { INTERCHANGES, MOTORWAY } from '../plan/motorway.ts';
import type { Terrain } from '../terrain/terrain.ts';
import { overWater, withBridges } from './bridges.ts';
import { LEVEL, type Line, line, placeKey, type Tie } from './line.ts';

const HALF_GAP_METERS = 13;
/** How far from it anything asks where the motorway is. */
const REACH_METERS = 120;
/** Ramps leave and enter the carriageway this far from the crossing road, and meet that road this far from the center line. */
const RAMP_METERS = 380;
const RAMP_FOOT_METERS = 78;

/** The only motorway: two one-way carriageways (traffic keeps left), over and under which other roads pass. */
export class Motorway {
  readonly center: readonly Point[];
  readonly #along: readonly number[];
  readonly #segments = new Buckets<readonly [Point, Point]>(REACH_METERS);
  readonly #junctions: readonly Point[] = INTERCHANGES.map(({ at }) => at);

  constructor() {
    this.center = smoothLine(MOTORWAY.course, 45);
    this.#along = alongDistances(this.center);
    for (let i = 1; i < this.center.length; i++) {
      const [a, b] = [this.center[i - 1]!, this.center[i]!];
      this.#segments.addSegment(a, b, [a, b]);
    }
  }

  /** Plan points where the motorway goes over into other roads. */
  get ends(): readonly Point[] {
    return [MOTORWAY.course[0]!, MOTORWAY.course.at(-1)!];
  }

  /** Distance to the center line in meters, up to about 120; Infinity farther away. */
  centerMeters(point: Point): number {
    let meters = Number.POSITIVE_INFINITY;
    this.#segments.near(point, REACH_METERS, ([a, b]) => {
      meters = Math.min(meters, distanceToSegment(point, a, b).meters);
    });
    return meters;
  }

  /** Whether a point lies on ground that carriageways and ramps need. */
  occupies(point: Point): boolean {
    const meters = this.centerMeters(point);
    if (meters < 55) return true;
    return meters < 115 && this.#junctions.some((junction) => distance(point, junction) < 470);
  }

  /** Carriageways and ramps; adds to the crossing roads the ties that the ramps need. */
  lines(crossingRoads: readonly Line[], terrain: Terrain): Line[] {
    const [west, east] = [tieAt(MOTORWAY.course[0]!), tieAt(MOTORWAY.course.at(-1)!)];
    const ramps: Line[] = [];
    const ties: [Tie[], Tie[]] = [
      [west, east],
      [west, east],
    ];
    for (const [index, interchange] of INTERCHANGES.entries()) {
      const junction = interchange.at;
      const road = nearestRoad(crossingRoads, junction);
      const here = this.#nearest(junction).alongMeters;
      for (const side of [0, 1] as const) {
        const sense = side === 0 ? 1 : -1;
        const foot: Tie = {
          key: `interchange ${index} side ${side}`,
          point: this.#footOn(road, junction, here, side),
          level: LEVEL.ground,
        };
        road.ties.push(foot);
        for (const leaving of [true, false]) {
          const away = here + (leaving ? -1 : 1) * sense * RAMP_METERS;
          const tie: Tie = {
            key: `interchange ${index} side ${side} ${leaving ? 'exit' : 'entry'}`,
            point: this.#beside(away, side, HALF_GAP_METERS),
            level: LEVEL.motorway,
          };
          ties[side].push(tie);
          const bend = (share: number, offset: number) => this.#beside(here + (away - here) * share, side, offset);
          const shape = [tie.point, bend(0.62, 24), bend(0.3, 52), foot.point];
          if (!leaving) shape.reverse();
          ramps.push(
            line(smoothLine(shape, 40), 'motorway_link', 'drawn', {
              level: LEVEL.ramp + index * 4 + side * 2 + (leaving ? 0 : 1),
              ties: [tie, foot],
              tags: { oneway: 'yes', maxspeed: '60', ...(leaving ? { destination: interchange.name } : {}) },
            }),
          );
        }
      }
    }
    const carriageways = ([0, 1] as const).map((side) => {
      const length = this.#along.at(-1)!;
      const points = [this.center[0]!];
      for (let meters = 90; meters < length - 60; meters += 45)
        points.push(this.#beside(meters, side, HALF_GAP_METERS));
      points.push(this.center.at(-1)!);
      if (side === 1) points.reverse();
      const carriageway = line(points, 'motorway', 'drawn', {
        name: MOTORWAY.name,
        level: LEVEL.motorway,
        ties: ties[side],
        tags: { ref: MOTORWAY.ref, oneway: 'yes', maxspeed: '100', lanes: '2' },
      });
      return withBridges(carriageway, '1', overWater(terrain));
    });
    return [...carriageways, ...ramps];
  }

  /** Left of the direction of drawing for side 0, right for side 1. */
  #beside(alongMeters: number, side: 0 | 1, offsetMeters: number): Point {
    const { point, dx, dy } = placeAlong(this.center, this.#along, alongMeters);
    const offset = side === 0 ? offsetMeters : -offsetMeters;
    return { x: point.x - dy * offset, y: point.y + dx * offset };
  }

  /** Where on the crossing road the ramps of one side end. */
  #footOn(road: Line, junction: Point, here: number, side: 0 | 1): Point {
    const along = alongDistances(road.points);
    const { dx, dy } = placeAlong(this.center, this.#along, here);
    let best = junction;
    let least = Number.POSITIVE_INFINITY;
    for (let meters = 0; meters < along.at(-1)!; meters += 2) {
      const { point } = placeAlong(road.points, along, meters);
      if (distance(point, junction) > 250) continue;
      const left = -(point.x - junction.x) * dy + (point.y - junction.y) * dx;
      const off = Math.abs((side === 0 ? left : -left) - RAMP_FOOT_METERS);
      if (off < least) {
        least = off;
        best = point;
      }
    }
    return best;
  }

  #nearest(point: Point): { meters: number; alongMeters: number } {
    let meters = Number.POSITIVE_INFINITY;
    let alongMeters = 0;
    for (let i = 1; i < this.center.length; i++) {
      const a = this.center[i - 1]!;
      if (Math.abs(a.x - point.x) > meters + 100 || Math.abs(a.y - point.y) > meters + 100) continue;
      const near = distanceToSegment(point, a, this.center[i]!);
      if (near.meters < meters) {
        meters = near.meters;
        alongMeters = this.#along[i - 1]! + near.fraction * (this.#along[i]! - this.#along[i - 1]!);
      }
    }
    return { meters, alongMeters };
  }
}

function nearestRoad(roads: readonly Line[], junction: Point): Line {
  let best = roads[0]!;
  let least = Number.POSITIVE_INFINITY;
  for (const road of roads) {
    for (const point of road.points) {
      const meters = distance(point, junction);
      if (meters < least) {
        least = meters;
        best = road;
      }
    }
  }
  return best;
}

function tieAt(point: Point): Tie {
  return { key: placeKey(point), point, level: LEVEL.ground };
}

/** Whether a point lies over a river or the motorway. */
export const overWaterOr = (motorway: Motorway, terrain: Terrain) => (point: Point) =>
  overWater(terrain)(point) || motorway.centerMeters(point) < 26;
