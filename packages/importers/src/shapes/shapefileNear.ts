import { ImportError } from '../errors/importError.ts';
import type { ProjectedBox } from './projectedBox.ts';

/** A Shapefile's parts of one size, one after the other, however its bytes come. */
class Bytes {
  readonly #chunks: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** The next bytes; null at the end, and where it comes before so many. */
  async take(count: number): Promise<Buffer | null> {
    const parts: Buffer[] = [this.#held];
    let length = this.#held.length;
    while (length < count) {
      const { value, done } = await this.#chunks.next();
      if (done) return null;
      parts.push(value);
      length += value.length;
    }
    const all = parts.length === 1 ? this.#held : Buffer.concat(parts);
    this.#held = all.subarray(count);
    return all.subarray(0, count);
  }
}

const SHP_HEADER_BYTES = 100;
const RECORD_HEADER_BYTES = 8;
const DBF_HEADER_BYTES = 32;
/** Type, then the four numbers of the box. */
const BOX_END = 36;

/**
 * The records of a .shp file whose boxes touch one, as a file of their own, and which they were, from 0: a state of 600,000 blocks
 * shrinks to those of a town while it is read. By the ESRI Shapefile Technical Description (1998). Throws ImportError where the file
 * ends early.
 */
export async function shpNear(
  chunks: AsyncIterable<Buffer>,
  near: ProjectedBox,
  label: string,
): Promise<{ shp: Buffer; rows: readonly number[] }> {
  const bytes = new Bytes(chunks);
  const header = await bytes.take(SHP_HEADER_BYTES);
  if (header === null || header.readInt32BE(0) !== 9994) {
    throw new ImportError(`${label} is no Shapefile: it does not start with its file code 9994.`);
  }
  const announced = header.readInt32BE(24) * 2;
  const kept: Buffer[] = [];
  const rows: number[] = [];
  let at = SHP_HEADER_BYTES;
  for (let row = 0; at < announced; row++) {
    const head = await bytes.take(RECORD_HEADER_BYTES);
    const body = head && (await bytes.take(head.readInt32BE(4) * 2));
    if (head === null || body === null) {
      throw new ImportError(
        `${label} ends within its record ${row + 1}, before the ${announced} bytes that its header announces: it is cut short. Fetch it again.`,
      );
    }
    at += head.length + body.length;
    if (!touches(body, near)) continue;
    rows.push(row);
    kept.push(Buffer.from(head), Buffer.from(body));
  }
  const length = kept.reduce((sum, part) => sum + part.length, SHP_HEADER_BYTES);
  const own = Buffer.from(header);
  own.writeInt32BE(length / 2, 24);
  return { shp: Buffer.concat([own, ...kept]), rows };
}

/** A shape without outline, or of points, has no box. */
const touches = (body: Buffer, { left, bottom, right, top }: ProjectedBox): boolean =>
  body.length >= BOX_END &&
  body.readDoubleLE(4) <= right &&
  body.readDoubleLE(20) >= left &&
  body.readDoubleLE(12) <= top &&
  body.readDoubleLE(28) >= bottom;

/** The given rows of a .dbf file, in order, as a file of their own. Throws ImportError where it ends before the last of them. */
export async function dbfRows(chunks: AsyncIterable<Buffer>, rows: readonly number[], label: string): Promise<Buffer> {
  const bytes = new Bytes(chunks);
  const start = await bytes.take(DBF_HEADER_BYTES);
  const fields = start && (await bytes.take(start.readUInt16LE(8) - DBF_HEADER_BYTES));
  const wanted = new Set(rows);
  const last = rows.at(-1) ?? -1;
  const kept: Buffer[] = [];
  for (let row = 0; row <= last; row++) {
    const record = start && fields && (await bytes.take(start.readUInt16LE(10)));
    if (!record) {
      throw new ImportError(
        `${label}: its .dbf file has ${row} rows, and its outlines at least ${last + 1}: it is cut short. Fetch it again.`,
      );
    }
    if (wanted.has(row)) kept.push(Buffer.from(record));
  }
  if (start === null || fields === null) throw new ImportError(`${label}: its .dbf file is cut short. Fetch it again.`);
  const own = Buffer.from(start);
  own.writeUInt32LE(rows.length, 4);
  return Buffer.concat([own, fields, ...kept, Buffer.from([0x1a])]);
}
