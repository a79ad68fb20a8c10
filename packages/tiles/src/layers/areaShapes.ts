import { interiorPoint, oncePer } from '@hinterland/geo';
import { mercatorX, mercatorY } from '../geometry/mercator.ts';
import { type Shape, ShapeCache } from '../geometry/shapeCache.ts';
import type { TileSource } from './layer.ts';

const KEPT_POSITIONS = 3_000_000;

class AreaShapes {
  readonly #source: TileSource;
  readonly #shapes = new ShapeCache(KEPT_POSITIONS);
  readonly #centers = new Map<number, readonly [number, number] | null>();

  constructor(source: TileSource) {
    this.#source = source;
  }

  /** Outline of an area on the unit square; empty where the bundle has none. */
  shape(area: number): Shape {
    return this.#shapes.get(area, () => (this.#source.areaPolygon(area) ?? []).map((rings) => rings.map(flatRing)));
  }

  /** A point inside an area, [lng, lat] in degrees; null where it has no outline. */
  center(area: number): readonly [number, number] | null {
    let center = this.#centers.get(area);
    if (center === undefined) {
      center = interiorPoint(this.#source.areaPolygon(area) ?? []);
      this.#centers.set(area, center);
    }
    return center;
  }
}

export const areaShapes = oncePer((source: TileSource) => new AreaShapes(source));

function flatRing(ring: readonly number[][]): Float64Array {
  const flat = new Float64Array(2 * ring.length);
  for (const [i, [lng, lat]] of ring.entries()) {
    flat[2 * i] = mercatorX(lng! * 1e6);
    flat[2 * i + 1] = mercatorY(lat! * 1e6);
  }
  return flat;
}
