import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { inflate as inflateCallback } from 'node:zlib';
import { ProtobufError, ProtobufReader } from './protobuf.ts';

const inflate = promisify<Uint8Array, { maxOutputLength: number }, Uint8Array>(inflateCallback);

/** Limits of the format: a reader may refuse anything larger. https://wiki.openstreetmap.org/wiki/PBF_Format */
const MAX_HEADER_BYTES = 64 * 1024;
const MAX_BLOCK_BYTES = 32 * 1024 * 1024;
/** Blobs in flight: inflating runs on Node's thread pool while the main thread decodes. */
const READ_AHEAD = 4;

/** Position of a blob of objects in the file. */
export interface BlobPosition {
  /** Byte at which the blob begins, for messages. */
  readonly offset: number;
  readonly dataOffset: number;
  readonly dataBytes: number;
}

/** Header of the file. */
export interface PbfHeader {
  readonly requiredFeatures: readonly string[];
  readonly optionalFeatures: readonly string[];
  readonly writingProgram: string;
  /** Degrees; null when the file does not say. */
  readonly bbox: {
    readonly west: number;
    readonly south: number;
    readonly east: number;
    readonly north: number;
  } | null;
  /** Date of the map as seconds since 1970; null when the file does not say. */
  readonly replicationTimestampSeconds: number | null;
}

/** The file is not what it should be. The message names file and byte and says what to do. */
class OsmFileError extends Error {
  constructor(path: string, detail: string, cause?: unknown) {
    super(`${path}: ${detail}`, cause === undefined ? undefined : { cause });
    this.name = 'OsmFileError';
  }
}

/** The outer layer of an OSM PBF file: a list of compressed blobs. */
export class PbfFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly header: PbfHeader;
  readonly blobs: readonly BlobPosition[];
  readonly #file: FileHandle;

  private constructor(path: string, sizeBytes: number, header: PbfHeader, blobs: BlobPosition[], file: FileHandle) {
    this.path = path;
    this.sizeBytes = sizeBytes;
    this.header = header;
    this.blobs = blobs;
    this.#file = file;
  }

  /** Walks over all blob headers, so that a file that was cut short is refused before any work is done. */
  static async open(path: string): Promise<PbfFile> {
    const file = await open(path).catch((cause) => {
      throw new OsmFileError(path, `cannot be opened (${(cause as Error).message}); check the path`, cause);
    });
    try {
      const { size } = await file.stat();
      const blobs: BlobPosition[] = [];
      let header: PbfHeader | null = null;
      for (let offset = 0; offset < size; ) {
        const { type, position } = await blobAt(path, file, size, offset);
        if (header === null) {
          if (type !== 'OSMHeader') {
            throw new OsmFileError(path, `begins with a blob "${type}" instead of "OSMHeader"; ${NOT_PBF}`);
          }
          header = parseHeader(path, await readBlob(path, file, position));
        } else if (type === 'OSMData') {
          blobs.push(position);
        }
        offset = position.dataOffset + position.dataBytes;
      }
      if (header === null) throw new OsmFileError(path, `is empty; ${NOT_PBF}`);
      return new PbfFile(path, size, header, blobs, file);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  /** Inflated blocks of the given blobs, in their order. */
  async *blocks(blobs: Iterable<BlobPosition>): AsyncGenerator<{ position: BlobPosition; bytes: Uint8Array }> {
    const ahead: { position: BlobPosition; bytes: Promise<Uint8Array> }[] = [];
    try {
      for (const position of blobs) {
        const bytes = readBlob(this.path, this.#file, position);
        // A failure is reported when the block's turn comes; until then it must not count as unhandled.
        bytes.catch(() => undefined);
        ahead.push({ position, bytes });
        if (ahead.length >= READ_AHEAD) yield await first(ahead);
      }
      while (ahead.length > 0) yield await first(ahead);
    } finally {
      await Promise.allSettled(ahead.map(({ bytes }) => bytes));
    }
  }
}

async function first(
  ahead: { position: BlobPosition; bytes: Promise<Uint8Array> }[],
): Promise<{ position: BlobPosition; bytes: Uint8Array }> {
  const { position, bytes } = ahead.shift()!;
  return { position, bytes: await bytes };
}

const NOT_PBF = 'this reader needs an OSM PBF file (*.osm.pbf)';

/** How other map formats begin, to say something better than "damaged". */
const OTHER_FORMATS: readonly (readonly [RegExp | string, string])[] = [
  ['BZh', 'a bzip2 file'],
  ['\x1f\x8b', 'a gzip file'],
  ['\xff\xe0', 'an o5m file'],
  [/^(\xef\xbb\xbf)?\s*<(\?xml|osm|!)/, 'an XML or HTML file'],
  [/^\s*[{[]/, 'a JSON file'],
  ['PK\x03\x04', 'a zip archive'],
  ['version https://git-lfs', 'a pointer of Git LFS instead of the file'],
];

async function blobAt(
  path: string,
  file: FileHandle,
  size: number,
  offset: number,
): Promise<{ type: string; position: BlobPosition }> {
  const start = new Uint8Array(Math.min(64, size - offset));
  await file.read(start, 0, start.length, offset);
  const headerBytes = start.length < 4 ? 0 : new DataView(start.buffer).getUint32(0);
  if (start.length >= 4 && (headerBytes === 0 || headerBytes > MAX_HEADER_BYTES)) {
    if (offset > 0) throw damaged(path, offset, `its header would have ${headerBytes} bytes`);
    const text = String.fromCharCode(...start);
    const other = OTHER_FORMATS.find(([start]) =>
      typeof start === 'string' ? text.startsWith(start) : start.test(text),
    )?.[1];
    throw new OsmFileError(
      path,
      `is ${other ?? 'not an OSM PBF file'}: byte 0 holds no blob header; ${NOT_PBF}, osmium cat converts other formats`,
    );
  }
  if (offset + 4 + headerBytes > size || start.length < 4) throw cutShort(path, size, offset, 4 + headerBytes);
  const bytes = new Uint8Array(headerBytes);
  await file.read(bytes, 0, headerBytes, offset + 4);
  let type = '';
  let dataBytes = -1;
  try {
    const reader = new ProtobufReader(bytes);
    for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
      if (tag === 10) type = reader.text();
      else if (tag === 24) dataBytes = reader.uint();
      else reader.skip(tag);
    }
  } catch (error) {
    throw offset === 0
      ? new OsmFileError(path, `is not an OSM PBF file: byte 0 holds no blob header; ${NOT_PBF}`, error)
      : damaged(path, offset, 'its header cannot be read', error);
  }
  if (type === '' || dataBytes < 0) {
    throw offset === 0
      ? new OsmFileError(path, `is not an OSM PBF file: byte 0 holds no blob header; ${NOT_PBF}`)
      : damaged(path, offset, 'its header names no type or size');
  }
  if (dataBytes > MAX_BLOCK_BYTES)
    throw damaged(path, offset, `it claims ${dataBytes} bytes, the format allows 32 MiB`);
  const dataOffset = offset + 4 + headerBytes;
  if (dataOffset + dataBytes > size) throw cutShort(path, size, offset, 4 + headerBytes + dataBytes);
  return { type, position: { offset, dataOffset, dataBytes } };
}

async function readBlob(path: string, file: FileHandle, position: BlobPosition): Promise<Uint8Array> {
  const bytes = new Uint8Array(position.dataBytes);
  await file.read(bytes, 0, bytes.length, position.dataOffset);
  let raw: Uint8Array | null = null;
  let zlib: Uint8Array | null = null;
  let rawBytes = -1;
  let other = '';
  try {
    const reader = new ProtobufReader(bytes);
    for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
      if (tag === 10) raw = reader.slice();
      else if (tag === 16) rawBytes = reader.uint();
      else if (tag === 26) zlib = reader.slice();
      else {
        other = OTHER_COMPRESSIONS.get(tag) ?? other;
        reader.skip(tag);
      }
    }
  } catch (error) {
    throw damaged(path, position.offset, 'it cannot be read', error);
  }
  if (raw !== null) return raw;
  if (zlib === null) {
    throw other === ''
      ? damaged(path, position.offset, 'it holds no data')
      : new OsmFileError(
          path,
          `is compressed with ${other} (block at byte ${position.offset}), which this reader does not know; ` +
            'write it anew with zlib: osmium cat IN.osm.pbf -o OUT.osm.pbf -f pbf,pbf_compression=zlib',
        );
  }
  const inflated = await inflate(zlib, { maxOutputLength: MAX_BLOCK_BYTES }).catch((error) => {
    throw damaged(path, position.offset, 'zlib cannot inflate it', error);
  });
  if (rawBytes >= 0 && inflated.length !== rawBytes) {
    throw damaged(path, position.offset, `it inflates to ${inflated.length} bytes instead of ${rawBytes}`);
  }
  return inflated;
}

/** Tags (field × 8 + 2) of the compressions that the format allows besides zlib. */
const OTHER_COMPRESSIONS: ReadonlyMap<number, string> = new Map([
  [34, 'lzma'],
  [42, 'bzip2'],
  [50, 'lz4'],
  [58, 'zstd'],
]);

const KNOWN_FEATURES: ReadonlySet<string> = new Set(['OsmSchema-V0.6', 'DenseNodes', 'HistoricalInformation']);

function parseHeader(path: string, bytes: Uint8Array): PbfHeader {
  const requiredFeatures: string[] = [];
  const optionalFeatures: string[] = [];
  let writingProgram = '';
  let bbox: PbfHeader['bbox'] = null;
  let replicationTimestampSeconds: number | null = null;
  try {
    const reader = new ProtobufReader(bytes);
    for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
      if (tag === 10) bbox = parseBbox(reader.message());
      else if (tag === 34) requiredFeatures.push(reader.text());
      else if (tag === 42) optionalFeatures.push(reader.text());
      else if (tag === 130) writingProgram = reader.text();
      else if (tag === 256) replicationTimestampSeconds = reader.int();
      else reader.skip(tag);
    }
  } catch (error) {
    throw damaged(path, 0, 'the file header cannot be read', error);
  }
  const unknown = requiredFeatures.filter((feature) => !KNOWN_FEATURES.has(feature));
  if (unknown.length > 0) {
    throw new OsmFileError(
      path,
      `needs ${unknown.join(', ')}, which this reader does not know; write it anew with osmium cat`,
    );
  }
  return { requiredFeatures, optionalFeatures, writingProgram, bbox, replicationTimestampSeconds };
}

/** Corners are written in nanodegrees. */
function parseBbox(reader: ProtobufReader): PbfHeader['bbox'] {
  let [west, east, north, south] = [0, 0, 0, 0];
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === 8) west = reader.sint() / 1e9;
    else if (tag === 16) east = reader.sint() / 1e9;
    else if (tag === 24) north = reader.sint() / 1e9;
    else if (tag === 32) south = reader.sint() / 1e9;
    else reader.skip(tag);
  }
  return { west, south, east, north };
}

/** The block at `offset` is not what it should be. */
export function damaged(path: string, offset: number, detail: string, cause?: unknown): OsmFileError {
  const at = cause instanceof ProtobufError ? `, byte ${cause.position} of the block` : '';
  const where = cause instanceof Error ? ` (${cause.message}${at})` : '';
  return new OsmFileError(
    path,
    `the block at byte ${offset} is damaged: ${detail}${where}; fetch the file again`,
    cause,
  );
}

function cutShort(path: string, size: number, offset: number, needed: number): OsmFileError {
  return new OsmFileError(
    path,
    `ends at byte ${size} within the block that begins at byte ${offset} and needs at least ${needed} bytes; ` +
      'the file was cut short, fetch it again',
  );
}
