import type { Bounds } from '../geometry/bounds.ts';
import { noise2 } from '../geometry/noise.ts';
import { distance, type Point } from '../geometry/plane.ts';
import { TOWNS, type TownPlan } from '../plan/towns.ts';
import type { Terrain } from '../terrain/terrain.ts';

/** Where a town is, how dense it is and which way its streets run. */
export class Town {
  readonly plan: TownPlan;
  readonly center: Point;
  readonly #terrain: Terrain;
  readonly #quarters: readonly { x: number; y: number; along: number; across: number; cos: number; sin: number }[];
  readonly #seed: number;

  constructor(plan: TownPlan, terrain: Terrain, seed: number) {
    this.plan = plan;
    this.center = plan.center;
    this.#terrain = terrain;
    this.#seed = seed;
    this.#quarters = plan.quarters.map(({ center, alongMeters, acrossMeters, angleDegrees }) => ({
      ...center,
      along: alongMeters,
      across: acrossMeters,
      cos: Math.cos((angleDegrees * Math.PI) / 180),
      sin: Math.sin((angleDegrees * Math.PI) / 180),
    }));
  }

  /** Returns the depth of a point in the town: 0 at its ragged edge and outside, 1 in the middle of a quarter. */
  depth(point: Point): number {
    let deepest = 0;
    for (const quarter of this.#quarters) {
      const dx = point.x - quarter.x;
      const dy = point.y - quarter.y;
      const along = (dx * quarter.cos + dy * quarter.sin) / quarter.along;
      const across = (-dx * quarter.sin + dy * quarter.cos) / quarter.across;
      const radius = Math.sqrt(along * along + across * across);
      if (radius < 1.4) deepest = Math.max(deepest, 1 - radius + 0.22 * noise2(point.x, point.y, 700, this.#seed));
    }
    return Math.min(1, deepest);
  }

  /** Distance from the middle of the town in meters. */
  fromCenter(point: Point): number {
    return distance(point, this.center);
  }

  /** Boxes around the quarters: the corners between which streets may begin. */
  box(): Bounds {
    const reach = this.#quarters.map((quarter) => ({
      ...quarter,
      reach: Math.max(quarter.along, quarter.across) * 1.3,
    }));
    return {
      west: Math.min(...reach.map((quarter) => quarter.x - quarter.reach)),
      south: Math.min(...reach.map((quarter) => quarter.y - quarter.reach)),
      east: Math.max(...reach.map((quarter) => quarter.x + quarter.reach)),
      north: Math.max(...reach.map((quarter) => quarter.y + quarter.reach)),
    };
  }

  /**
   * Direction of the streets at a point, in radians; streets run along it and at right angles to it. A tensor field in
   * the manner of Chen et al., "Interactive procedural street modeling" (2008): a grid in the old center, rings around
   * it farther out, lines along coasts and river banks, and a slow turn from quarter to quarter.
   */
  direction(point: Point): number {
    let cos = 0;
    let sin = 0;
    const add = (angle: number, weight: number) => {
      cos += weight * Math.cos(2 * angle);
      sin += weight * Math.sin(2 * angle);
    };
    const meters = this.fromCenter(point);
    const core = this.plan.kind === 'capital' ? 1_150 : this.plan.kind === 'town' ? 500 : 250;
    const grid = (this.plan.gridAngleDegrees * Math.PI) / 180;
    add(grid, 1.6 * fading(meters, core) + 0.25);
    if (meters > 1) {
      const outward = Math.atan2(point.y - this.center.y, point.x - this.center.x);
      add(outward + Math.PI / 2, 0.9 * (1 - fading(meters, core)) * fading(meters, core * 4));
    }
    const inland = this.#terrain.inland(point);
    add(Math.atan2(inland.dy, inland.dx) + Math.PI / 2, 1.4 * fading(this.#terrain.coastMeters(point), 450));
    const bank = this.#terrain.awayFromRiver(point);
    add(Math.atan2(bank.dy, bank.dx) + Math.PI / 2, 1.2 * fading(this.#terrain.bankMeters(point), 260));
    const turn = (1 - fading(meters, core)) * 0.75 * noise2(point.x, point.y, 1_500, this.#seed + 31);
    return Math.atan2(sin, cos) / 2 + turn;
  }

  /** Meters between parallel streets at a point. */
  spacing(point: Point): { along: number; across: number } {
    const zone = this.#terrain.zone(point);
    if (zone !== null && (zone.kind === 'industry' || zone.kind === 'port')) return { along: 170, across: 290 };
    const meters = this.fromCenter(point);
    if (this.plan.kind === 'capital') {
      if (meters < 1_000) return { along: 100, across: 132 };
      return meters < 2_200 ? { along: 100, across: 185 } : { along: 108, across: 235 };
    }
    return this.plan.kind === 'town' && meters < 450 ? { along: 96, across: 140 } : { along: 108, across: 220 };
  }
}

/** Returns the town of a point, if any. */
export function townAt(towns: readonly Town[], point: Point): Town | undefined {
  return towns.find((town) => town.depth(point) > 0);
}

export function towns(terrain: Terrain, seed: number): Town[] {
  return TOWNS.map((plan, index) => new Town(plan, terrain, seed + 977 * index));
}

/** 1 near 0, falling smoothly to 0 at about twice the reach. */
function fading(meters: number, reach: number): number {
  const t = Math.max(0, meters) / reach;
  return Math.exp(-t * t);
}
