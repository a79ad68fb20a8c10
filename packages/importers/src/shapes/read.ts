import { type Box, boxesIntersect, type MultiPolygonCoordinates, multiPolygonBox } from '@hinterland/geo';
import { ImportError } from '../errors/importError.ts';
import { type FileSource, labelOf } from '../files/source.ts';
import type { SubjectCounter } from '../report/subjectCounter.ts';
import { isParquet } from '../tables/parquet.ts';
import { readGeoJson } from './geojson.ts';
import { readGeoPackage } from './geopackage.ts';
import { readGeoParquet } from './geoparquet.ts';
import type { FeatureReader, Outline, RawFeature, RawGeometry } from './outline.ts';
import { type ToDegrees, toDegrees } from './projections.ts';
import { repairPolygon } from './repair.ts';
import { readShapefile } from './shapefile.ts';

export interface OutlineOptions {
  /** Layer of a GeoPackage. */
  readonly layer?: string | undefined;
  /** Projection of the coordinates; the file's own word where absent. */
  readonly crs?: string | undefined;
  /** Whether a feature is wanted; the others are passed over without a word. */
  readonly wanted?: ((properties: Readonly<Record<string, unknown>>) => boolean) | undefined;
  /** Outlines whose boxes do not touch this one are passed over without a word. */
  readonly near?: Box | undefined;
}

/**
 * Reads the outlines of a GeoJSON file, a GeoPackage, a GeoParquet file or a Shapefile (each also zipped), turns them into degrees and
 * repairs their rings. `counter` gets what was dropped and repaired; the caller counts what it keeps.
 */
export async function readOutlines(
  source: FileSource,
  options: OutlineOptions,
  counter: SubjectCounter,
): Promise<Outline[]> {
  const features: { feature: RawFeature; number: number }[] = [];
  const { projection } = await readerOf(
    source,
    options,
  )((feature, number) => {
    if (options.wanted?.(feature.properties) !== false) features.push({ feature, number });
  });
  const convert = toDegrees(options.crs ?? projection, labelOf(source));
  const outlines: Outline[] = [];
  for (const { feature, number } of features) {
    const ref = `feature ${number}`;
    const place = `${labelOf(source)}, ${ref}`;
    const { polygon, repairs } = repairPolygon(polygonsOf(feature.geometry).map((p) => inDegrees(p, convert, place)));
    for (const repair of repairs) counter.changed(repair, ref);
    if (polygon.length === 0) counter.dropped('no outline with an inside', ref);
    else if (options.near === undefined || boxesIntersect(multiPolygonBox(polygon), options.near))
      outlines.push({ properties: feature.properties, polygon, ref });
  }
  return outlines;
}

function readerOf(source: FileSource, options: OutlineOptions): FeatureReader {
  if (isParquet(source)) return (take) => readGeoParquet(source, take);
  const name = (source.entry ?? source.path).toLowerCase().replace(/\.(zip|gz)$/, '');
  if (name.endsWith('.gpkg')) return (take) => readGeoPackage(source, options.layer, take);
  if (name.endsWith('.shp') || (source.entry === undefined && /\.shp\.zip$/i.test(source.path))) {
    return (take) => readShapefile(source, options, take);
  }
  if (/\.(geo)?json|\.geojsonl|\.ndjson$/.test(name)) return (take) => readGeoJson(source, take);
  if (/\.zip$/i.test(source.path) && source.entry === undefined) return (take) => readShapefile(source, options, take);
  throw new ImportError(
    `${labelOf(source)} is of no format that boundaries are read from. Use .geojson, .gpkg, .parquet, .shp or a .zip of one of them (name it as entry).`,
  );
}

function polygonsOf(geometry: RawGeometry | null): MultiPolygonCoordinates {
  if (geometry === null) return [];
  if (geometry.type === 'Polygon') return [geometry.coordinates as number[][][]];
  if (geometry.type === 'MultiPolygon') return geometry.coordinates as MultiPolygonCoordinates;
  if (geometry.type === 'GeometryCollection') return (geometry.geometries ?? []).flatMap(polygonsOf);
  return [];
}

function inDegrees(polygon: readonly number[][][], convert: ToDegrees | null, place: string): number[][][] {
  return polygon.map((ring) =>
    ring.map(([x, y]) => {
      const [lng, lat] = convert === null ? [x!, y!] : convert(x!, y!);
      if (!(Math.abs(lng) <= 180.000001 && Math.abs(lat) <= 90.000001)) {
        throw new ImportError(
          `${place}: the point ${x}, ${y} is no longitude and latitude in degrees. Give the projection in the recipe as crs, such as crs: EPSG:25832.`,
        );
      }
      return [lng, lat];
    }),
  );
}
