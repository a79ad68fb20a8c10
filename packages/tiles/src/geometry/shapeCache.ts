import type { Flat } from './clip.ts';

/** Polygons on the unit square, each its outer ring and its holes. */
export type Shape = readonly (readonly Flat[])[];

/** Shapes by row while they are in use; the ones used longest ago go first. 16 bytes per position. */
export class ShapeCache {
  readonly #positionsMax: number;
  readonly #shapes = new Map<number, { readonly shape: Shape; readonly positions: number }>();
  #positions = 0;

  constructor(positionsMax: number) {
    this.#positionsMax = positionsMax;
  }

  get(row: number, make: () => Shape): Shape {
    const known = this.#shapes.get(row);
    if (known !== undefined) {
      this.#shapes.delete(row);
      this.#shapes.set(row, known);
      return known.shape;
    }
    const shape = make();
    const positions = shape.flat().reduce((sum, ring) => sum + ring.length / 2, 0);
    this.#shapes.set(row, { shape, positions });
    this.#positions += positions;
    for (const [oldest, { positions: fewer }] of this.#shapes) {
      if (this.#positions <= this.#positionsMax || oldest === row) break;
      this.#shapes.delete(oldest);
      this.#positions -= fewer;
    }
    return shape;
  }
}
