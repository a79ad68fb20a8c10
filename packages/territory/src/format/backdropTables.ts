import type { TableSpec } from './tables.ts';

/**
 * What the ground shows behind data, the number in `backdropFeatures.kind` is the position in this list: polygons up to
 * building, then lines, then points.
 */
export const BACKDROP_KINDS = [
  'ocean',
  'water',
  'farmland',
  'grass',
  'forest',
  'park',
  'cemetery',
  'wetland',
  'beach',
  'industrial',
  'aerodrome',
  'pier',
  'building',
  'river',
  'canal',
  'stream',
  'rail',
  'tram',
  'city',
  'town',
  'village',
  'hamlet',
  'suburb',
  'neighbourhood',
  'island',
] as const;
export type BackdropKind = (typeof BACKDROP_KINDS)[number];

/** Geometry of each kind. */
export const backdropGeometry = (kind: BackdropKind): 'polygon' | 'line' | 'point' =>
  BACKDROP_KINDS.indexOf(kind) <= BACKDROP_KINDS.indexOf('building')
    ? 'polygon'
    : BACKDROP_KINDS.indexOf(kind) <= BACKDROP_KINDS.indexOf('tram')
      ? 'line'
      : 'point';

/** Family "backdrop". */
export const BACKDROP_TABLES = {
  /** By kind, within a kind in Hilbert order of the middles of their boxes. */
  backdropFeatures: {
    kind: 'uint8',
    name: 'text',
    /** Area of a polygon, 0 for others. */
    areaSquareMeters: 'float32',
    /** People who live in a place, 0 where that is not known. */
    population: 'uint32',
    /** `ringStart` .. `ringStart` of the next row are its parts in `backdropRings` (the last row ends at its length). */
    ringStart: 'uint32',
  },
  /** Rings of polygons, closed, each outer one before its holes; lines; points. */
  backdropRings: {
    /** `pointStart` .. `pointStart` of the next row in `backdropPoints` (the last row ends at its length). */
    pointStart: 'uint32',
    /** 1 for a hole in the outer ring before it. */
    hole: 'uint8',
  },
  backdropPoints: { lngMicrodegrees: 'int32', latMicrodegrees: 'int32' },
  /** Boxes of 16 features each, then of 16 boxes each and so on up to a single one, in microdegrees. */
  backdropBoxes: { west: 'int32', south: 'int32', east: 'int32', north: 'int32' },
  /** Vector tiles of low zooms, by (zoom, x, y); `startByte` .. `startByte` of the next row in `lowTileBytes`. */
  lowTiles: { zoom: 'uint8', x: 'uint32', y: 'uint32', startByte: 'uint32' },
  lowTileBytes: { byte: 'uint8' },
} as const satisfies Record<string, TableSpec>;
