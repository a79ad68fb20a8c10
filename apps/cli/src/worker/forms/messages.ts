import { Message } from 'apache-arrow';
import { checkMetadata } from './checkMetadata.ts';

/** The mark before the length of a message, and the most that a message's own metadata take. */
const MARK = -1;
const METADATA_BYTES_MAX = 64 << 20;
/** The most that the columns of a batch take. */
const BODY_BYTES_MAX = 2 ** 31;
/** How files in the IPC format begin: ARRO, of ARROW1. */
const FILE = 0x4f525241;
const NOTHING = new Uint8Array(0);
/** Rows of a batch without a byte, of columns that hold nothing; a row of others takes a bit at least. */
const BARE_ROWS_MAX = 65_536;

/** What a batch says of its columns. */
interface BatchHeader {
  readonly length: number;
  readonly nodes: readonly { readonly length: number; readonly nullCount: number }[];
  readonly buffers: readonly { readonly offset: number; readonly length: number }[];
}

/** A stream that ended before its end-of-stream mark: its writer was killed, or the way to it was cut. */
export class BrokenOffError extends Error {
  constructor(rows: number) {
    super(`The input broke off after ${rows} rows: it has no end-of-stream mark.`);
    this.name = 'BrokenOffError';
  }
}

/** A stream whose bytes are not those of the format; the message says it in words. */
export class UnreadableError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnreadableError';
  }
}

/**
 * Bytes of a stream in the IPC format, message by message, up to its end-of-stream mark and not further. Throws BrokenOffError
 * where they end before it: readers of Arrow take a stream that ends between two batches for a whole one.
 */
export async function* messagesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const take = taker(chunks);
  let rows = 0;
  const whole = async (count: number): Promise<Uint8Array> => {
    const bytes = await take(count);
    if (bytes.length < count) throw new BrokenOffError(rows);
    return bytes;
  };
  for (;;) {
    const mark = await whole(4);
    if (int32(mark) === FILE) return yield* file(mark, take);
    // Before Arrow 0.15 messages began with their length.
    const head = int32(mark) === MARK ? await whole(4) : mark;
    const length = int32(head);
    if (length === 0) return;
    if (length < 0 || length > METADATA_BYTES_MAX) throw impossible(rows);
    const metadata = await whole(length);
    const { bodyLength, rowCount } = decoded(metadata, rows);
    const body = await whole(bodyLength);
    rows += rowCount;
    if (head !== mark) yield mark;
    yield head;
    yield metadata;
    yield body;
    // The library asks for more before it gives away the last of what it has: without this a batch would wait for the next one.
    yield NOTHING;
  }
}

/** The place of a fault: rows are what a sender can count. */
const after = (rows: number) => (rows === 0 ? '' : ` after ${rows} rows`);

const impossible = (rows: number) => new UnreadableError(`a message${after(rows)} names a length that cannot be right`);

/** What the metadata of a message say of it; only batches have rows. Throws UnreadableError, also where that cannot be. */
function decoded(metadata: Uint8Array, rows: number): { readonly bodyLength: number; readonly rowCount: number } {
  let message: Message;
  let header: unknown;
  try {
    checkMetadata(metadata);
    message = Message.decode(metadata);
    header = message.header();
  } catch {
    throw new UnreadableError(`a message${after(rows)} has no metadata that can be read`);
  }
  const { bodyLength } = message;
  if (!(bodyLength >= 0 && bodyLength <= BODY_BYTES_MAX)) throw impossible(rows);
  if (!message.isRecordBatch()) return { bodyLength, rowCount: 0 };
  const { length, nodes, buffers } = header as BatchHeader;
  const isWithin = (at: number, count: number) => at >= 0 && count >= 0 && at + count <= bodyLength;
  const isPossible =
    length >= 0 &&
    length <= Math.max(8 * bodyLength, BARE_ROWS_MAX) &&
    nodes.every((node) => node.length >= 0 && node.nullCount <= node.length) &&
    buffers.every((buffer) => isWithin(buffer.offset, buffer.length));
  if (!isPossible) throw impossible(rows);
  return { bodyLength, rowCount: length };
}

/** A file in the IPC format as it is: it has a footer, without which nobody reads it. */
async function* file(start: Uint8Array, take: (count: number) => Promise<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield start;
  for (;;) {
    const bytes = await take(1 << 16);
    if (bytes.length === 0) return;
    yield bytes;
  }
}

const int32 = (bytes: Uint8Array): number => new DataView(bytes.buffer, bytes.byteOffset, 4).getInt32(0, true);

/** Returns a function that takes as many bytes as it is told, fewer where they end. */
function taker(chunks: AsyncIterable<Uint8Array>): (count: number) => Promise<Uint8Array> {
  const more = chunks[Symbol.asyncIterator]();
  let left: Uint8Array = new Uint8Array(0);
  return async (count) => {
    const parts: Uint8Array[] = [];
    let missing = count;
    while (missing > 0) {
      if (left.length === 0) {
        const next = await more.next();
        if (next.done) break;
        left = next.value;
      }
      const part = left.subarray(0, missing);
      left = left.subarray(part.length);
      missing -= part.length;
      parts.push(part);
    }
    return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
  };
}
