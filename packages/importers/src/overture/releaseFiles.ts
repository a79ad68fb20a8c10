import { type Box, multiPolygonBox } from '@hinterland/geo';
import { z } from 'zod';
import { FetchFault } from '../fetch/fetchFault.ts';
import { addressOf } from './overture.ts';

/** A file of a release and the box of its rows, about. */
export interface ReleaseFile {
  readonly url: string;
  readonly box: Box;
}

type Read = <T>(url: string, schema: z.ZodType<T>) => Promise<T>;

const manifest = z.object({
  features: z.array(
    z.object({
      properties: z.object({ ovt_type: z.string(), rel_path: z.string() }),
      geometry: z.object({ type: z.literal('Polygon'), coordinates: z.array(z.array(z.array(z.number()))) }),
    }),
  ),
});

/** Files of a type by the list that a release has of all its files; none where the list is of another release. */
export async function filesOfManifest(type: string, release: string, base: string, read: Read): Promise<ReleaseFile[]> {
  const { features } = await read(`${base}manifest.geojson`, manifest);
  return features.flatMap(({ properties, geometry }) => {
    const url = addressOf(properties.rel_path);
    const isOf = properties.ovt_type === type && properties.rel_path.startsWith(`release/${release}/`);
    return isOf && url !== undefined ? [{ url, box: multiPolygonBox([geometry.coordinates]) }] : [];
  });
}

const links = z.object({ links: z.array(z.object({ rel: z.string(), href: z.string() })) });
const item = z.object({
  bbox: z.array(z.number()).length(4),
  assets: z.record(z.string(), z.object({ href: z.string() })),
});

/** Files of a type by the catalogue: release, theme, type, one item for each file. */
export async function filesOfItems(type: string, base: string, read: Read): Promise<ReleaseFile[]> {
  const children = async (url: string, rel: string) => {
    const found = (await read(url, links)).links.filter((link) => link.rel === rel);
    return found.map(({ href }) => new URL(href, url).href);
  };
  for (const theme of await children(`${base}catalog.json`, 'child')) {
    const collection = (await children(theme, 'child')).find((url) => url.endsWith(`/${type}/collection.json`));
    if (collection === undefined) continue;
    const files: ReleaseFile[] = [];
    for (const url of await children(collection, 'item')) {
      const { bbox, assets } = await read(url, item);
      const [west, south, east, north] = bbox as [number, number, number, number];
      const address = Object.values(assets).flatMap(({ href }) => addressOf(href) ?? [])[0];
      if (address === undefined) throw new FetchFault(url, "it names no file in the publisher's bucket", LATER);
      files.push({ url: address, box: { west, south, east, north } });
    }
    if (files.length > 0) return files;
  }
  throw new FetchFault(`${base}catalog.json`, `it has no files of the type ${type}`, LATER);
}

const LATER = 'Leave out --overture, or try again later';
