import {
  clipToBox,
  type MultiPolygonCoordinates,
  multiPolygonAreaSquareKm,
  multiPolygonBox,
  PolygonIndex,
} from '@hinterland/geo';
import { intersection } from 'polyclip-ts';

/** The part of a cell that lies in an outline: the whole ring, a part of it, or null where none does. */
export type ClipCell = (ring: number[][]) => MultiPolygonCoordinates | null;

/** Points along each side of a cell by which it is found to lie inside or outside as a whole. */
const SAMPLES = 5;

/** Makes the cutter of cells at an outline; cells of which all of 25 points lie on one side are not cut. */
export function cellClipper(outline: MultiPolygonCoordinates): ClipCell {
  const index = new PolygonIndex([outline]);
  return (ring) => {
    let inside = 0;
    const [a, b, , d] = ring as [number[], number[], number[], number[]];
    for (let i = 0; i < SAMPLES; i++) {
      for (let j = 0; j < SAMPLES; j++) {
        const [u, v] = [i / (SAMPLES - 1), j / (SAMPLES - 1)];
        const at = (axis: 0 | 1) => a[axis]! + (b[axis]! - a[axis]!) * u + (d[axis]! - a[axis]!) * v;
        if (index.first(at(0), at(1)) >= 0) inside++;
      }
    }
    if (inside === SAMPLES * SAMPLES) return [[ring]];
    if (inside === 0) return null;
    const near = clipToBox(outline, multiPolygonBox([[ring]]));
    const part = intersection([ring] as never, near as never) as unknown as MultiPolygonCoordinates;
    return part.length > 0 && multiPolygonAreaSquareKm(part) > 0 ? part : null;
  };
}
