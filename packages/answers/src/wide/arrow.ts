import { Binary, Bool, type DataType, Field, Float64, Utf8 } from 'apache-arrow';
import type { ColumnType, WideColumn } from './plan.ts';

const TYPES: Readonly<Record<ColumnType, DataType>> = {
  float64: new Float64(),
  utf8: new Utf8(),
  bool: new Bool(),
  wkb: new Binary(),
};

/** Geometries by the conventions of GeoArrow, which GeoPandas and others know. */
const GEOMETRY = [
  ['ARROW:extension:name', 'geoarrow.wkb'],
  ['ARROW:extension:metadata', JSON.stringify({ crs: 'OGC:CRS84', crs_type: 'authority_code' })],
] as const;

/** Returns the field of a column; what is to be known of it is its metadata. */
export function arrowField({ name, type, about }: WideColumn): Field {
  const more = type === 'wkb' ? GEOMETRY : [];
  return new Field(name, TYPES[type], true, new Map([...Object.entries(about), ...more]));
}
