import { createReadStream, type ReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ImportError, messageOf } from '../errors/importError.ts';
import { openZipEntry } from './zip.ts';

/** A file that a recipe names: plain, gzipped (.gz) or one entry of an archive (.zip). */
export interface FileSource {
  readonly path: string;
  /** Which file of a zip archive, by the end of its name; needed where several fit. */
  readonly entry?: string | undefined;
}

/** How messages name it: "addresses.zip (us/ca/alameda.csv)". */
export function labelOf(source: FileSource): string {
  return source.entry === undefined ? source.path : `${source.path} (${source.entry})`;
}

/**
 * The bytes of a file, unpacked, in chunks. `wanted` are endings of names that fit inside a zip archive when the recipe
 * names no entry, such as ".csv". Throws ImportError where the file is missing, cut short or damaged.
 */
export async function* bytesOf(source: FileSource, wanted: readonly string[]): AsyncGenerator<Buffer> {
  await requireFile(source.path);
  const stream = /\.zip$/i.test(source.path)
    ? await openZipEntry(source.path, source.entry, wanted)
    : unzipped(createReadStream(source.path, { highWaterMark: 1 << 20 }), source.path);
  try {
    for await (const chunk of stream) yield chunk as Buffer;
  } catch (error) {
    throw new ImportError(
      `${labelOf(source)} cannot be unpacked (${messageOf(error)}). It may be cut short: fetch it again and compare its size.`,
      { cause: error },
    );
  } finally {
    stream.destroy();
  }
}

/** The whole file as one buffer, for formats that need random access. */
export async function wholeFile(source: FileSource, wanted: readonly string[]): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of bytesOf(source, wanted)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Throws where there is no such file. */
export async function requireFile(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found?.isFile() !== true) {
    throw new ImportError(
      `There is no file ${path}. Paths stand relative to the recipe; \${DATA} in them is the folder given by --data.`,
    );
  }
}

function unzipped(stream: ReadStream, path: string): Readable {
  if (!/\.gz$/i.test(path)) return stream;
  const gunzip = createGunzip();
  // The reader of `gunzip` gets the error; pipeline's callback only keeps it from being thrown a second time.
  pipeline(stream, gunzip, () => {});
  return gunzip;
}
