/** An encoding that a person may choose, with the languages that are written in it. */
export interface OfferedEncoding {
  /** Name of the WHATWG list. */
  readonly id: string;
  readonly languages: readonly string[];
}

/** Languages of western Europe and of where they are spoken, those of most people first. */
const WESTERN = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'no', 'fi', 'is', 'ca'];

/** Encodings of files of spreadsheets and registers, the usual ones first. */
export const ENCODINGS: readonly OfferedEncoding[] = [
  ['utf-8'],
  ['windows-1252', ...WESTERN],
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
  ['macintosh', ...WESTERN],
  ['cp850', ...WESTERN],
  ['x-mac-cyrillic', 'ru', 'uk', 'bg'],
  ['iso-8859-5', 'ru', 'bg', 'sr'],
  ['iso-8859-7', 'el'],
  ['iso-8859-8-i', 'he'],
  ['iso-8859-13', 'lt', 'lv', 'et'],
  ['iso-8859-15', ...WESTERN],
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

/** Western Europe as DOS, consoles and old tills write it: the one encoding here that the list of WHATWG lacks. */
export const CP850 = 'cp850';

/** Returns the name of the WHATWG list for an encoding, or cp850; null where there is none. */
export function canonicalEncoding(name: string): string | null {
  if (/^(cp|ibm|dos-?)-?850$/i.test(name.trim())) return CP850;
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
