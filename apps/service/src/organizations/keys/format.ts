import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * An API key reads hl_live_<8 id>_<32 random><6 checksum>, everything in base 62. `live` keys are for work, `test` keys
 * come with the demo. The id finds the row and may be shown; the checksum detects a mistyped key without a lookup.
 */
export const KEY_PATTERN = /^hl_(live|test)_([0-9A-Za-z]{8})_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

export type KeyKind = 'live' | 'test';

export interface NewKey {
  /** The whole key. It is shown once and never stored. */
  readonly secret: string;
  readonly publicId: string;
  /** The part that may be shown: hl_live_ and the id. */
  readonly prefix: string;
  readonly digest: Buffer;
}

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export function generateKey(kind: KeyKind): NewKey {
  const publicId = randomText(8);
  const prefix = `hl_${kind}_${publicId}`;
  const body = `${prefix}_${randomText(32)}`;
  const secret = body + checksum(body);
  return { secret, publicId, prefix, digest: digestOf(secret) };
}

/** The id in a key, or null where the text cannot be a key: wrong form or wrong checksum. */
export function publicIdOf(secret: string): string | null {
  const match = KEY_PATTERN.exec(secret);
  if (match === null || checksum(secret.slice(0, -6)) !== match[4]) return null;
  return match[2] as string;
}

/** SHA-256. The random part has 190 bits, so a slow hash would add nothing. */
export function digestOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** CRC-32 of everything before it as six base 62 digits. */
function checksum(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let i = 0; i < 6; i++) {
    text = (DIGITS[rest % 62] as string) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

/** Evenly distributed base 62 digits from the system's secure generator. */
export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += DIGITS[byte % 62]; // 248 = 4 x 62; the rest would favor some
    }
  }
  return text;
}
