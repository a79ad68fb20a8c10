import type { MultiPolygonCoordinates } from '@hinterland/geo';
import { BundleError } from './errors.ts';

/** Name of the file with the areas' polygons: one GeoJSON Feature per line, as RFC 8142 readers and QGIS take it. */
export const AREA_POLYGONS_FILE = 'areas.geojsonl';

/** Polygons asked for last stay parsed. */
const KEPT_POLYGONS = 16;

interface AreaFeature {
  readonly code: string;
  readonly name: string;
  readonly polygon: MultiPolygonCoordinates | null;
}

/** The bytes of areas.geojsonl and the two columns of `areas` that point into it. */
interface AreaPolygonLines {
  readonly bytes: Uint8Array;
  /** Lines in the file; areas without a polygon have none. */
  readonly rows: number;
  readonly polygonStartByte: Float64Array;
  readonly polygonBytes: Uint32Array;
}

/**
 * Writes areas as lines of GeoJSON, in their order, with code and name as properties. Coordinates are rounded to
 * `decimals` (7 = 1 cm), the same for every area, so shared edges stay shared.
 */
export function encodeAreaPolygons(areas: readonly AreaFeature[], decimals = 7): AreaPolygonLines {
  const scale = 10 ** decimals;
  const round = (degrees: number) => Math.round(degrees * scale) / scale;
  const polygonStartByte = new Float64Array(areas.length);
  const polygonBytes = new Uint32Array(areas.length);
  const lines: Buffer[] = [];
  let start = 0;
  areas.forEach(({ code, name, polygon }, row) => {
    if (polygon === null) return;
    const coordinates = polygon.map((rings) =>
      rings.map((ring) => ring.map(([lng, lat]) => [round(lng!), round(lat!)])),
    );
    const feature = { type: 'Feature', properties: { code, name }, geometry: { type: 'MultiPolygon', coordinates } };
    const line = Buffer.from(`${JSON.stringify(feature)}\n`);
    polygonStartByte[row] = start;
    polygonBytes[row] = line.byteLength - 1;
    start += line.byteLength;
    lines.push(line);
  });
  return { bytes: Buffer.concat(lines), rows: lines.length, polygonStartByte, polygonBytes };
}

/**
 * Returns a reader of single polygons by their byte range. The last few stay parsed; callers must not change a result.
 * The reader throws BundleError for a line that does not match the areas table.
 */
export function areaPolygonReader(
  file: SharedArrayBuffer | null,
  areas: { readonly rows: number; readonly polygonStartByte: Float64Array; readonly polygonBytes: Uint32Array },
): (areaRow: number) => MultiPolygonCoordinates | null {
  const text = Buffer.from(file ?? new ArrayBuffer(0));
  const kept = new Map<number, MultiPolygonCoordinates>();
  return (areaRow) => {
    if (!(areaRow >= 0 && areaRow < areas.rows)) {
      throw new RangeError(`There is no area ${areaRow}; the territory has ${areas.rows} areas.`);
    }
    const bytes = areas.polygonBytes[areaRow]!;
    if (bytes === 0) return null;
    const polygon = kept.get(areaRow) ?? parsePolygon(text, areas.polygonStartByte[areaRow]!, bytes, areaRow);
    kept.delete(areaRow);
    kept.set(areaRow, polygon);
    if (kept.size > KEPT_POLYGONS) kept.delete(kept.keys().next().value!);
    return polygon;
  };
}

function parsePolygon(text: Buffer, start: number, bytes: number, areaRow: number): MultiPolygonCoordinates {
  const refuse = (problem: string, cause?: unknown) =>
    new BundleError(
      AREA_POLYGONS_FILE,
      `${problem} (area ${areaRow}, byte ${start}).`,
      'Build the territory again.',
      cause,
    );
  if (!(start >= 0 && start + bytes <= text.byteLength)) throw refuse('The line of an area lies outside the file');
  let feature: { geometry?: { type?: string; coordinates?: MultiPolygonCoordinates } } | null;
  try {
    feature = JSON.parse(text.toString('utf8', start, start + bytes));
  } catch (cause) {
    throw refuse('The line of an area is not JSON', cause);
  }
  const geometry = feature?.geometry;
  if (geometry?.type !== 'MultiPolygon' || !Array.isArray(geometry.coordinates)) {
    throw refuse('The line of an area holds no MultiPolygon');
  }
  return geometry.coordinates;
}
