import { AREA_KINDS, type MultiPolygonCoordinates } from '@hinterland/territory';
import { areaShapes } from './layers/areaShapes.ts';
import type { TileSource } from './layers/layer.ts';

/** An area as a GeoJSON Feature. */
export interface Outline {
  readonly type: 'Feature';
  /** Row of `areas`, the id of its features in tiles. */
  readonly id: number;
  readonly properties: {
    readonly code: string;
    readonly name: string;
    readonly kind: string;
    readonly level: number;
    /** A point inside it, [lng, lat]; null where the bundle has no outline. */
    readonly center: readonly [number, number] | null;
  };
  /** West, south, east, north in degrees. */
  readonly bbox: readonly [number, number, number, number];
  readonly geometry: { readonly type: 'MultiPolygon'; readonly coordinates: MultiPolygonCoordinates } | null;
}

/**
 * The area that a code names, as actions take it: where areas of several kinds share a code, "postcode:2000" says which.
 * Null where none or several are meant.
 */
export function outlineOf(source: TileSource, code: string): Outline | null {
  const { areas } = source;
  const [, kind, rest] = /^([a-z]+):(.*)$/.exec(code) ?? [];
  const named = rowsNamed(source, code);
  const rows =
    named.length > 0 ? named : rowsNamed(source, rest ?? '').filter((row) => AREA_KINDS[areas.kind[row]!] === kind);
  const row = rows[0];
  if (row === undefined || rows.length > 1) return null;
  const polygon = source.areaPolygon(row);
  return {
    type: 'Feature',
    id: row,
    properties: {
      code: areas.code.at(row),
      name: areas.name.at(row),
      kind: AREA_KINDS[areas.kind[row]!]!,
      level: areas.level[row]!,
      center: areaShapes(source).center(row),
    },
    bbox: [areas.west[row]!, areas.south[row]!, areas.east[row]!, areas.north[row]!],
    geometry: polygon === null ? null : { type: 'MultiPolygon', coordinates: polygon },
  };
}

const rowsNamed = ({ areas }: TileSource, code: string): number[] =>
  Array.from({ length: areas.rows }, (_, row) => row).filter((row) => areas.code.at(row) === code);
