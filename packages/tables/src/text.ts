import { type Decoder, decoderOf } from './decoder.ts';
import { announcedEncoding } from './encoding.ts';
import { formatOf, HEAD_BYTES } from './format.ts';
import { type EncodingGuess, GUESSED_BYTES, guessEncoding } from './guessEncoding.ts';
import { TableError } from './tableError.ts';

/** Bytes decoded at once: some milliseconds of work, so that other calls of the process are answered in between. */
const SLICE_BYTES = 65_536;

export const breathe = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve);
    else setTimeout(resolve);
  });

/** How far the reading of a file is, for all that work on its bytes. */
export interface Reading {
  /** Lines that were taken out of its bytes. */
  takenLines: number;
  /** The encoding; null as long as every byte was ASCII and nobody named one. */
  encoding: string | null;
  /** Whether bytes wait for the encoding to be guessed. */
  isHeld: boolean;
}

export const newReading = (): Reading => ({ takenLines: 0, encoding: null, isHeld: false });

export interface TextOptions {
  /** WHATWG name; announced by the first bytes, else guessed by `guessEncoding` from the first bytes beyond ASCII, where absent. */
  readonly encoding?: string | null | undefined;
  /** Languages that are expected, for the guess (BCP 47). */
  readonly languages?: readonly string[] | undefined;
  /** Whether the encoding is guessed where nothing says it; false for formats that are UTF-8 by their own rules. */
  readonly isGuessed?: boolean | undefined;
  /** Takes a guess that is not sure. */
  readonly onGuess?: ((guess: EncodingGuess) => void) | undefined;
}

/**
 * Yields the text of a file in slices, with lines ended by \n and without a byte order mark. Throws TableError where bytes do
 * not belong to the encoding, where there is a NUL, and for files that are no text at all, or of another kind where they should
 * be a table.
 */
export async function* textOf(
  bytes: AsyncIterable<Uint8Array>,
  options: TextOptions = {},
  isTable = true,
  reading: Reading = newReading(),
): AsyncGenerator<string> {
  let decoder: Decoder | null = null;
  let decodedAs: string | null = null;
  /** Number of the line in which the next slice begins. */
  let line = 1;
  /** A CR at the end of a slice: it may be the first half of an end of line. */
  let held = '';
  const settle = (text: string): string => {
    const whole = held + text;
    held = whole.endsWith('\r') ? '\r' : '';
    const settled = whole.slice(0, whole.length - held.length).replace(/\r\n?/g, '\n');
    const nul = settled.indexOf('\0');
    if (nul >= 0) throw binaryAt(line + reading.takenLines + linesIn(settled.slice(0, nul)));
    line += linesIn(settled);
    return settled;
  };
  for await (const part of withEncoding(withHead(bytes, isTable), options, reading)) {
    const { encoding } = reading;
    if (decoder === null || (encoding !== null && encoding !== decodedAs)) {
      decodedAs = encoding;
      decoder = await decoderOf(encoding ?? 'utf-8');
    }
    for (let at = 0; at < part.length; at += SLICE_BYTES) {
      const slice = part.subarray(at, at + SLICE_BYTES);
      const text = settle(decodeSlice(decoder, slice, line + reading.takenLines));
      if (text !== '') yield text;
      await breathe();
    }
  }
  const rest =
    settle(decoder === null ? '' : decodeSlice(decoder, null, line + reading.takenLines)) + held.replace('\r', '\n');
  if (rest !== '') yield rest;
}

/**
 * Yields the parts of a file as soon as its encoding is known, or does not matter yet: bytes beyond ASCII wait until enough of
 * them are there for a guess, or the file ends.
 */
async function* withEncoding(
  parts: AsyncIterable<Uint8Array>,
  { encoding = null, languages = [], isGuessed = true, onGuess }: TextOptions,
  reading: Reading,
): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  let isFirst = true;
  const decide = async () => {
    const guess = await guessEncoding(joinedBytes(held), languages);
    reading.encoding ??= guess.encoding;
    reading.isHeld = false;
    if (!guess.isSure) onGuess?.(guess);
  };
  for await (const part of parts) {
    if (isFirst) reading.encoding ??= encoding ?? announced(part.subarray(0, HEAD_BYTES), isGuessed);
    isFirst = false;
    if (reading.encoding !== null || (held.length === 0 && isAscii(part))) {
      yield part;
      continue;
    }
    held.push(part);
    reading.isHeld = true;
    bytes += part.length;
    if (bytes < GUESSED_BYTES) continue;
    await decide();
    yield joinedBytes(held);
    held = [];
  }
  if (held.length === 0) return;
  await decide();
  yield joinedBytes(held);
}

/** The encoding that the first bytes announce; null where a guess has to tell. */
function announced(head: Uint8Array, isGuessed: boolean): string | null {
  const encoding = announcedEncoding(head);
  const hasMark = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;
  return encoding === 'utf-8' && isGuessed && !hasMark ? null : encoding;
}

export const isAscii = (bytes: Uint8Array): boolean => bytes.every((byte) => byte < 128);

/** Joins first parts until they hold the head of the file, so that all programs that read it look at the same bytes. */
async function* withHead(bytes: AsyncIterable<Uint8Array>, isTable: boolean): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | null = new Uint8Array(0);
  for await (const part of bytes) {
    if (head === null) {
      yield part;
      continue;
    }
    const joined: Uint8Array = joinedBytes([head, part]);
    head = joined.length < HEAD_BYTES ? joined : null;
    if (head !== null) continue;
    if (isTable) requireTable(joined.subarray(0, HEAD_BYTES));
    yield joined;
  }
  if (head === null || head.length === 0) return;
  if (isTable) requireTable(head);
  yield head;
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
