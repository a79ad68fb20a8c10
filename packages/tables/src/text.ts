import { setImmediate as breathe } from 'node:timers/promises';
import { TextDecoder } from 'node:util';
import { TableError } from './tableError.ts';

/** Bytes decoded at once: some milliseconds of work, so that other calls of the process are answered in between. */
const SLICE_BYTES = 65_536;

/** Whether an encoding has this name, such as utf-8, windows-1252 or utf-16le. */
export function isEncoding(name: string): boolean {
  try {
    return new TextDecoder(name).encoding !== '';
  } catch {
    return false;
  }
}

/**
 * Yields the text of a file in slices, with lines ended by \n and without a byte order mark. Without an encoding it is
 * UTF-8, or the UTF-16 that its byte order mark announces. Throws TableError where bytes do not belong to the encoding,
 * where there is a NUL, and for files that are no text at all.
 */
export async function* textOf(
  bytes: AsyncIterable<Uint8Array>,
  encoding: string | null = null,
): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  /** Number of the line in which the next slice begins. */
  let line = 1;
  /** A CR at the end of a slice: it may be the first half of an end of line. */
  let held = '';
  const settle = (text: string): string => {
    const whole = held + text;
    held = whole.endsWith('\r') ? '\r' : '';
    const settled = whole.slice(0, whole.length - held.length).replace(/\r\n?/g, '\n');
    const nul = settled.indexOf('\0');
    if (nul >= 0) throw binaryAt(line + linesIn(settled.slice(0, nul)));
    line += linesIn(settled);
    return settled;
  };
  for await (const part of bytes) {
    decoder ??= decoderOf(encoding ?? announcedEncoding(part));
    for (let at = 0; at < part.length; at += SLICE_BYTES) {
      const slice = part.subarray(at, at + SLICE_BYTES);
      const text = settle(decodeSlice(decoder, slice, line));
      if (text !== '') yield text;
      await breathe();
    }
  }
  const rest = settle(decoder === null ? '' : decodeSlice(decoder, null, line)) + held.replace('\r', '\n');
  if (rest !== '') yield rest;
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
  );

function decoderOf(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new TableError(
      'unknown encoding',
      `"${encoding}" is no known encoding.`,
      'Use utf-8, windows-1252, iso-8859-2, utf-16le or another name of the WHATWG list.',
    );
  }
}

function decodeSlice(decoder: TextDecoder, slice: Uint8Array | null, line: number): string {
  try {
    return slice === null ? decoder.decode() : decoder.decode(slice, { stream: true });
  } catch {
    const loosely = slice === null ? '' : new TextDecoder(decoder.encoding).decode(slice);
    const at = line + linesIn(loosely.slice(0, Math.max(0, loosely.indexOf('\ufffd'))).replace(/\r\n?/g, '\n'));
    throw new TableError(
      'encoding',
      `Line ${at} is not written in ${decoder.encoding}.`,
      'Save the file as CSV in UTF-8, or name its encoding, such as windows-1252.',
    );
  }
}

/** The encoding that the first bytes of a file announce. */
function announcedEncoding(start: Uint8Array): string {
  const [a, b, c, d] = start;
  if (a === 0x50 && b === 0x4b && c === 3 && d === 4) {
    throw new TableError('archive', 'This is a spreadsheet or an archive, not CSV.', 'Save the sheet as CSV (UTF-8).');
  }
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  return 'utf-8';
}
