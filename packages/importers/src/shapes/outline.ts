import type { MultiPolygonCoordinates } from '@hinterland/geo';

/** One area of a boundary file, in degrees, its rings repaired. */
export interface Outline {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly polygon: MultiPolygonCoordinates;
  /** How messages name it: "feature 17". */
  readonly ref: string;
}

/** One feature as its file holds it: coordinates in the file's projection. */
export interface RawFeature {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly geometry: RawGeometry | null;
}

/** GeoJSON's geometry object, whatever its type. */
export interface RawGeometry {
  readonly type: string;
  readonly coordinates?: unknown;
  readonly geometries?: readonly RawGeometry[];
}

/** Hands over one feature after the other; `number` counts from 1. Returns the file's own word on its projection. */
export type FeatureReader = (take: (feature: RawFeature, number: number) => void) => Promise<FileProjection>;

/** Projection of a file as it states it: a name or a definition; undefined where it states none. */
export interface FileProjection {
  readonly projection: string | undefined;
}
