import { type Decoder, decoderOf } from './decoder.ts';
import { announcedEncoding } from './encoding.ts';
import { formatOf, HEAD_BYTES } from './format.ts';
import { TableError } from './tableError.ts';

/** Bytes decoded at once: some milliseconds of work, so that other calls of the process are answered in between. */
const SLICE_BYTES = 65_536;

export const breathe = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve);
    else setTimeout(resolve);
  });

/** Lines of a file that were taken out of its bytes. */
export interface TakenLines {
  count: number;
}

/**
 * Yields the text of a file in slices, with lines ended by \n and without a byte order mark. Without an encoding it is the one
 * that `announcedEncoding` finds. Throws TableError where bytes do not belong to the encoding, where there is a NUL, and
 * for files that are no text at all, or of another kind where they should be a table.
 */
export async function* textOf(
  bytes: AsyncIterable<Uint8Array>,
  encoding: string | null = null,
  isTable = true,
  taken: Readonly<TakenLines> = { count: 0 },
): AsyncGenerator<string> {
  let decoder: Decoder | null = null;
  /** Number of the line in which the next slice begins. */
  let line = 1;
  /** A CR at the end of a slice: it may be the first half of an end of line. */
  let held = '';
  const settle = (text: string): string => {
    const whole = held + text;
    held = whole.endsWith('\r') ? '\r' : '';
    const settled = whole.slice(0, whole.length - held.length).replace(/\r\n?/g, '\n');
    const nul = settled.indexOf('\0');
    if (nul >= 0) throw binaryAt(line + taken.count + linesIn(settled.slice(0, nul)));
    line += linesIn(settled);
    return settled;
  };
  for await (const part of withHead(bytes)) {
    if (decoder === null && isTable) requireTable(part.subarray(0, HEAD_BYTES));
    decoder ??= await decoderOf(encoding ?? announcedEncoding(part.subarray(0, HEAD_BYTES)));
    for (let at = 0; at < part.length; at += SLICE_BYTES) {
      const slice = part.subarray(at, at + SLICE_BYTES);
      const text = settle(decodeSlice(decoder, slice, line + taken.count));
      if (text !== '') yield text;
      await breathe();
    }
  }
  const rest =
    settle(decoder === null ? '' : decodeSlice(decoder, null, line + taken.count)) + held.replace('\r', '\n');
  if (rest !== '') yield rest;
}

/** Joins first parts until they hold the head of the file, so that all programs that read it look at the same bytes. */
async function* withHead(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | null = new Uint8Array(0);
  for await (const part of bytes) {
    if (head === null) {
      yield part;
      continue;
    }
    const joined: Uint8Array = joinedBytes([head, part]);
    head = joined.length < HEAD_BYTES ? joined : null;
    if (head === null) yield joined;
  }
  if (head !== null && head.length > 0) yield head;
}

export function joinedBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Counts the ends of lines. */
export function linesIn(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}

const binaryAt = (line: number): TableError =>
  new TableError(
    'binary',
    `Line ${line} holds a NUL character: this is no text file, or it is UTF-16.`,
    'Save it as CSV in UTF-8, or name its encoding, such as utf-16le.',
    { line },
  );

function requireTable(head: Uint8Array): void {
  if (formatOf(head) === 'csv') return;
  throw new TableError('format', 'This is a spreadsheet or an archive, not CSV.', 'Save the sheet as CSV (UTF-8).');
}

function decodeSlice(decoder: Decoder, slice: Uint8Array | null, line: number): string {
  try {
    return slice === null ? decoder.decode() : decoder.decode(slice, { stream: true });
  } catch {
    const loosely = slice === null ? '' : new TextDecoder(decoder.encoding).decode(slice);
    const at = line + linesIn(loosely.slice(0, Math.max(0, loosely.indexOf('\ufffd'))).replace(/\r\n?/g, '\n'));
    throw new TableError(
      'encoding',
      `Line ${at} is not written in ${decoder.encoding}.`,
      'Save the file as CSV in UTF-8, or name its encoding, such as windows-1252.',
      { line: at },
    );
  }
}
