import { interiorPoint, oncePer } from '@hinterland/geo';
import { mercatorX, mercatorY } from '../geometry/mercator.ts';
import type { TileSource } from './layer.ts';

/** Polygons on the unit square, each its outer ring and its holes. */
type Shape = readonly (readonly Float64Array[])[];

/** Positions that stay on the unit square; the shapes used longest ago go first. 16 bytes each. */
const KEPT_POSITIONS = 3_000_000;

class AreaShapes {
  readonly #source: TileSource;
  readonly #shapes = new Map<number, { readonly shape: Shape; readonly positions: number }>();
  readonly #centers = new Map<number, readonly [number, number] | null>();
  #positions = 0;

  constructor(source: TileSource) {
    this.#source = source;
  }

  /** Outline of an area on the unit square; empty where the bundle has none. */
  shape(area: number): Shape {
    const known = this.#shapes.get(area);
    if (known !== undefined) {
      this.#shapes.delete(area);
      this.#shapes.set(area, known);
      return known.shape;
    }
    const shape = (this.#source.areaPolygon(area) ?? []).map((rings) => rings.map(flatRing));
    const positions = shape.flat().reduce((sum, ring) => sum + ring.length / 2, 0);
    this.#shapes.set(area, { shape, positions });
    this.#positions += positions;
    for (const [oldest, { positions: fewer }] of this.#shapes) {
      if (this.#positions <= KEPT_POSITIONS || oldest === area) break;
      this.#shapes.delete(oldest);
      this.#positions -= fewer;
    }
    return shape;
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
