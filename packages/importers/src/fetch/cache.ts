import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, link, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FetchedRanges } from './fetchedRanges.ts';

/** A file of the cache, with what its server said. */
export interface CachedFile {
  readonly url: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
  /** How the content was verified besides its kind: by a published sum, by the sums within it, or not at all. */
  readonly checked: 'md5' | 'content' | 'unchecked';
  /** Of rows that were cut out of larger files: which bytes of which. */
  readonly parts?: readonly FetchedRanges[] | undefined;
  /** As the rows themselves say. */
  readonly licence?: string | undefined;
  readonly attribution?: string | undefined;
}

/**
 * The shared cache of downloads: `files/<sha256>` is content, whole and never changed; `addresses/<hash>.json` says which
 * content an address had; `parts/` are downloads that have not ended. Nothing but parts is ever written in place.
 */
export class DownloadCache {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  pathOf({ sha256 }: Pick<CachedFile, 'sha256'>): string {
    return join(this.folder, 'files', sha256);
  }

  /** The path of a download that has not ended; beside it lies what its server said, as .json. */
  partOf(url: string): string {
    return join(this.folder, 'parts', hashOf(url));
  }

  /** Content that an address had, where it is still there whole. */
  async find(url: string): Promise<CachedFile | undefined> {
    const text = await readFile(this.#addressFile(url), 'utf8').catch(() => undefined);
    if (text === undefined) return undefined;
    const found = JSON.parse(text) as CachedFile;
    return (await this.has(found)) ? found : undefined;
  }

  async has({ sha256, bytes }: Pick<CachedFile, 'sha256' | 'bytes'>): Promise<boolean> {
    return (await stat(this.pathOf({ sha256 })).catch(() => null))?.size === bytes;
  }

  /** Takes a whole file in: moves it, then writes down which address it has. */
  async take(path: string, facts: Omit<CachedFile, 'bytes' | 'sha256'>): Promise<CachedFile> {
    const { sha256, bytes } = await sumOf(path);
    const file: CachedFile = { ...facts, bytes, sha256 };
    const target = this.pathOf(file);
    await mkdir(dirname(target), { recursive: true });
    await flushed(path);
    await rename(path, target);
    await rm(`${path}.json`, { force: true });
    await writeWhole(this.#addressFile(facts.url), `${JSON.stringify(file, null, 2)}\n`);
    return file;
  }

  /** Puts a file of the cache under a name, without a second copy where the disk allows that. */
  async put(file: Pick<CachedFile, 'sha256'>, target: string): Promise<void> {
    await mkdir(dirname(target), { recursive: true });
    const before = `${target}.${randomUUID()}`;
    await link(this.pathOf(file), before).catch(() => copyFile(this.pathOf(file), before));
    await rename(before, target);
    // Of two names of one content, rename leaves both.
    await rm(before, { force: true });
  }

  /** Takes a file out, so that it is fetched anew. */
  async drop({ url, sha256 }: Pick<CachedFile, 'url' | 'sha256'>): Promise<void> {
    await rm(this.#addressFile(url), { force: true });
    await rm(this.pathOf({ sha256 }), { force: true });
  }

  #addressFile(url: string): string {
    return join(this.folder, 'addresses', `${hashOf(url)}.json`);
  }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

async function sumOf(path: string): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    hash.update(chunk as Buffer);
    bytes += (chunk as Buffer).length;
  }
  return { sha256: hash.digest('hex'), bytes };
}

/** The MD5 sum of a file, in hexadecimal digits. */
export async function md5Of(path: string): Promise<string> {
  const hash = createHash('md5');
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

async function flushed(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Writes a file whole or not at all. */
export async function writeWhole(path: string, text: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const before = `${path}.${randomUUID()}`;
  try {
    await writeFile(before, text, { flush: true });
    await rename(before, path);
  } catch (error) {
    await rm(before, { force: true });
    throw error;
  }
}
