import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { ImportError, messageOf } from '../errors/importError.ts';

/**
 * A stream of the unpacked bytes of one entry. `entry` is the end of its name, in which * stands for any letters; without it
 * the one file whose name ends in one of `wanted`. Destroying the stream closes the archive. Throws ImportError where there is none, or
 * where it unpacks to more than `mostBytes`.
 */
export async function openZipEntry(
  path: string,
  entry: string | undefined,
  wanted: readonly string[],
  mostBytes = Infinity,
): Promise<Readable> {
  const { zip, entries } = await open(path);
  const fitting = entries.filter(({ fileName }) =>
    entry === undefined
      ? wanted.some((ending) => fileName.toLowerCase().endsWith(ending)) && !fileName.includes('__MACOSX')
      : endsAs(fileName, entry),
  );
  const found = fitting.find(({ fileName }) => fileName === entry) ?? fitting[0];
  if (found === undefined || (fitting.length > 1 && found.fileName !== entry)) {
    zip.close();
    const names = entries.map(({ fileName }) => fileName).slice(0, 20);
    const problem = found === undefined ? 'holds no' : `holds ${fitting.length} files that fit`;
    throw new ImportError(
      `${path} ${problem} ${entry === undefined ? wanted.join(' or ') : `"${entry}"`}. Name one in the recipe as entry: it holds ${names.join(', ')}${entries.length > 20 ? ', …' : ''}.`,
    );
  }
  if (found.uncompressedSize > mostBytes) {
    zip.close();
    const [needed, free] = [found.uncompressedSize, mostBytes].map((bytes) => (bytes / 1e9).toFixed(1));
    throw new ImportError(
      `${path}: ${found.fileName} unpacks to ${needed} GB, and the disk has ${free} GB. Make room, or name a folder on another disk with --home.`,
    );
  }
  const stream = await zip.openReadStreamPromise(found);
  stream.once('close', () => zip.close());
  return stream;
}

function endsAs(name: string, entry: string): boolean {
  const parts = entry.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`${parts.join('[^/]*')}$`).test(name);
}

/** Stored, and packed by deflate. */
const METHODS: ReadonlySet<number> = new Set([0, 8]);

/** Reads every entry of an archive by its CRC-32. Returns whether all could be read; throws ImportError where a sum is wrong. */
export async function checkZip(path: string): Promise<boolean> {
  const { zip, entries } = await open(path);
  try {
    let isWhole = true;
    for (const entry of entries) {
      if (!METHODS.has(entry.compressionMethod) || entry.isEncrypted()) {
        isWhole = false;
        continue;
      }
      let sum = 0;
      for await (const chunk of await zip.openReadStreamPromise(entry)) sum = crc32(chunk as Buffer, sum);
      if (sum !== entry.crc32) throw new Error(`${entry.fileName} is not what its sum says`);
    }
    return isWhole;
  } finally {
    zip.close();
  }
}

/** The names of all files in an archive. */
export async function zipEntryNames(path: string): Promise<string[]> {
  const { zip, entries } = await open(path);
  zip.close();
  return entries.map(({ fileName }) => fileName);
}

async function open(path: string): Promise<{ zip: ZipFile; entries: Entry[] }> {
  try {
    const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
    const entries: Entry[] = [];
    for await (const entry of zip.eachEntry()) {
      if (!entry.fileName.endsWith('/')) entries.push(entry);
    }
    return { zip, entries };
  } catch (error) {
    throw new ImportError(
      `${path} is no readable zip archive (${messageOf(error)}). It may be cut short: fetch it again and compare its size.`,
      { cause: error },
    );
  }
}
