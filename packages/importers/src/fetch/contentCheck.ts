import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { messageOf } from '../errors/importError.ts';
import { checkZip } from '../files/zip.ts';
import { PbfFile } from '../pbf/file.ts';
import { openTiff } from '../raster/tiffFile.ts';
import type { FileKind } from './remoteFile.ts';

/** Why a file is not what it should be: not of its kind at all, or of its kind and damaged or cut short. */
export interface ContentFault {
  readonly isOtherKind: boolean;
  readonly why: string;
}

const STARTS: Readonly<Partial<Record<FileKind, (start: string) => boolean>>> = {
  pbf: (start) => start.slice(0, 32).includes('OSMHeader'),
  zip: (start) => start.startsWith('PK\x03\x04') || start.startsWith('PK\x05\x06'),
  tiff: (start) => ['II*\0', 'II+\0', 'MM\0*', 'MM\0+'].some((magic) => start.startsWith(magic)),
  gzip: (start) => start.startsWith('\x1f\x8b'),
  parquet: (start) => start.startsWith('PAR1'),
  json: (start) => /^(ï»¿)?\s*[[{]/.test(start),
};

/** Looks at the first bytes and the end of a file. Returns null where it is of its kind and whole. */
export async function contentFault(path: string, kind: FileKind): Promise<ContentFault | null> {
  const { size } = await stat(path);
  const start = await bytesAt(path, 0, Math.min(512, size));
  if (size === 0) return { isOtherKind: true, why: 'it is empty' };
  if (/^(ï»¿)?\s*<(!doctype|html|head|\?xml)/i.test(start)) {
    return { isOtherKind: true, why: `the server sends a web page in place of the file${titleOf(start)}` };
  }
  if (STARTS[kind]?.(start) === false)
    return { isOtherKind: true, why: `its first bytes are not those of ${NAMES[kind]}` };
  try {
    await ENDS[kind](path, size);
    return null;
  } catch (error) {
    return { isOtherKind: false, why: `it is cut short or damaged (${messageOf(error)})` };
  }
}

/** Of larger rasters the tiles are not unpacked for their own sake. */
const MOST_TIFF_BYTES = 256e6;

/**
 * Reads a file through by the sums that its kind has within: of the entries of an archive, of the blocks of an extract or of a raster.
 * Returns whether there were any; throws where one is wrong.
 */
export async function readThrough(path: string, kind: FileKind): Promise<boolean> {
  if (kind === 'zip') return checkZip(path);
  // Both were read whole by their ends.
  if (kind === 'gzip' || kind === 'json') return true;
  if (kind === 'pbf') {
    const file = await PbfFile.open(path);
    try {
      for await (const _ of file.blocks(file.blobs));
    } finally {
      await file.close();
    }
    return true;
  }
  if (kind !== 'tiff' || (await stat(path)).size > MOST_TIFF_BYTES) return false;
  const tiff = await openTiff(path);
  try {
    const [width, height] = [tiff.image.getWidth(), tiff.image.getHeight()];
    for (let top = 0; top < height; top += TIFF_ROWS) {
      await tiff.image.readRasters({ window: [0, top, width, Math.min(height, top + TIFF_ROWS)] });
    }
  } finally {
    await tiff.close();
  }
  return true;
}

/** Rows of a raster that are unpacked at once. */
const TIFF_ROWS = 256;

const NAMES: Readonly<Record<FileKind, string>> = {
  pbf: 'an OpenStreetMap extract',
  zip: 'a zip archive',
  tiff: 'a GeoTIFF',
  gzip: 'a gzip file',
  parquet: 'a Parquet file',
  json: 'JSON',
  text: 'a text',
};

const titleOf = (html: string): string => {
  const title = /<title>\s*([^<]{1,80}?)\s*</i.exec(html)?.[1];
  return title === undefined ? '' : ` ("${title}")`;
};

/** Each throws where the end of the file is missing. */
const ENDS: Readonly<Record<FileKind, (path: string, size: number) => Promise<void>>> = {
  pbf: async (path) => (await PbfFile.open(path)).close(),
  tiff: async (path) => (await openTiff(path)).close(),
  json: async (path) => void JSON.parse(await readFile(path, 'utf8')),
  text: async () => {},
  gzip: (path) =>
    pipeline(createReadStream(path), createGunzip(), new Writable({ write: (_chunk, _encoding, done) => done() })),
  async parquet(path, size) {
    if (size < 12 || (await bytesAt(path, size - 4, 4)) !== 'PAR1') throw new Error('its end is missing');
  },
  async zip(path, size) {
    const length = Math.min(size, 65_557);
    const end = await bytesAt(path, size - length, length);
    if (!end.includes('PK\x05\x06')) throw new Error('the list of its files is missing');
  },
};

async function bytesAt(path: string, at: number, length: number): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}
