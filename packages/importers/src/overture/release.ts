import { readFile } from 'node:fs/promises';
import { type Box, boxesIntersect } from '@hinterland/geo';
import { z } from 'zod';
import { messageOf } from '../errors/importError.ts';
import { AGAIN, FetchFault } from '../fetch/fetchFault.ts';
import { type FetchOptions, fetchFiles } from '../fetch/fetchFiles.ts';
import type { RemoteFile } from '../fetch/remoteFile.ts';
import { OVERTURE } from './overture.ts';
import { filesOfItems, filesOfManifest, type ReleaseFile } from './releaseFiles.ts';

export const CATALOGUE = 'https://stac.overturemaps.org/catalog.json';

const catalogue = z.object({
  latest: z.string().optional(),
  links: z.array(z.object({ rel: z.string(), href: z.string() })),
});

/** A release of Overture and its files of one type that may have rows in the box. */
export interface Release {
  readonly name: string;
  readonly urls: readonly string[];
  readonly notes: readonly string[];
}

/** Releases of the catalogue, the newest first. */
export async function releaseNames(options: FetchOptions): Promise<readonly string[]> {
  const { latest, links } = await readJson(CATALOGUE, catalogue, { ...options, refresh: true });
  const children = links
    .filter(({ rel }) => rel === 'child')
    .flatMap(({ href }) => /([\d-]+\.\d+)\/catalog\.json$/.exec(href)?.[1] ?? [])
    .toSorted()
    .toReversed();
  const names = [...new Set([...(latest === undefined ? [] : [latest]), ...children])];
  if (names.length > 0) return names;
  throw new FetchFault(CATALOGUE, 'it names no release of Overture', AGAIN);
}

/**
 * The files of a type of rows in the newest release, and in the one before where the newest is published in part. Throws
 * FetchFault where neither is whole.
 */
export async function filesNear(
  type: string,
  box: Box,
  names: readonly string[],
  options: FetchOptions,
): Promise<Release> {
  const notes: string[] = [];
  for (const [i, name] of names.slice(0, 2).entries()) {
    try {
      const files = await filesOf(type, name, options);
      const urls = files.filter((file) => boxesIntersect(file.box, box)).map(({ url }) => url);
      return { name, urls: urls.toSorted(), notes };
    } catch (error) {
      if (!(error instanceof FetchFault) || error.isPassing || i === names.length - 1 || i === 1) throw error;
      notes.push(`Overture's release ${name} is not whole, so the one before it was taken: ${messageOf(error)}`);
    }
  }
  return { name: names[0]!, urls: [], notes };
}

/** By the list of all files, else file by file as the catalogue has them. */
async function filesOf(type: string, release: string, options: FetchOptions): Promise<readonly ReleaseFile[]> {
  const read = <T>(url: string, schema: z.ZodType<T>) => readJson(url, schema, options);
  const base = new URL(`${release}/`, CATALOGUE).href;
  try {
    const files = await filesOfManifest(type, release, base, read);
    if (files.length > 0) return files;
  } catch (error) {
    if (!(error instanceof FetchFault) || error.isPassing) throw error;
  }
  return filesOfItems(type, base, read);
}

async function readJson<T>(url: string, schema: z.ZodType<T>, options: FetchOptions): Promise<T> {
  const file: RemoteFile = { ...OVERTURE, url, kind: 'json', purpose: 'catalogue', licence: 'CDLA-Permissive-2.0' };
  const { progress: _, there: __, ...quiet } = options;
  const [fetched] = await fetchFiles([file], quiet);
  const parsed = schema.safeParse(JSON.parse(await readFile(options.cache.pathOf(fetched!), 'utf8')));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new FetchFault(
    url,
    `it is no catalogue of Overture any more: ${issue!.path.join('.')} ${issue!.message}`,
    AGAIN,
  );
}
