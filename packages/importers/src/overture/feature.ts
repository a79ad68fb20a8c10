import {
  type Box,
  boxContains,
  boxesIntersect,
  type MultiPolygonCoordinates,
  multiPolygonBox,
  pointInMultiPolygon,
} from '@hinterland/geo';
import type { ParquetRow } from '../tables/parquet.ts';
import type { ThemeFacts } from './themes.ts';

/** What rows are cut with. */
export interface Cutter {
  readonly box: Box;
  /** Rows outside it are left out, too: the outline of the extracts of a whole country. */
  readonly outline?: MultiPolygonCoordinates | undefined;
}

interface Geometry {
  readonly type: string;
  readonly coordinates: unknown;
}

/** A row as a GeoJSON feature with the columns that are asked for; null where it lies beside the box, or at sea. */
export function featureOf(row: ParquetRow, { columns, inside }: ThemeFacts, cutter: Cutter): object | null {
  const { geometry, ...values } = row;
  const shape = geometry as Geometry | null;
  if (shape === null || !isInside(boxOf(shape), inside, cutter)) return null;
  if (values.is_land === false || values.class === 'maritime') return null;
  const properties: Record<string, unknown> = {};
  for (const name of columns) {
    const value = name === 'names' || name === 'brand' ? named(values[name]) : values[name];
    if (name !== 'geometry' && value !== null && value !== undefined) properties[name] = value;
  }
  return { type: 'Feature', properties, geometry: shape };
}

/** Names in other languages and the rules of names are left out: they are most of the bytes. */
function named(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { primary, wikidata, names } = value as Readonly<Record<string, unknown>>;
  if (names !== undefined) return { wikidata, names: named(names) };
  return { primary };
}

function boxOf({ type, coordinates }: Geometry): Box {
  if (type === 'Point') {
    const [lng, lat] = coordinates as [number, number];
    return { west: lng, south: lat, east: lng, north: lat };
  }
  return multiPolygonBox(type === 'Polygon' ? [coordinates as number[][][]] : (coordinates as MultiPolygonCoordinates));
}

function isInside(own: Box, inside: ThemeFacts['inside'], { box, outline }: Cutter): boolean {
  if (inside === 'any') return boxesIntersect(own, box);
  const [lng, lat] = [(own.west + own.east) / 2, (own.south + own.north) / 2];
  return boxContains(box, lng, lat) && (outline === undefined || pointInMultiPolygon(lng, lat, outline));
}

/** A feature as a line; equal rows give equal bytes. */
export const lineOf = (feature: object): string =>
  `${JSON.stringify(feature, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value))}\n`;
