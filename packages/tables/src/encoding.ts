/** An encoding that a person may choose, with the languages that are written in it. */
export interface OfferedEncoding {
  /** Name of the WHATWG list. */
  readonly id: string;
  readonly languages: readonly string[];
}

/** Encodings of files of spreadsheets and registers, the usual ones first. */
export const ENCODINGS: readonly OfferedEncoding[] = [
  ['utf-8'],
  ['windows-1252', 'en', 'de', 'fr', 'es', 'it', 'pt'],
  ['windows-1250', 'pl', 'cs', 'sk', 'hu', 'ro', 'sl', 'hr'],
  ['iso-8859-2', 'pl', 'cs', 'sk', 'hu', 'ro', 'sl', 'hr'],
  ['windows-1251', 'ru', 'uk', 'bg', 'sr', 'mk'],
  ['windows-1253', 'el'],
  ['windows-1254', 'tr', 'az'],
  ['windows-1255', 'he'],
  ['windows-1256', 'ar', 'fa', 'ur'],
  ['windows-1257', 'lt', 'lv', 'et'],
  ['windows-1258', 'vi'],
  ['windows-874', 'th'],
  ['macintosh', 'en', 'de', 'fr', 'es', 'it', 'pt'],
  ['x-mac-cyrillic', 'ru', 'uk', 'bg'],
  ['iso-8859-5', 'ru', 'bg', 'sr'],
  ['iso-8859-7', 'el'],
  ['iso-8859-8-i', 'he'],
  ['iso-8859-13', 'lt', 'lv', 'et'],
  ['iso-8859-15', 'fr', 'fi'],
  ['ibm866', 'ru'],
  ['koi8-r', 'ru'],
  ['koi8-u', 'uk'],
  ['shift_jis', 'ja'],
  ['euc-jp', 'ja'],
  ['gb18030', 'zh-Hans'],
  ['big5', 'zh-Hant'],
  ['euc-kr', 'ko'],
  ['utf-16le'],
  ['utf-16be'],
].map(([id, ...languages]) => ({ id: id!, languages }));

/** Whether an encoding has this name, such as utf-8, windows-1252 or utf-16le. */
export const isEncoding = (name: string): boolean => canonicalEncoding(name) !== null;

/** Returns the name of the WHATWG list for an encoding; null where there is none. */
export function canonicalEncoding(name: string): string | null {
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return null;
  }
}

/** Returns the encoding that the first bytes of a file announce: by a byte order mark, or as UTF-16 by its NULs. Else UTF-8. */
export function announcedEncoding(head: Uint8Array): string {
  const [a, b] = head;
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  const nuls = [0, 0];
  for (let at = 0; at < head.length; at++) if (head[at] === 0) nuls[at % 2]!++;
  const least = Math.max(2, head.length / 20);
  // Separators, digits and ends of lines have a NUL in UTF-16, whatever the letters.
  if (nuls[1]! > least && nuls[0]! < nuls[1]! / 20) return 'utf-16le';
  if (nuls[0]! > least && nuls[1]! < nuls[0]! / 20) return 'utf-16be';
  return 'utf-8';
}

/** Bytes of a file that are looked at to guess its encoding. */
const GUESSED_BYTES = 65_536;

/**
 * Returns the encoding in which a file seems to be written. The first bytes announce it, or they are UTF-8; else it is a guess by
 * the frequencies of letters, which a person should confirm.
 */
export async function guessEncoding(
  bytes: Uint8Array,
): Promise<{ readonly encoding: string; readonly isSure: boolean }> {
  const announced = announcedEncoding(bytes.subarray(0, 4096));
  if (announced !== 'utf-8' || isUtf8(bytes)) return { encoding: announced, isSure: true };
  const start = highLines(bytes);
  if (start.every((byte) => byte < 128 || SIGNS.has(byte))) return { encoding: 'windows-1252', isSure: false };
  // Loaded with the first file that is not UTF-8.
  const { detectAll } = await import('jschardet');
  const guess = detectAll(start)
    .map(({ encoding }) => offered(encoding ?? ''))
    .find((encoding) => encoding !== undefined);
  return { encoding: usualFor(start, guess ?? 'windows-1252'), isSure: false };
}

/** Signs of typography, which have the same bytes in the encodings of Windows for all of Europe. */
const SIGNS: ReadonlySet<number> = new Set([
  0x80, 0x82, 0x84, 0x85, 0x86, 0x87, 0x89, 0x8b, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x99, 0x9b, 0xa0, 0xa7,
  0xa9, 0xab, 0xb0, 0xb1, 0xb7, 0xbb,
]);

/** The first of the offered encodings in which the bytes say the same as in the guessed one. */
function usualFor(bytes: Uint8Array, guess: string): string {
  const read = (encoding: string) => new TextDecoder(encoding).decode(bytes);
  const text = read(guess);
  return ENCODINGS.slice(1).find(({ id }) => read(id) === text)?.id ?? guess;
}

/** The last character may be cut. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
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

/** Names of encodings that the list of WHATWG knows by another, or has a superset of. */
const ALIASES: Readonly<Record<string, string>> = {
  cp932: 'shift_jis',
  cp949: 'euc-kr',
  'tis-620': 'windows-874',
  macroman: 'macintosh',
  maccyrillic: 'x-mac-cyrillic',
  gb2312: 'gb18030',
  'iso8859-13': 'iso-8859-13',
  'iso8859-15': 'iso-8859-15',
  'iso-8859-8': 'iso-8859-8-i',
};

/** The offered encoding that a name of the guessing library means. */
function offered(name: string): string | undefined {
  const lower = name.toLowerCase();
  const canonical = canonicalEncoding(ALIASES[lower] ?? lower);
  return ENCODINGS.find(({ id }) => id === canonical)?.id;
}
