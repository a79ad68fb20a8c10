import type { BackdropKind, MultiPolygonCoordinates } from '@hinterland/territory';

/** Something that maps show behind data. */
export interface BackdropFeature {
  readonly kind: BackdropKind;
  /** "" for none. */
  readonly name: string;
  /** People who live in a place; 0 where that is not known. */
  readonly population: number;
  /** Polygons with closed rings, the outer one first; a line is a polygon of one open ring, a point one of one position. */
  readonly parts: MultiPolygonCoordinates;
}
