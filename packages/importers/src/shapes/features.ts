import type { FileSource } from '../files/source.ts';
import { isParquet } from '../tables/parquet.ts';
import { readGeoJson } from './geojson.ts';
import { readGeoParquet } from './geoparquet.ts';
import type { FileProjection, RawFeature } from './outline.ts';

/** Reads a GeoJSON or GeoParquet file feature by feature. */
export const readFeatures = (
  source: FileSource,
  take: (feature: RawFeature, number: number) => void,
): Promise<FileProjection> => (isParquet(source) ? readGeoParquet(source, take) : readGeoJson(source, take));
