import { insideEllipse } from '../geometry/ellipse.ts';
import { type Point, smoothLine } from '../geometry/plane.ts';
import { cellOf, isOnMap, sample } from '../geometry/raster.ts';
import { RIVERS, type RiverPlan } from '../plan/nature.ts';
import { ZONES, type Zone } from '../plan/zones.ts';
import { coastDistances } from './coast.ts';
import { heights } from './heights.ts';
import { landCells } from './land.ts';
import { bankDistances } from './rivers.ts';

interface River extends RiverPlan {
  readonly line: readonly Point[];
}

/** Land, water and mountains of the demo country, the same for every seed but for the raggedness of its coasts. */
export class Terrain {
  /** 1 for land, row after row from the south-west. */
  readonly land: Uint8Array;
  /** Distance from the middle of a cell to the coast in meters, negative at sea. */
  readonly #coastMeters: Float32Array;
  /** Distance to the nearest river bank in meters, negative in the water, capped. */
  readonly #bankMeters: Float32Array;
  /** 0 in the plains to 1 on the ridges. */
  readonly #height: Float32Array;
  /** Middle lines of the rivers, from source to mouth. */
  readonly rivers: readonly River[];

  constructor(seed: number) {
    this.land = landCells(seed);
    this.#coastMeters = coastDistances(this.land);
    this.rivers = RIVERS.map((plan) => ({ ...plan, line: smoothLine(plan.course, 60) }));
    this.#bankMeters = bankDistances(this.rivers.map(({ line }) => line));
    this.#height = heights(seed);
  }

  isLand(point: Point): boolean {
    return isOnMap(point) && this.land[cellOf(point)] === 1;
  }

  coastMeters(point: Point): number {
    return sample(this.#coastMeters, point);
  }

  bankMeters(point: Point): number {
    return sample(this.#bankMeters, point);
  }

  height(point: Point): number {
    return sample(this.#height, point);
  }

  /** Direction away from the coast, not of unit length; 0, 0 in the middle of an island. */
  inland({ x, y }: Point): { dx: number; dy: number } {
    const step = 60;
    return {
      dx: this.coastMeters({ x: x + step, y }) - this.coastMeters({ x: x - step, y }),
      dy: this.coastMeters({ x, y: y + step }) - this.coastMeters({ x, y: y - step }),
    };
  }

  /** Direction away from the nearest river. */
  awayFromRiver({ x, y }: Point): { dx: number; dy: number } {
    const step = 40;
    return {
      dx: this.bankMeters({ x: x + step, y }) - this.bankMeters({ x: x - step, y }),
      dy: this.bankMeters({ x, y: y + step }) - this.bankMeters({ x, y: y - step }),
    };
  }

  /** Returns the zone of a point, grown by `marginMeters` all around. */
  zone(point: Point, marginMeters = 0): Zone | null {
    for (const zone of ZONES) if (insideEllipse(point, zone, marginMeters)) return zone;
    return null;
  }
}
