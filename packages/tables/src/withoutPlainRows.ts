import { announcedEncoding, canonicalEncoding } from './encoding.ts';
import { HEAD_BYTES } from './format.ts';
import { type PlainRow, PlainRows } from './plainRows.ts';
import type { RecordParser } from './recordParser.ts';
import { breathe, isAscii, joinedBytes, type Reading } from './text.ts';

/** Bytes that are looked at in one go. */
const BLOCK_BYTES = 65_536;
/** Bytes that go to the parser for the sake of a row that is not plain. */
const ODD_BYTES = 4096;
/** A line that is longer goes to the parser, which knows how long one may be. */
const LINE_BYTES_MAX = 1 << 20;
const NEWLINE = 0x0a;

interface PlainRowsOptions {
  readonly encoding: string | null | undefined;
  /** The parser of the bytes that are left. */
  readonly parser: RecordParser;
  /** Counts the lines of the rows that are handed over, and knows the encoding as soon as one of both does. */
  readonly reading: Reading;
  /** Number of columns; 0 as long as it is not known. */
  columns(): number;
  take(row: PlainRow): void;
}

/**
 * Yields a file of separated values without its plain rows, which are handed over instead, in their order among the others: a
 * row costs some comparisons then, and no text. Files that are not UTF-8 are yielded as they are.
 */
export async function* withoutPlainRows(
  bytes: AsyncIterable<Uint8Array>,
  { encoding, parser, reading, columns, take }: PlainRowsOptions,
): AsyncGenerator<Uint8Array> {
  let tail: Uint8Array = new Uint8Array(0);
  let isText: boolean | null = null;
  let rows: PlainRows | null = null;
  for await (const part of bytes) {
    const data: Uint8Array = tail.length === 0 ? part : joinedBytes([tail, part]);
    if (isText === null && data.length < HEAD_BYTES) {
      tail = data;
      continue;
    }
    isText ??=
      (encoding == null ? announcedEncoding(data.subarray(0, HEAD_BYTES)) : canonicalEncoding(encoding)) === UTF8;
    const end = data.lastIndexOf(NEWLINE) + 1;
    for (let at = 0; at < end; ) {
      const blockEnd = lineEnd(data, at + BLOCK_BYTES, end);
      const block = data.subarray(at, blockEnd);
      const isUnsettled = reading.isHeld || (reading.encoding !== null && reading.encoding !== UTF8);
      const isReady =
        isText && !isUnsettled && parser.isBetweenRows && columns() > 0 && PlainRows.reads(parser.separator);
      if (!isReady || !isUtf8(block)) {
        yield block;
        at = blockEnd;
        continue;
      }
      if (reading.encoding === null && !isAscii(block)) reading.encoding = UTF8;
      rows ??= new PlainRows(columns(), parser.separator);
      rows.bytes = data;
      rows.at = at;
      for (rows.row = parser.row + 1; rows.at < blockEnd && rows.next(blockEnd); rows.row++) take(rows);
      const count = rows.row - 1 - parser.row;
      parser.passOver(count);
      reading.takenLines += count;
      at = rows.at;
      if (at < blockEnd) {
        const oddEnd = lineEnd(data, at + ODD_BYTES, blockEnd);
        yield data.subarray(at, oddEnd);
        at = oddEnd;
      } else await breathe();
    }
    tail = data.slice(end);
    if (tail.length > LINE_BYTES_MAX) {
      yield tail;
      tail = new Uint8Array(0);
    }
  }
  if (tail.length > 0) yield tail;
}

const UTF8 = 'utf-8';

/** The end of the line that holds the byte before `at`, no farther than `most`, which is one. */
function lineEnd(data: Uint8Array, at: number, most: number): number {
  return at >= most ? most : data.indexOf(NEWLINE, at - 1) + 1;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder(UTF8, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
