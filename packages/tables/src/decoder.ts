import { CP850, canonicalEncoding } from './encoding.ts';
import { TableError } from './tableError.ts';

/** Turns bytes into text piece by piece. Throws where they do not belong to its encoding. */
export interface Decoder {
  readonly encoding: string;
  decode(bytes?: Uint8Array, options?: { readonly stream: boolean }): string;
}

/** Signs of windows-1252 from 0x80 on. Node.js 20 reads them as control characters (ISO-8859-1). */
const WINDOWS_SIGNS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
/** Encodings of which Node.js knows a smaller set of letters than browsers: 8,822 syllables of Korean, Hong Kong's characters. */
const SMALLER_IN_NODE: ReadonlySet<string> = new Set(['euc-kr', 'big5', 'euc-jp']);
const isNode = typeof process === 'object' && process.versions?.node !== undefined;

/** Returns the decoder of an encoding, by the list of WHATWG on every platform. Throws TableError where there is none. */
export async function decoderOf(name: string): Promise<Decoder> {
  const encoding = canonicalEncoding(name);
  if (encoding === null) {
    throw new TableError(
      'unknown encoding',
      `"${name}" is no known encoding.`,
      'Use utf-8, windows-1252, iso-8859-2, utf-16le or another name of the WHATWG list, or cp850.',
    );
  }
  if (encoding === CP850) return tableDecoder(encoding, CP850_LETTERS);
  if (isNode && SMALLER_IN_NODE.has(encoding)) return completeDecoder(encoding);
  const platform = new TextDecoder(encoding, { fatal: true });
  const mended = MENDED[encoding];
  return mended === undefined ? platform : { encoding, decode: (...args) => mended(platform.decode(...args)) };
}

/** Letters of cp850 from 0x80 on. */
const CP850_LETTERS =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐' +
  '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

/** A decoder of one byte per letter, of which the first 128 are ASCII. */
const tableDecoder = (encoding: string, letters: string): Decoder => ({
  encoding,
  decode: (bytes = new Uint8Array(0)) =>
    Array.from(bytes, (byte) => (byte < 128 ? String.fromCharCode(byte) : letters[byte - 128])).join(''),
});

/** Signs that some platforms read otherwise than the list of WHATWG. */
const MENDED: Readonly<Record<string, (text: string) => string>> = {
  'windows-1252': (text) => text.replace(/[\u0080-\u009f]/g, (sign) => WINDOWS_SIGNS[sign.charCodeAt(0) - 0x80]!),
  'koi8-u': (text) => text.replaceAll('╝', 'ў').replaceAll('╬', 'Ў'),
};

async function completeDecoder(encoding: string): Promise<Decoder> {
  const { default: iconv } = await import('iconv-lite');
  const decoder = iconv.getDecoder(encoding);
  return {
    encoding,
    decode(bytes) {
      const text = (bytes === undefined ? decoder.end() : decoder.write(Buffer.from(bytes))) ?? '';
      if (text.includes('\ufffd')) throw new TypeError(`The bytes are not written in ${encoding}.`);
      return text;
    },
  };
}
