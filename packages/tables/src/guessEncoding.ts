import { decoderOf } from './decoder.ts';
import { announcedEncoding, canonicalEncoding, ENCODINGS, type OfferedEncoding } from './encoding.ts';
import { evidenceOf, tellingParts } from './wordEvidence.ts';

/** Bytes of a file that are looked at to guess its encoding, of the lines that hold more than ASCII. */
export const GUESSED_BYTES = 65_536;
/** Head start of windows-1252, in which most files are that are not UTF-8: about half a word. */
const USUAL = 0.5;
/** Head start of an encoding by the languages of the reader and of the country: about a word. */
const EXPECTED = 1;
/** An encoding is near to the best one within a word. */
const NEAR_WORDS = 1;
/** Parts of a file that are judged: more say the same. */
const PARTS_MAX = 400;

/** A part of the file as another encoding reads it. */
export interface OtherReading {
  readonly encoding: string;
  /** The same part in the guessed encoding and in this one. */
  readonly guessed: string;
  readonly other: string;
}

export interface EncodingGuess {
  readonly encoding: string;
  /** Whether the file says so itself: by a byte order mark, by NULs, or since its bytes are UTF-8. */
  readonly isSure: boolean;
  /** Encodings in which it reads nearly as well, the best first; a person should choose where there is one. */
  readonly near: readonly OtherReading[];
}

/**
 * Returns the encoding in which a file seems to be written. Where the file does not say so itself, it is the one in which most
 * parts are words of one of its languages; windows-1252 unless another yields more. `languages` are those that are expected:
 * of the reader, and of the country (BCP 47).
 */
export async function guessEncoding(bytes: Uint8Array, languages: readonly string[] = []): Promise<EncodingGuess> {
  const announced = announcedEncoding(bytes.subarray(0, 4096));
  if (announced !== 'utf-8' || isUtf8(bytes) || isMostlyUtf8(bytes))
    return { encoding: announced, isSure: true, near: [] };
  const sample = highLines(bytes);
  const expected = new Set(languages.map((tag) => tag.split('-')[0]!));
  const eastAsian = await eastAsianIn(sample);
  const readings: Reading[] = [];
  for (const offer of ENCODINGS) {
    if (offer.languages.length === 0 || (EAST_ASIAN.has(offer.id) && offer.id !== eastAsian)) continue;
    const text = await textIn(sample, offer.id);
    if (text === null || readings.some((one) => one.text === text)) continue;
    readings.push({ text, encoding: offer.id, words: wordsIn(text, offer, expected) });
  }
  const [best, ...others] = readings.sort((one, other) => other.words - one.words);
  if (best === undefined) return { encoding: 'windows-1252', isSure: false, near: [] };
  const least = best.words - NEAR_WORDS;
  const near = others.filter(({ words }) => words > 0 && words >= least).map((other) => differenceOf(best, other));
  return { encoding: best.encoding, isSure: false, near };
}

interface Reading {
  readonly encoding: string;
  readonly text: string;
  readonly words: number;
}

/** How many parts are words of the language that fits best, with the head starts. */
function wordsIn(text: string, { id, languages }: OfferedEncoding, expected: ReadonlySet<string>): number {
  const sums = new Map(languages.map((language) => [language, expected.has(language) ? EXPECTED : 0]));
  for (const part of tellingParts(text).slice(0, PARTS_MAX)) {
    for (const [language, value] of evidenceOf(part, languages)) sums.set(language, sums.get(language)! + value);
  }
  return Math.max(...sums.values()) + (id === 'windows-1252' ? USUAL : 0);
}

function differenceOf(best: Reading, other: Reading): OtherReading {
  const [parts, others] = [best, other].map(({ text }) => text.split(/[\s,;|"]+/u)) as [string[], string[]];
  const at = parts.findIndex((part, i) => part !== others[i]);
  return { encoding: other.encoding, guessed: parts[at] ?? '', other: others[at] ?? '' };
}

async function textIn(bytes: Uint8Array, encoding: string): Promise<string | null> {
  try {
    const decoder = await decoderOf(encoding);
    return decoder.decode(bytes, { stream: true }) + decoder.decode();
  } catch {
    return null;
  }
}

const EAST_ASIAN: ReadonlySet<string> = new Set(['shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr']);
/** Names of encodings that the list of WHATWG knows by another, or has a superset of. */
const ALIASES: Readonly<Record<string, string>> = { cp932: 'shift_jis', cp949: 'euc-kr', gb2312: 'gb18030' };

/** The East Asian encoding that the frequencies of characters speak for, if any. */
async function eastAsianIn(bytes: Uint8Array): Promise<string | undefined> {
  // Loaded with the first file that is not UTF-8.
  const { detectAll } = await import('jschardet');
  const names = detectAll(bytes).map(({ encoding }) => (encoding ?? '').toLowerCase());
  return names.map((name) => canonicalEncoding(ALIASES[name] ?? name) ?? '').find((name) => EAST_ASIAN.has(name));
}

/** The commonest language of each country (ISO 3166-1). */
export const languagesSpokenIn = (countries: readonly string[]): readonly string[] =>
  countries.flatMap((country) => {
    try {
      return [new Intl.Locale(`und-${country}`).maximize().language];
    } catch {
      return [];
    }
  });

/** The last character may be cut. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Whether most of what is beyond ASCII is UTF-8: a broken letter is a fault of the file then, not another encoding. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(bytes);
  const broken = text.match(/\ufffd/gu)?.length ?? 0;
  return (text.match(/[^\0-\x7f]/gu)?.length ?? 0) > 2 * broken;
}

/** The lines that hold more than ASCII, as many as are looked at: the others say nothing. */
function highLines(bytes: Uint8Array): Uint8Array {
  const lines: number[] = [];
  for (let from = 0; from < bytes.length && lines.length < GUESSED_BYTES; ) {
    const end = bytes.indexOf(10, from);
    const to = end < 0 ? bytes.length : end + 1;
    const line = bytes.subarray(from, to);
    if (line.some((byte) => byte >= 128)) for (const byte of line) lines.push(byte);
    from = to;
  }
  return Uint8Array.from(lines.slice(0, GUESSED_BYTES));
}
