import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { ImportError } from '../errors/importError.ts';
import type { RemoteFile } from '../fetch/remoteFile.ts';
import { type Extract, shippedExtracts } from '../places/regions.ts';

const OSM = {
  source: 'OpenStreetMap',
  licence: 'ODbL-1.0',
  attribution: '© OpenStreetMap contributors',
  page: 'https://www.openstreetmap.org/copyright',
} as const;

/** The list of all extracts with their outlines. */
export const INDEX_FILE: RemoteFile = {
  ...OSM,
  url: 'https://download.geofabrik.de/index-v1.json',
  kind: 'json',
  purpose: 'list of extracts',
  megabytes: 3.2,
};

/** The file of an extract. */
export const extractFile = ({ url, megabytes }: Extract): RemoteFile => ({
  ...OSM,
  url,
  kind: 'pbf',
  purpose: 'roads, addresses, buildings, shops',
  md5: `${url}.md5`,
  ...(Number.isNaN(megabytes) ? {} : { megabytes }),
});

const indexSchema = z.object({
  features: z.array(
    z.object({
      properties: z.object({
        id: z.string(),
        parent: z.string().default(''),
        name: z.string(),
        'iso3166-1:alpha2': z.array(z.string()).default([]),
        urls: z.object({ pbf: z.string().optional() }),
      }),
      geometry: z
        .object({ type: z.enum(['MultiPolygon', 'Polygon']), coordinates: z.array(z.unknown()) })
        .nullable()
        .default(null),
    }),
  ),
});

/** Reads the publisher's index; sizes, which it does not have, are those of the shipped table. */
export async function readExtractIndex(path: string): Promise<readonly Extract[]> {
  const parsed = indexSchema.safeParse(JSON.parse(await readFile(path, 'utf8')));
  if (!parsed.success) {
    throw new ImportError(
      `${path} is no index of extracts any more: ${parsed.error.issues[0]!.path.join('.')} ${parsed.error.issues[0]!.message}. Name an extract of your own in a recipe.`,
    );
  }
  const shipped = new Map(shippedExtracts().map(({ id, megabytes }) => [id, megabytes]));
  return parsed.data.features.flatMap(({ properties, geometry }) => {
    const { id, parent, name, urls } = properties;
    if (urls.pbf === undefined || geometry === null) return [];
    const outline = (geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates) as Extract['outline'];
    const countries = properties['iso3166-1:alpha2'];
    return [{ id, parent, name, countries, url: urls.pbf, megabytes: shipped.get(id) ?? Number.NaN, outline }];
  });
}
