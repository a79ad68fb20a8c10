import { readFileSync } from 'node:fs';
import { ImportError } from '@hinterland/importers';
import { z } from 'zod';
import { fromDegrees, type Point } from '../geometry/plane.ts';
import { isOnMap } from '../geometry/raster.ts';

/** Folder of the drawn files, the same seen from the sources and from the build. */
const FOLDER = new URL('../../plan/', import.meta.url);

/** One feature of a drawn file: its properties and its positions in meters on the plane. */
export type Feature<P> = P & { readonly points: readonly Point[] };

const GEOMETRIES = {
  Point: { nesting: 0, least: 1 },
  LineString: { nesting: 1, least: 2 },
  Polygon: { nesting: 2, least: 4 },
} as const;

const collection = z.object({ type: z.literal('FeatureCollection'), features: z.array(z.unknown()) });
const position = z.tuple([z.number(), z.number()]).rest(z.number());

/**
 * Reads the features of `plan/<file>`, in their order. All have the same type of geometry; a polygon gives the positions
 * of its only ring, without the last one, which repeats the first. Throws an ImportError that names the file and the
 * feature.
 */
export function readFeatures<P extends object>(
  file: string,
  geometry: keyof typeof GEOMETRIES,
  properties: z.ZodType<P>,
): readonly Feature<P>[] {
  return featuresOf(readFileSync(new URL(file, FOLDER), 'utf8'), file, geometry, properties);
}

/** The same for a text; messages name `file`. */
export function featuresOf<P extends object>(
  text: string,
  file: string,
  geometry: keyof typeof GEOMETRIES,
  properties: z.ZodType<P>,
): readonly Feature<P>[] {
  const { nesting, least } = GEOMETRIES[geometry];
  const coordinates = [position, z.array(position).min(least), z.array(z.array(position).min(least)).length(1)][
    nesting
  ]!;
  const feature = z.object({ properties, geometry: z.object({ type: z.literal(geometry), coordinates }) });
  return parsed(collection, parsedJson(text, file), `plan/${file}`).features.map((raw, index) => {
    const where = `plan/${file}, ${nameOf(raw, index)}`;
    const { properties: own, geometry: shape } = parsed(feature, raw, where);
    const positions = ([shape.coordinates].flat(nesting) as [number, number][]).slice(
      0,
      nesting === 2 ? -1 : undefined,
    );
    const points = positions.map(([lng, lat], i) => {
      const point = fromDegrees(lng, lat);
      if (!isOnMap(point)) throw new ImportError(`${where}: position ${i + 1} (${lng}, ${lat}) lies off the map`);
      return point;
    });
    return { ...own, points };
  });
}

function parsedJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ImportError(`plan/${file} is not JSON: ${(error as Error).message}`);
  }
}

/** How messages name a feature: by its number in the file and the first text among its properties. */
function nameOf(raw: unknown, index: number): string {
  const properties = (raw as { properties?: Record<string, unknown> } | null)?.properties ?? {};
  const name = Object.values(properties).find((value) => typeof value === 'string');
  return name === undefined ? `feature ${index + 1}` : `feature ${index + 1} (${name})`;
}

function parsed<T>(schema: z.ZodType<T>, value: unknown, where: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const { path, message } = result.error.issues[0]!;
  throw new ImportError(`${where}: ${path.length === 0 ? '' : `${path.join('.')}: `}${message}`);
}
