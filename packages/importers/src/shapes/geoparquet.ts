import type { FileMetaData } from 'hyparquet';
import type { FileSource } from '../files/source.ts';
import { readParquet } from '../tables/parquet.ts';
import type { FileProjection, RawFeature, RawGeometry } from './outline.ts';

/** The part of GeoParquet's metadata that is looked at. */
interface GeoMetadata {
  readonly primary_column?: string;
  readonly columns?: Readonly<Record<string, { readonly crs?: Crs | null }>>;
}

/** A projection as PROJJSON. */
interface Crs {
  readonly name?: string;
  readonly id?: { readonly authority?: string; readonly code?: string | number };
}

/** Reads a GeoParquet file feature by feature; every column but the primary geometry is a property. */
export async function readGeoParquet(
  source: FileSource,
  take: (feature: RawFeature, number: number) => void,
): Promise<FileProjection> {
  let projection: string | undefined;
  await readParquet(source, (metadata) => {
    const { primary_column: column = 'geometry', columns } = geoMetadataOf(metadata);
    projection = projectionOf(columns?.[column]?.crs);
    return ({ [column]: geometry, ...properties }, number) =>
      take({ properties, geometry: (geometry ?? null) as RawGeometry | null }, number);
  });
  return { projection };
}

function geoMetadataOf({ key_value_metadata: entries = [] }: FileMetaData): GeoMetadata {
  const text = entries.find(({ key }) => key === 'geo')?.value;
  return text === undefined ? {} : (JSON.parse(text) as GeoMetadata);
}

/** Returns the name of a projection; undefined where there is no word on it, which means degrees. */
function projectionOf(crs: Crs | null | undefined): string | undefined {
  const { authority, code } = crs?.id ?? {};
  return authority === undefined ? crs?.name : `${authority}:${code}`;
}
