import { orientRings } from '@hinterland/geo';
import { parquetWriteBuffer } from 'hyparquet-writer/src/write.js';
import type { Geometry, Layer, Position } from '../layers.ts';
import { wkbOf } from './wkb.ts';

type Rings = number[][][];

/** A column beside the geometry. */
export interface ParquetColumn {
  readonly name: string;
  /** An array, or what gives arrays of some of its rows. */
  readonly data: { readonly length: number; slice(from: number, end: number): readonly unknown[] };
  readonly type: 'STRING' | 'DOUBLE' | 'BOOLEAN' | 'INT32';
  readonly nullable?: boolean;
}

/**
 * Returns the layers of an answer as GeoParquet 1.1: a row per band, area, shape or place with its figures, geometries as
 * well-known binary in longitude and latitude (OGC:CRS84), and the box of each for readers that look at a part of the map.
 */
export function geoParquet(layers: readonly Layer[], metadata: ReadonlyMap<string, string>): Uint8Array<ArrayBuffer> {
  const rows = layers.flatMap(({ kind, features }) => features.map((feature) => ({ layer: kind, ...feature })));
  const names = [...new Set(rows.flatMap(({ properties }) => Object.keys(properties)))];
  const taken = new Set(['layer', 'geometry']);
  const columns = names
    .filter((name) => !taken.has(name))
    .map((name) =>
      columnOf(
        name,
        rows.map(({ properties }) => properties[name]),
      ),
    );
  const layer: ParquetColumn = { name: 'layer', data: rows.map(({ layer }) => layer), type: 'STRING', nullable: false };
  const geometries = rows.map(({ geometry }) => rightHanded(geometry));
  return geoParquetTable([layer, ...columns], geometries, metadata);
}

/** Returns a table as GeoParquet 1.1; a row may have no geometry. Polygons have their outer rings counterclockwise. */
export function geoParquetTable(
  columns: readonly ParquetColumn[],
  geometries: readonly (Geometry | null)[],
  metadata: ReadonlyMap<string, string>,
): Uint8Array<ArrayBuffer> {
  const present = geometries.filter((geometry) => geometry !== null);
  const boxes = present.map(boxOf);
  const geo = {
    version: '1.1.0',
    primary_column: 'geometry',
    columns: {
      geometry: {
        encoding: 'WKB',
        geometry_types: [...new Set(present.map(({ type }) => type))].sort(),
        orientation: 'counterclockwise',
        edges: 'planar',
        ...(boxes.length === 0 ? {} : { bbox: joined(boxes) }),
      },
    },
  };
  const buffer = parquetWriteBuffer({
    columnData: [
      // The writer asks for the length and for slices alone.
      ...columns.map((column) => ({ ...column, data: column.data as unknown[] })),
      {
        name: 'geometry',
        data: geometries.map((geometry) => (geometry === null ? null : wkbOf(geometry))),
        type: 'BYTE_ARRAY',
        nullable: present.length < geometries.length,
      },
    ],
    kvMetadata: [
      { key: 'geo', value: JSON.stringify(geo) },
      ...[...metadata].map(([key, value]) => ({ key: `hinterland.${key}`, value })),
    ],
  });
  return new Uint8Array(buffer);
}

/** Numbers as DOUBLE, truth as BOOLEAN, texts as STRING; everything else, and mixtures, as JSON in a STRING. */
function columnOf(name: string, values: readonly unknown[]) {
  const present = values.filter((value) => value != null);
  const [kind, ...others] = [...new Set(present.map((value) => typeof value))];
  const isPlain = others.length === 0;
  if (isPlain && kind === 'number')
    return { name, data: values.map((value) => value ?? null), type: 'DOUBLE' as const };
  if (isPlain && kind === 'boolean')
    return { name, data: values.map((value) => value ?? null), type: 'BOOLEAN' as const };
  const text = (value: unknown) => (value == null ? null : typeof value === 'string' ? value : JSON.stringify(value));
  return { name, data: values.map(text), type: 'STRING' as const };
}

function rightHanded(geometry: Geometry): Geometry {
  if (geometry.type === 'Point') return geometry;
  const rings = geometry.type === 'Polygon' ? [geometry.coordinates as Rings] : (geometry.coordinates as Rings[]);
  const oriented = orientRings(rings);
  return geometry.type === 'Polygon'
    ? { type: 'Polygon', coordinates: oriented[0] as Rings }
    : { type: 'MultiPolygon', coordinates: oriented };
}

type Bounds = readonly [number, number, number, number];

function boxOf({ type, coordinates }: Geometry): Bounds {
  const positions = (
    type === 'Point' ? [coordinates] : type === 'Polygon' ? coordinates.flat() : coordinates.flat(2)
  ) as Position[];
  return joined(positions.map(([x, y]): Bounds => [x!, y!, x!, y!]));
}

const joined = (boxes: readonly Bounds[]): Bounds =>
  boxes.reduce(([w, s, e, n], [west, south, east, north]) => [
    Math.min(w, west),
    Math.min(s, south),
    Math.max(e, east),
    Math.max(n, north),
  ]);
