import { BoxTree, oncePer } from '@hinterland/geo';
import type { Backdrop } from '@hinterland/territory';
import { mercatorX, mercatorY } from '../geometry/mercator.ts';
import { type Shape, ShapeCache } from '../geometry/shapeCache.ts';

/** Shapes with fewer positions are projected when they are drawn. */
const SMALL_POSITIONS = 200;
const KEPT_POSITIONS = 3_000_000;

interface BackdropShapes {
  readonly tree: BoxTree;
  /** Polygons, lines or points of a feature on the unit square. */
  shape(row: number): Shape;
}

/** The features of a backdrop by place, and their shapes. */
export const backdropShapes: (backdrop: Backdrop) => BackdropShapes = oncePer((backdrop) => {
  const kept = new ShapeCache(KEPT_POSITIONS);
  return {
    tree: new BoxTree(backdrop.features.rows, backdrop.boxes),
    shape(row) {
      const { features, rings, points } = backdrop;
      const [first, end] = [features.ringStart[row]!, features.ringStart[row + 1] ?? rings.rows];
      const positions = (rings.pointStart[end] ?? points.rows) - rings.pointStart[first]!;
      return positions < SMALL_POSITIONS
        ? project(backdrop, first, end)
        : kept.get(row, () => project(backdrop, first, end));
    },
  };
});

/** Rings `first` to `end` - 1, each outer one with its holes. */
function project({ rings, points }: Backdrop, first: number, end: number): Shape {
  const polygons: number[][][] = [];
  for (let ring = first; ring < end; ring++) {
    const start = rings.pointStart[ring]!;
    const stop = rings.pointStart[ring + 1] ?? points.rows;
    // Of a house, plain numbers are made in a fraction of the time of a typed array.
    const flat: number[] = [];
    for (let i = start; i < stop; i++) {
      flat.push(mercatorX(points.lngMicrodegrees[i]!), mercatorY(points.latMicrodegrees[i]!));
    }
    if (rings.hole[ring] === 0) polygons.push([flat]);
    else polygons[polygons.length - 1]!.push(flat);
  }
  return polygons;
}
